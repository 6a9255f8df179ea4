/** What a search found, as a subtitle file: every annotation that says something is a cue, every caption of subtitles too. */

import { brokenRule, type SearchResultList } from '@rushes/contract'
import { createSampleRate, framesToMilliseconds, isSameRate, type SampleRate } from '@rushes/timebase'
import {
  type MillisecondDocument,
  type TimedTextDocument,
  toFrameDocument,
  writeEbuStl,
  writeEbuttd,
  writeSrt,
  writeWebvtt,
} from '@rushes/timed-text'
import { findMediaObjectRows, type MediaObjectRow } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import { RawReply } from '../platform/http/index.ts'
import { listCaptions, listWords, type Said } from './said.ts'
import { findRows } from './store.ts'
import type { AnnotationRow } from './tables.ts'

const writers = {
  srt: { write: writeSrt, mediaType: 'application/x-subrip' },
  webvtt: { write: writeWebvtt, mediaType: 'text/vtt' },
  ebuttd: { write: writeEbuttd, mediaType: 'application/ttml+xml' },
  stl: { write: writeEbuStl, mediaType: 'application/x-ebu-stl' },
} as const

export type FoundFormat = keyof typeof writers

/**
 * "The `.srt`, `.webvtt`, `.json`, `.stl`, `.ebuttd` extension on the search-index list calls selects another
 * serialisation" ("Annotations", rule 1). Frames stay frames in EBU STL where all clips have the same rate. Throws ValidationError for a clip whose rate is not known yet: its frames have no time then.
 */
export async function writeFound(
  ctx: Context,
  productionId: number,
  found: SearchResultList,
  format: FoundFormat,
): Promise<RawReply> {
  const ids = found.results.map(result => Number(result.id))
  const rows = await findRows(ctx.db, { productionId, ids })
  const clips = await findMediaObjectRows(ctx.db, [...new Set(rows.map(row => row.media_object_id))])
  const clipById = new Map(clips.map(clip => [clip.id, clip]))
  const cues = rows.flatMap(row => toCues(listSaid(row), clipById.get(row.media_object_id)))
  const document: MillisecondDocument = {
    timing: { unit: 'milliseconds' },
    cues: cues.sort((a, b) => a.start - b.start || a.end - b.end),
  }
  const { write, mediaType } = writers[format]
  const headers = {
    'content-type': format === 'stl' ? mediaType : `${mediaType}; charset=utf-8`,
    'x-pagination-total-results': found.numFound,
    'x-pagination-offset': found.start,
  }
  const timed = format === 'stl' ? toOwnRate(document, clips) : document
  return new RawReply(200, headers, write(timed).content)
}

/** In the frames of the clips, as far as they have the same ones. */
function toOwnRate(document: MillisecondDocument, clips: readonly MediaObjectRow[]): TimedTextDocument {
  const [first, ...others] = clips.map(findRate)
  return first && others.every(rate => rate && isSameRate(rate, first)) ? toFrameDocument(document, first) : document
}

function findRate({ rate_num, rate_den }: MediaObjectRow): SampleRate | undefined {
  return rate_num === null || rate_den === null ? undefined : createSampleRate(rate_num, rate_den)
}

function toCues(said: readonly Said[], clip: MediaObjectRow | undefined): MillisecondDocument['cues'][number][] {
  if (said.length === 0) return []
  const rate = clip && findRate(clip)
  if (!rate) throw brokenRule('/sampleRate', `of the clip ${clip?.id ?? ''} is not known yet`)
  return said.map(({ start, end, text }) => ({
    start: framesToMilliseconds(start, rate),
    end: framesToMilliseconds(end, rate),
    textParts: [{ type: 'text', content: text }],
  }))
}

function listSaid(row: AnnotationRow): Said[] {
  if (row.funnel === 'Subtitle') return listCaptions(row)
  const words = listWords(row)
  const text =
    words.length > 0 ? words.map(word => word.text).join('') : (row.details.description ?? row.details.name ?? '')
  return text.trim() === '' ? [] : [{ start: row.start_frame, end: row.end_frame, text: text.trim() }]
}
