import type { Diagnostic } from '../../../document/diagnostics.ts'
import type { FrameDocument } from '../../../document/document.ts'
import { toPlainText } from '../../../text/text-parts.ts'
import { toWord } from '../line21/codes.ts'

/** A pair in seven bits, or the characters of pairs by their bytes. */
export type Words = number | string

export type FileLine = readonly [timecode: string, ...words: Words[]]

/** A file of lines, with parity. */
export function makeFile(...lines: readonly FileLine[]): string {
  const texts = lines.map(([timecode, ...words]) => `${timecode}\t${words.flatMap(toWords).join(' ')}\n\n`)
  return `Scenarist_SCC V1.0\n\n${texts.join('')}`
}

function toWords(words: Words): string[] {
  if (typeof words === 'number') return [writeWord(words)]
  return (words.match(/[\s\S]{1,2}/g) ?? []).map(([first = '', second = '\0']) =>
    writeWord(first.charCodeAt(0) * 256 + second.charCodeAt(0)),
  )
}

function writeWord(pair: number): string {
  return toWord(pair).toString(16).padStart(4, '0')
}

/** Cues as `start-end text`, with `|` between lines. */
export function listCues({ cues }: FrameDocument): string[] {
  return cues.map(({ start, end, textParts }) => `${start}-${end} ${toPlainText(textParts).replaceAll('\n', '|')}`)
}

export function listCodes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, line, cueIndex }) => `${code} ${line ?? cueIndex ?? ''}`.trim())
}

/** What a file sends, by frames without drop frame: pairs of seven bits as hexadecimal digits. */
export function listSent(content: string): Map<number, string> {
  const sent = new Map<number, string>()
  for (const [, hours, minutes, seconds, frames, words = ''] of content.matchAll(
    /^(\d\d):(\d\d):(\d\d):(\d\d)\t(.*)$/gm,
  )) {
    let frame = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 30 + Number(frames)
    for (const word of words.split(' ')) {
      sent.set(frame++, (Number.parseInt(word, 16) & 0x7f7f).toString(16).padStart(4, '0'))
    }
  }
  return sent
}
