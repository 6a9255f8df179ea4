import type { Marker } from './cut.ts'

/** Text on one line, as a field of a line-based format: line breaks, tabs and other control characters become spaces. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** A marker on one line, its answers behind it. */
export function toMarkerLine({ text, replies = [] }: Marker): string {
  const answers = replies.map(({ text, author }) => (author ? `${author}: ${text}` : text))
  return toOneLine([text, ...answers].join(' / '))
}
