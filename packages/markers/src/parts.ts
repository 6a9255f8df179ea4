import type { Cut, Remark } from './cut.ts'

/** A part of a file: text, text that depends on the parts before it, or a remark that is written once it is read. */
export type FilePart = string | (() => string) | RemarkPart

/** A remark of which all is known but its text, which may be large. Parts are written in their order, each once. */
export interface RemarkPart {
  readonly remark: Remark
  readonly write: (text: string) => string
}

/** A file whose texts are all at hand. */
export function writeParts(listParts: (cut: Cut) => Iterable<FilePart>): (cut: Cut) => string {
  return cut => {
    const pieces: string[] = []
    for (const part of listParts(cut)) pieces.push(writePart(part, ({ text }) => text))
    return pieces.join('')
  }
}

/** A part as text, with the text of its remark. */
export function writePart(part: FilePart, findText: (remark: Remark) => string): string {
  if (typeof part === 'string') return part
  return typeof part === 'function' ? part() : part.write(findText(part.remark))
}
