/** What is said in annotations, and when: the captions of subtitles, the words of transcripts. */

import type { Context } from '../../../platform/context.ts'
import type { Utterance } from '../../search/index.ts'
import { readSaidRows, type SaidRow } from '../content/store.ts'

/** Something that is said, in frames of its clip, `[start, end)`. */
export interface Said {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What is said in each of these annotations, some of them at a time. */
export async function* readSaid(ctx: Context, ids: readonly number[]): AsyncGenerator<Map<number, Utterance[]>> {
  for await (const rows of readSaidRows(ctx, ids)) {
    yield new Map(rows.map(row => [row.id, [...listCaptions(row).map(caption => [caption]), listWords(row)]]))
  }
}

/** The captions that say something: the content of subtitles is settled by the module of subtitles. */
export function listCaptions({
  structured_description: { subtitles },
}: Pick<SaidRow, 'structured_description'>): Said[] {
  return listMembers(subtitles).flatMap(({ start, end, textParts }) => {
    const text = listMembers(textParts)
      .map(({ content }) => (typeof content === 'string' ? content : ''))
      .join('')
      .trim()
    return typeof start === 'number' && typeof end === 'number' && text !== '' ? [{ start, end, text }] : []
  })
}

/** The words of a transcript's paragraph, with the spaces behind them. */
export function listWords({ object_type, structured_description, start_frame }: SaidRow): Said[] {
  if (object_type !== 'TranscriptAnnotation') return []
  return listMembers(structured_description.parts).flatMap(({ start = start_frame, duration = 0, word }) =>
    typeof word === 'string' && typeof start === 'number' && typeof duration === 'number'
      ? [{ start, end: start + duration, text: word }]
      : [],
  )
}

function listMembers(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(item => typeof item === 'object' && item !== null) : []
}
