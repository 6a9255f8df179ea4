import { listStyledLines, type Parts } from '../model/rich-text.ts'
import { type FoundHere, FoundText } from './found-text.tsx'

interface StyledLinesProps {
  parts: Parts
  /** What is marked in it. */
  found: FoundHere | undefined
}

/** A text in the styles of its parts, but for what would make it hard to read in a list. */
export function StyledLines({ parts, found }: StyledLinesProps) {
  let next = 0
  const lines = listStyledLines(parts).map(line => {
    const runs = line.map(({ content, style }) => {
      const at = next
      next += content.length
      return { content, style, at }
    })
    next += 1
    return runs
  })
  return (
    <>
      {lines.map((line, index) => (
        <span key={index} class="styled-line">
          {line.map(({ content, style, at }, place) => (
            <span
              key={place}
              data-italic={style?.italic}
              data-bold={style?.bold}
              data-underline={style?.underline}
              style={style?.colour ? { '--run-colour': style.colour } : undefined}
              data-coloured={style?.colour !== undefined}
            >
              <FoundText text={content} at={at} found={found} />
            </span>
          ))}
        </span>
      ))}
    </>
  )
}
