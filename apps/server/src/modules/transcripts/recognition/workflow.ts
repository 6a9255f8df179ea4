import { brokenRule, type TranscriptionRequest, type WorkflowMinWrapper } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { parseLanguage } from '../../../platform/text/language.ts'
import { findInstance, lockMediaObject } from '../../media/index.ts'
import { getSettings } from '../../productions/index.ts'
import {
  defineWorkflow,
  getWorkflowReport,
  implementWorkflow,
  startWorkflow,
  type WorkflowWork,
} from '../../workflows/index.ts'
import type { TranscriptAddress } from '../address.ts'
import type { OperatorEngines } from '../engines/operator.ts'
import { lockStatus } from '../reading/status.ts'
import { speechTaskPlan, type TranscriptTasks } from '../tasks/index.ts'
import { assertEquipped, type RecognitionRequest, type RequestPaths } from '../tasks/request.ts'
import { assertMayWrite, beginRun } from './runs.ts'

/** A transcript that is to be made; with a text its words are given times. */
interface TranscriptionInput extends RecognitionRequest {
  readonly text?: string
}

const definition = defineWorkflow<TranscriptionInput, 'transcript'>({
  name: 'transcript',
  tasks: { transcript: { label: 'Write down what is said', ...speechTaskPlan } },
})

/** The work of transcripts. */
export function createTranscriptWork(tasks: TranscriptTasks): WorkflowWork {
  return implementWorkflow(definition, {
    transcript: run => {
      const { text, ...request } = run.input
      return text === undefined ? tasks.recogniseSpeech(run, request) : tasks.alignText(run, { ...request, text })
    },
  })
}

/**
 * Starts to make the transcript of a clip; its status is `AUTOMATIC_STARTED` from then on. Throws ConflictError where one
 * is there or being made, ValidationError for an engine or a dictionary that there is not.
 */
export async function startTranscription(
  ctx: Context,
  { productionId, mediaObjectId }: Omit<TranscriptAddress, 'language'>,
  body: TranscriptionRequest,
  speech: OperatorEngines,
): Promise<WorkflowMinWrapper> {
  const language = parseLanguage(body.language ?? (await getDefaultLanguage(ctx, productionId)), '/language')
  const { engine, configuration, transcriptionDictionaryId: dictionaryId, text } = body
  const request: RecognitionRequest = {
    language,
    ...(engine !== undefined && { engine }),
    ...(configuration !== undefined && { configuration }),
    ...(dictionaryId !== undefined && { dictionaryId }),
    overwriteAllowed: body.overwriteTranscriptAllowed === true,
  }
  const address = { productionId, mediaObjectId, language }
  await assertEquipped(ctx, productionId, request, speech, { isNeeded: text === undefined })
  const id = await inTransaction(ctx, async ctx => {
    await lockMediaObject(ctx, productionId, mediaObjectId)
    if (!(await findInstance(ctx.db, mediaObjectId, 'RAW')) && !(await findInstance(ctx.db, mediaObjectId, 'PROXY'))) {
      throw brokenRule('/mediaObjectId', 'the clip has no file that could be heard')
    }
    const id = await startWorkflow(ctx, definition, {
      productionId,
      mediaObjectId,
      label: body.workflowLabel ?? `Transcript in ${language}`,
      input: { ...request, ...(text !== undefined && { text }) },
    })
    await beginRun(ctx, { ...address, workflowId: id, overwriteAllowed: request.overwriteAllowed })
    return id
  })
  return getWorkflowReport(ctx, id)
}

async function getDefaultLanguage(ctx: Context, productionId: number): Promise<string> {
  const { defaultLanguage } = await getSettings(ctx, productionId)
  if (typeof defaultLanguage !== 'string') throw brokenRule('/language', 'is needed: the production has no default')
  return defaultLanguage
}

/**
 * Throws what would be wrong with a request once its workflow runs, and writes nothing: an engine, a configuration or a
 * dictionary that there is not (ValidationError), a transcript that may not be overwritten (ConflictError). A text can
 * be given times without an engine: then none `isNeeded`.
 */
export async function assertRecognisable(
  ctx: Context,
  address: TranscriptAddress,
  request: RecognitionRequest,
  speech: OperatorEngines,
  { isNeeded = true, ...paths }: RequestPaths & { isNeeded?: boolean } = {},
): Promise<void> {
  await assertEquipped(ctx, address.productionId, request, speech, { isNeeded, ...paths })
  await inTransaction(ctx, async ctx => {
    const whole = { ...address, language: parseLanguage(address.language) }
    const { status } = await lockStatus(ctx, whole)
    await assertMayWrite(ctx, whole, status, request.overwriteAllowed)
  })
}
