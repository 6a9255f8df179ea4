import { brokenRule, FileBody, notFound, type Transcript, TranscriptReplacement } from '@rushes/contract'
import type { FrameClock } from '@rushes/timebase'
import {
  findFormatByMediaType,
  readRecognition,
  type TimedWord,
  toMillisecondDocument,
  toTranscriptWords,
} from '@rushes/timed-text'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { findFrameClock, getMediaObjectRow } from '../../media/index.ts'
import { type TranscriptAddress, toAddress } from '../address.ts'
import { assertEditable } from '../edit/lock.ts'
import { listParagraphRows } from '../reading/find.ts'
import { toTranscript } from '../reading/show.ts'
import { lockStatus, writeStatus } from '../reading/status.ts'
import { settleFrames } from '../recognition/parts.ts'
import { cutFrames, deleteParagraphs, prepareParagraphs, replaceParagraphs } from './write.ts'

/** The words of what was sent, and whether they are cut into paragraphs already. */
interface Sent {
  readonly paragraphs: readonly (readonly TimedWord[])[]
}

/**
 * Replaces a transcript as a whole, or makes it: by paragraphs as GET shows them, by what a recogniser wrote, or by the
 * words of a subtitle file. Throws ValidationError for what is none of these, ConflictError while an engine is at work
 * on it or it is finished.
 */
export async function replaceTranscript(ctx: Context, given: TranscriptAddress, body: object): Promise<Transcript> {
  const address = toAddress(given)
  const clip = await getMediaObjectRow(ctx.db, address.productionId, address.mediaObjectId)
  const frameCount = clip.frame_count ?? 0
  const clock = await findFrameClock(ctx.db, clip)
  const { paragraphs } = body instanceof FileBody ? readFile(body, clock) : readJson(body, clock, frameCount)
  const words = settleFrames(paragraphs.flat(), frameCount)
  if (words.length === 0) throw brokenRule('/', 'has no words')
  const prepared = await prepareParagraphs(ctx, regroup(words, paragraphs))
  return inTransaction(ctx, async ctx => {
    const found = await lockStatus(ctx, address)
    assertEditable(found.status)
    const label = `Imported Transcript ${new Date(ctx.platform.clock.now()).toUTCString()}`
    await replaceParagraphs(ctx, address, prepared, { source: 'transcript_import', label })
    await writeStatus(ctx, address, found, 'EDITING')
    return toTranscript(ctx, address, await listParagraphRows(ctx, address))
  })
}

/** Deletes a transcript; nothing is done of it then. Throws NotFoundError, ConflictError. */
export async function deleteTranscript(ctx: Context, given: TranscriptAddress): Promise<void> {
  const address = toAddress(given)
  await inTransaction(ctx, async ctx => {
    const found = await lockStatus(ctx, address)
    assertEditable(found.status)
    if ((await deleteParagraphs(ctx, address)) === 0) throw notFound('Transcript', address.language)
    await writeStatus(ctx, address, found, 'NOT_STARTED')
  })
}

/** Corrected words in their original paragraphs. */
function regroup(words: readonly TimedWord[], paragraphs: readonly (readonly TimedWord[])[]): TimedWord[][] {
  let passed = 0
  return paragraphs
    .filter(({ length }) => length > 0)
    .map(({ length }) => {
      passed += length
      return words.slice(passed - length, passed)
    })
}

function readFile(file: FileBody, clock: FrameClock | undefined): Sent {
  const format = findFormatByMediaType(file.contentType)
  if (!format) throw new Error(`no format reads ${file.contentType}`)
  const { document, diagnostics } = format.read(file.bytes, { maxDiagnostics: 10 })
  const fault = diagnostics.find(({ severity }) => severity === 'error')
  if (document.cues.length === 0) throw brokenRule('/', `The file holds no words. ${fault?.message ?? ''}`.trim())
  return cut(toTranscriptWords(toMillisecondDocument(document)), clock)
}

const validate = createValidator(TranscriptReplacement, 'ValidationError')

function readJson(body: object, clock: FrameClock | undefined, frameCount: number): Sent {
  if ('paragraphs' in body) {
    validate(body)
    return { paragraphs: readParagraphs(body as TranscriptReplacement, frameCount) }
  }
  const recognition = readRecognition(body)
  if (!recognition) throw brokenRule('/', 'is neither a transcript nor what a known recogniser writes')
  return cut(recognition.words, clock)
}

function cut(words: readonly TimedWord[], clock: FrameClock | undefined): Sent {
  if (!clock) throw brokenRule('/sampleRate', 'of the clip is not known yet')
  const framed = words.map(word => ({
    ...word,
    start: clock.toFrame(word.start),
    end: clock.toNearestFrame(word.end),
  }))
  const { num, den } = clock.rate
  return { paragraphs: cutFrames(framed, num / den) }
}

/** Words as they were sent, in order and in the clip. Throws ValidationError with the path of the first that is not. */
function readParagraphs({ paragraphs }: TranscriptReplacement, frameCount: number): TimedWord[][] {
  let reached = 0
  return paragraphs.map(({ speaker, structuredDescription: { parts } }, index) =>
    parts.map((part, place): TimedWord => {
      const path = `/paragraphs/${index}/structuredDescription/parts/${place}`
      const { start, duration, spokenDuration = duration, word: text, confidence } = part
      if (start < reached) throw brokenRule(`${path}/start`, 'must not come before the word in front of it')
      if (frameCount > 0 && start + duration > frameCount) {
        throw brokenRule(`${path}/duration`, `must not exceed ${frameCount}, the number of frames of the clip`)
      }
      if (text.trim() === '') throw brokenRule(`${path}/word`, 'must say something')
      reached = start
      return {
        text,
        start,
        end: start + spokenDuration,
        ...(confidence !== undefined && { confidence }),
        ...(speaker !== undefined && { speaker }),
        ...(part.isStartInterpolated && { isStartInterpolated: true as const }),
        ...(part.isEndInterpolated && { isEndInterpolated: true as const }),
      }
    }),
  )
}
