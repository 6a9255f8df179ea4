/** What is said in annotations, and when: the captions of subtitles, the words of transcripts. */

import type { Database } from '../platform/database/index.ts'
import type { Utterance } from '../search/index.ts'
import { findRowsById } from './store.ts'
import type { AnnotationRow } from './tables.ts'

/** Something that is said, in frames of its clip, `[start, end)`. */
export interface Said {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What is said in each of these annotations. */
export async function readSaid(db: Database, ids: readonly number[]): Promise<Map<number, Utterance[]>> {
  const rows = await findRowsById(db, ids)
  return new Map(rows.map(row => [row.id, [...listCaptions(row).map(caption => [caption]), listWords(row)]]))
}

/** The captions that say something: the content of subtitles is settled by the room of subtitles. */
export function listCaptions({ structured_description: { subtitles } }: AnnotationRow): Said[] {
  return listMembers(subtitles).flatMap(({ start, end, textParts }) => {
    const text = listMembers(textParts)
      .map(({ content }) => (typeof content === 'string' ? content : ''))
      .join('')
      .trim()
    return typeof start === 'number' && typeof end === 'number' && text !== '' ? [{ start, end, text }] : []
  })
}

/** The words of a transcript's paragraph, with the spaces behind them. */
export function listWords({ object_type, structured_description, start_frame }: AnnotationRow): Said[] {
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
