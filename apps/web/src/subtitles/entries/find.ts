/** Finding text in a list of subtitles. */

import type { TextRange } from '../model/rich-text.ts'
import { toText } from '../model/rich-text.ts'
import type { Rows } from '../model/rows.ts'

export interface FindOptions {
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
}

export interface Found {
  readonly key: number
  readonly ranges: readonly TextRange[]
}

/** All that was found, by the key of the row, and which place is meant now. */
export interface Hits {
  readonly byKey: ReadonlyMap<number, readonly TextRange[]>
  readonly at: { readonly key: number; readonly from: number } | undefined
}

const wordLetter = String.raw`[\p{L}\p{M}\p{N}_]`

/** Where a text stands, in the rows that have it; each blank in what is sought finds a line break too. */
export function findText(rows: Rows, sought: string, { isCaseSensitive, isWholeWord }: FindOptions): Found[] {
  if (sought === '') return []
  const escaped = sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/[ \n]/g, String.raw`[ \n]`)
  const source = isWholeWord ? `(?<!${wordLetter})${escaped}(?!${wordLetter})` : escaped
  const pattern = new RegExp(source, isCaseSensitive ? 'gu' : 'giu')
  return rows.flatMap(({ key, entry }) => {
    const ranges = Array.from(toText(entry.textParts).matchAll(pattern), ({ index, 0: { length } }) => ({
      from: index,
      to: index + length,
    }))
    return ranges.length > 0 ? [{ key, ranges }] : []
  })
}

/** A piece of a text that begins at `at` in the text of its subtitle, cut where found places begin and end. */
export function cutFound(
  text: string,
  at: number,
  ranges: readonly TextRange[],
): { content: string; range: TextRange | undefined }[] {
  const pieces: { content: string; range: TextRange | undefined }[] = []
  let done = 0
  const cut = (until: number, range: TextRange | undefined) => {
    if (until > done) pieces.push({ content: text.slice(done, until), range })
    done = Math.max(done, until)
  }
  for (const range of ranges) {
    cut(Math.min(range.from - at, text.length), undefined)
    cut(Math.min(range.to - at, text.length), range)
  }
  cut(text.length, undefined)
  return pieces
}
