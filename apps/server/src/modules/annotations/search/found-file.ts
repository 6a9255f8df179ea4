/** What a search found, as a subtitle file: every annotation that says something is a cue, every caption of subtitles too. */

import { brokenRule, malformed, type SearchResultList } from '@rushes/contract'
import { type FrameClock, isSameRate } from '@rushes/timebase'
import { findFormat, type MillisecondDocument, type TimedTextDocument, toFrameDocument } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { toCaller } from '../../../platform/flow/large-answers.ts'
import { RawReply } from '../../../platform/http/index.ts'
import { collect, StreamedJson } from '../../../platform/text/streamed-json.ts'
import { findMediaObjectRows, listFrameClocks } from '../../media/index.ts'
import type { SearchAnswer } from '../../search/index.ts'
import { readSaidRows, type SaidRow } from '../content/store.ts'
import { listCaptions, listWords, type Said } from './said.ts'

/** Texts of one file, in characters: the file and what it is made of are held whole. */
const maxTextLength = 8 * 1024 * 1024

/**
 * Writes a list as a file (annotations-38 to annotations-41); `form` is its extension. Frames stay frames where all
 * clips have the same constant rate. What is said in documents and other clips without a rate has no time and is left
 * out; throws ValidationError where nothing else was found. BadRequestError for too much text.
 */
export async function writeFound(
  ctx: Context,
  form: string,
  query: Readonly<Record<string, unknown>>,
  search: (query: Readonly<Record<string, unknown>>) => Promise<SearchAnswer>,
): Promise<RawReply> {
  const found = await search({ ...query, fl: ['id'], hl: false })
  const list = found instanceof StreamedJson ? ((await collect(found.value)) as SearchResultList) : found
  const ids = list.results.map(result => Number(result.id))
  const format = findFormat(form)
  if (!format) throw new Error(`no format has the name ${form}`)
  const [mediaType] = format.mediaTypes
  const headers = {
    'content-type': format.encoding === 'binary' ? mediaType : `${mediaType}; charset=utf-8`,
    'x-pagination-total-results': list.numFound,
    'x-pagination-offset': list.start,
  }
  return ctx.platform.turns.files(toCaller(ctx))(async () => {
    const { cues, clocks } = await readCues(ctx, ids)
    const document: MillisecondDocument = { timing: { unit: 'milliseconds' }, cues }
    return new RawReply(200, headers, Buffer.from(format.write(toOwnRate(document, clocks)).content))
  })
}

type Cues = MillisecondDocument['cues'][number][]

/** What annotations say, in the order of its times, and the clocks of the clips that it is said in. */
async function readCues(ctx: Context, ids: readonly number[]): Promise<{ cues: Cues; clocks: FrameClock[] }> {
  const clockById = new Map<number, FrameClock | undefined>()
  const found: { id: number; start_frame: number; cues: Cues }[] = []
  let untimed: number | undefined
  let length = 0
  for await (const rows of readSaidRows(ctx, ids)) {
    const unknown = [...new Set(rows.map(row => row.media_object_id).filter(id => !clockById.has(id)))]
    const clocks = await listFrameClocks(ctx.db, await findMediaObjectRows(ctx.db, unknown))
    for (const id of unknown) clockById.set(id, clocks.get(id))
    for (const row of rows) {
      const said = listSaid(row)
      length += said.reduce((sum, { text }) => sum + text.length, 0)
      if (length > maxTextLength) throw malformed('rows', `the file would have more than ${maxTextLength} characters`)
      const clock = clockById.get(row.media_object_id)
      if (clock) found.push({ ...row, cues: toCues(said, clock) })
      else if (said.length > 0) untimed ??= row.media_object_id
    }
  }
  const clocks = [...clockById.values()].filter(clock => clock !== undefined)
  if (untimed !== undefined && clocks.length === 0) {
    throw brokenRule('/sampleRate', `of the clip ${untimed} is not known, so what is said there has no time`)
  }
  const cues = found.sort((a, b) => a.start_frame - b.start_frame || a.id - b.id).flatMap(({ cues }) => cues)
  return { cues: cues.sort((a, b) => a.start - b.start || a.end - b.end), clocks }
}

/** In the frames of the clips, as far as they have the same ones. */
function toOwnRate(document: MillisecondDocument, clocks: readonly FrameClock[]): TimedTextDocument {
  const [first] = clocks
  const isOfOneRate = clocks.every(clock => first && !clock.isVariable && isSameRate(clock.rate, first.rate))
  return first && isOfOneRate ? toFrameDocument(document, first.rate) : document
}

function toCues(said: readonly Said[], clock: FrameClock): Cues {
  return said.map(({ start, end, text }) => ({
    start: clock.toMilliseconds(start),
    end: clock.toMilliseconds(end),
    textParts: [{ type: 'text', content: text }],
  }))
}

function listSaid(row: SaidRow): Said[] {
  if (row.funnel === 'Subtitle') return listCaptions(row)
  const words = listWords(row)
  const text = (words.length > 0 ? words.map(word => word.text).join('') : (row.text ?? '')).trim()
  return text === '' ? [] : [{ start: row.start_frame, end: row.end_frame, text }]
}
