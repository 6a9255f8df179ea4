import type { Cue } from '../../../document/document.ts'
import type { CodeTable } from '../layout/characters.ts'

/** Scripts by the ranges of their letters. */
const scripts: readonly (readonly [first: number, last: number, table: CodeTable])[] = [
  [0xa1, 0x24f, '00'],
  [0x370, 0x3ff, '03'],
  [0x400, 0x4ff, '01'],
  [0x590, 0x5ff, '04'],
  [0x600, 0x6ff, '02'],
  [0x1e00, 0x1eff, '00'],
]

/** The table of the script that most of the letters of all cues are in, those of ASCII aside; Latin among equals. */
export function guessTable(cues: readonly Cue<number>[]): CodeTable {
  const counts = new Map<CodeTable, number>([['00', 0]])
  for (const { textParts } of cues) {
    for (const part of textParts) {
      if (part.type === 'text') countLetters(part.content, counts)
    }
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

function countLetters(text: string, counts: Map<CodeTable, number>): void {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0xa1) continue
    const table = scripts.find(([first, last]) => code >= first && code <= last)?.[2]
    if (table) counts.set(table, (counts.get(table) ?? 0) + 1)
  }
}
