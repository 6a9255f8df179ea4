import type { Marker } from './cut.ts'
import type { RemarkPart } from './parts.ts'

/** Text on one line, as a field of a line-based format: line breaks, tabs and other control characters become spaces. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** A marker on one line, its answers after it. */
export function toMarkerLine(marker: Marker): string {
  return Array.from(listMarkerLine(marker), part => part.write(part.remark.text)).join('')
}

/** The same in parts; `before` stands before the line unless that is empty. */
export function* listMarkerLine(marker: Marker, before = ''): Generator<RemarkPart> {
  let isEmpty = true
  const write = (text: string) => {
    if (text === '') return ''
    const start = isEmpty ? before : ''
    isEmpty = false
    return start + text
  }
  yield { remark: marker, write: text => write(toOneLine(text)) }
  for (const remark of marker.replies ?? []) {
    const name = remark.author ? `${remark.author}: ` : ''
    yield {
      remark,
      write(text) {
        const answer = toOneLine(name + text)
        return write(`${isEmpty ? '' : ' '}/${answer === '' ? '' : ` ${answer}`}`)
      },
    }
  }
}
