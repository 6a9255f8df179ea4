import { listStyledLines, type Parts } from '../model/rich-text.ts'

/** A text in the styles of its parts, but for what would make it hard to read in a list. */
export function StyledLines({ parts }: { parts: Parts }) {
  return (
    <>
      {listStyledLines(parts).map((line, index) => (
        <span key={index} class="styled-line">
          {line.map(({ content, style }, place) => (
            <span
              key={place}
              data-italic={style?.italic}
              data-bold={style?.bold}
              data-underline={style?.underline}
              style={style?.colour ? { '--run-colour': style.colour } : undefined}
              data-coloured={style?.colour !== undefined}
            >
              {content}
            </span>
          ))}
        </span>
      ))}
    </>
  )
}
