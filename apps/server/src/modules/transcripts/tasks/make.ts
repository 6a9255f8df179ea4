import { ServiceError } from '@rushes/contract'
import type { MediaEngine } from '@rushes/media-engine'
import { applyDictionary, type DictionaryEntry, type TimedWord } from '@rushes/timed-text'
import { type Context, inTransaction } from '../../../platform/context.ts'
import type { Outbound } from '../../../platform/security/outbound.ts'
import { PermanentError, type TaskOutcome, type TaskRun } from '../../workflows/index.ts'
import { type TranscriptAddress, toAddress } from '../address.ts'
import { type SpeechEngine, SpeechError } from '../engines/engine.ts'
import type { OperatorEngines } from '../engines/operator.ts'
import { openEngine } from '../engines/resolve.ts'
import { lockStatus } from '../reading/status.ts'
import { settleFrames } from '../recognition/parts.ts'
import type { Purpose } from '../recognition/run-store.ts'
import { assertMayWrite, beginRun, completeRun, failRun } from '../recognition/runs.ts'
import { type ClipSound, withSound } from '../recognition/sound.ts'
import { cutFrames, type Origin, prepareParagraphs, replaceParagraphs } from '../writing/write.ts'
import { type TranscriptReport, type TranscriptWarning, toMeanConfidence } from './report.ts'
import { equip, type RecognitionRequest } from './request.ts'

/** What tasks work with. */
export interface SpeechParts {
  readonly engine: MediaEngine
  readonly outbound: Outbound
  readonly speech: OperatorEngines
}

/** How often a task is tried; the last failure is reported as the transcript's. */
export const speechAttempts = 3

/** Words that were found, in milliseconds. */
export interface FoundWords {
  readonly words: readonly TimedWord[]
  readonly engine?: string | undefined
  readonly warnings: readonly TranscriptWarning[]
}

/** What words are found with: no engine where none is set up. */
export interface SpeechTools {
  readonly speech: SpeechEngine | undefined
  readonly dictionary: readonly DictionaryEntry[]
}

/** One way to make a transcript. */
export interface Making {
  readonly purpose: Purpose
  readonly source: Origin['source']
  readonly title: string
  find(run: TaskRun<unknown>, sound: ClipSound, tools: SpeechTools): Promise<FoundWords>
}

/**
 * The whole work of a task that makes a transcript: begins the run, extracts the sound, finds the words, and records
 * them with the end of the run. A failure that is the last one ends the run at once; all others are left to the care.
 */
export async function makeTranscript(
  run: TaskRun<unknown>,
  parts: SpeechParts,
  request: RecognitionRequest,
  making: Making,
): Promise<TaskOutcome> {
  const address = toAddress({
    productionId: run.productionId,
    mediaObjectId: run.mediaObjectId ?? 0,
    language: request.language,
  })
  const { overwriteAllowed } = request
  try {
    await inTransaction(run.ctx, ctx => beginRun(ctx, { ...address, workflowId: run.workflowId, overwriteAllowed }))
    const { engine, dictionary } = await equip(run.ctx, run.productionId, request, parts.speech)
    const speech = engine && openEngine(parts.outbound, engine)
    const { sound, found } = await withSound(run, parts.engine, making.purpose, async sound => ({
      sound,
      found: await making.find(run, sound, { speech, dictionary }),
    }))
    return await toOutcome(run, { address, overwriteAllowed, making, sound, found, dictionary })
  } catch (error) {
    const fault = toLasting(error)
    if (!run.signal.aborted && (fault instanceof PermanentError || run.attempt >= speechAttempts)) {
      await tellFailure(run.ctx, run.workflowId, fault)
    }
    throw fault
  }
}

/** What another attempt cannot fix fails permanently. */
function toLasting(error: unknown): unknown {
  if (error instanceof SpeechError && error.isLasting) return new PermanentError(error.code, error.message)
  if (error instanceof ServiceError && error.status < 500) {
    return new PermanentError(error.status === 409 ? 'TRANSCRIPT_EXISTS' : error.type, error.message)
  }
  return error
}

async function tellFailure(ctx: Context, workflowId: string, error: unknown): Promise<void> {
  const { message, name, code = name } = error as Error & { code?: string }
  await inTransaction(ctx, ctx => failRun(ctx, workflowId, { code, message })).catch(failure =>
    // The care will do it.
    ctx.platform.log.warn({ err: failure, workflow: workflowId }, 'could not tell that a transcript has failed'),
  )
}

interface Result {
  readonly address: TranscriptAddress
  readonly overwriteAllowed: boolean
  readonly making: Making
  readonly sound: Pick<ClipSound, 'clock' | 'frameCount'>
  readonly found: FoundWords
  readonly dictionary: readonly DictionaryEntry[]
}

async function toOutcome(run: TaskRun<unknown>, result: Result): Promise<TaskOutcome> {
  const { address, overwriteAllowed, making, sound, found, dictionary } = result
  const { clock, frameCount } = sound
  const { words, replaced: respelled } = applyDictionary(found.words, making.purpose === 'recognise' ? dictionary : [])
  const framed = settleFrames(
    words.map(word => ({
      ...word,
      start: clock.toFrame(word.start),
      end: clock.toNearestFrame(word.end),
    })),
    frameCount,
  )
  const paragraphs = await prepareParagraphs(run.ctx, cutFrames(framed, clock.rate.num / clock.rate.den))
  return {
    record: async ctx => {
      const { status } = await lockStatus(ctx, address)
      await assertMayWrite(ctx, address, status, overwriteAllowed).catch(error => {
        throw toLasting(error)
      })
      const label = `${making.title} ${new Date(ctx.platform.clock.now()).toUTCString()}`
      const replaced = await replaceParagraphs(ctx, address, paragraphs, { source: making.source, label })
      const confidence = toMeanConfidence(framed)
      const report: TranscriptReport = {
        language: address.language,
        ...(found.engine !== undefined && { engine: found.engine }),
        paragraphs: paragraphs.length,
        words: framed.length,
        ...(confidence !== undefined && { confidence }),
        replaced,
        respelled,
        warnings: found.warnings,
      }
      await completeRun(ctx, run.workflowId, address, report)
      return { report }
    },
  }
}
