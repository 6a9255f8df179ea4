import { type AdvancedSubtitleRequest, missingRight, type WorkflowMinWrapper } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { parseLanguage } from '../../../platform/text/language.ts'
import { lockClipAnnotation } from '../../annotations/index.ts'
import { assertRecognisable, type OperatorEngines, type RecognitionRequest } from '../../transcripts/index.ts'
import { getWorkflowReport, startWorkflow } from '../../workflows/index.ts'
import { toStatusPlace } from '../status.ts'
import { findTarget } from '../target.ts'
import { automaticDefinition } from './definition.ts'
import { acceptInputFile } from './input-file.ts'
import { announceStart } from './outcome.ts'
import { assertConsistent, listAskedTasks, readConversion, readCorrections, type StoredRequest } from './request.ts'
import { insertWork } from './store.ts'

/**
 * Starts to make subtitles, and a transcript where that is asked for. Throws NotFoundError without the clip or a file,
 * BadRequestError for a request that contradicts itself, ValidationError for a preset that does not exist or what no
 * rule allows, ConflictError while another run makes the same subtitles. What the interface calls a failure of the task
 * (subtitles or a transcript that exist, or do not) is one: the workflow ends with it.
 */
export async function startAutomaticSubtitles(
  ctx: Context,
  { productionId, mediaObjectId }: { productionId: number; mediaObjectId: number },
  body: AdvancedSubtitleRequest,
  speech: OperatorEngines,
): Promise<WorkflowMinWrapper> {
  assertConsistent(body)
  const { importFileResource, speechAlignmentFileResource, ...members } = body
  const { language, subtitlePresetId: presetId } = body
  const target = await findTarget(ctx, { productionId, mediaObjectId, language, presetId })
  target.readSpotting(body.subtitlingConfiguration)
  if (body.frameRateConversionOptions) readConversion(body.frameRateConversionOptions)
  readCorrections(body.subtitleTimingCorrections ?? [])
  const transcribed = {
    ...members,
    transcriptionLanguage: parseLanguage(body.transcriptionLanguage ?? language, '/transcriptionLanguage'),
  }
  await assertTranscribable(ctx, { productionId, mediaObjectId }, transcribed, speech)
  const accept = (file: typeof importFileResource, path: string) =>
    file && acceptInputFile(ctx, productionId, file, path)
  const imported = await accept(importFileResource, '/importFileResource')
  const spoken = await accept(speechAlignmentFileResource, '/speechAlignmentFileResource')
  const request: StoredRequest = {
    ...transcribed,
    language: target.language,
    ...(imported && { importFileResource: imported.stored }),
    ...(spoken && { speechAlignmentFileResource: spoken.stored }),
  }
  const place = {
    production_id: productionId,
    media_object_id: mediaObjectId,
    language: target.language,
    subtitle_preset_id: target.rules.presetId,
  }
  const only = listAskedTasks(body)
  const id = await inTransaction(ctx, async ctx => {
    const clip = await lockClipAnnotation(ctx, productionId, mediaObjectId)
    const id = await startWorkflow(ctx, automaticDefinition, {
      productionId,
      mediaObjectId,
      label: 'Automatic Subtitling',
      input: {
        address: {
          productionId,
          mediaObjectId,
          language: target.language,
          presetId: target.rules.presetId ?? undefined,
        },
        request,
      },
      mutex: `subtitles of ${mediaObjectId} ${target.language};${target.rules.presetId ?? ''}`,
      only,
    })
    const now = ctx.platform.clock.now()
    const contents = { import_content: imported?.bytes ?? null, alignment_content: spoken?.bytes ?? null }
    const makesSubtitles = only.includes('store')
    const row = { workflow_id: id, ...place, ...contents, is_import: imported !== undefined, is_open: makesSubtitles }
    await insertWork(ctx.db, { ...row, created: now })
    if (makesSubtitles) await announceStart(ctx, id, clip, toStatusPlace(target))
    return id
  })
  return getWorkflowReport(ctx, id)
}

type Transcribed = Pick<
  StoredRequest,
  | 'generateTranscriptFromASR'
  | 'generateTranscriptFromASA'
  | 'overwriteTranscriptAllowed'
  | 'transcriptionLanguage'
  | 'transcriptionSpeechEngine'
  | 'transcriptionEngineConfiguration'
  | 'transcriptionDictionaryId'
>

/** What a run asks of the module of transcripts. */
export function toRecognition(
  request: Transcribed & { readonly transcriptionLanguage?: string | undefined; readonly language?: string },
): RecognitionRequest {
  return {
    language: request.transcriptionLanguage ?? request.language ?? '',
    engine: request.transcriptionSpeechEngine,
    configuration: request.transcriptionEngineConfiguration,
    dictionaryId: request.transcriptionDictionaryId,
    overwriteAllowed: request.overwriteTranscriptAllowed === true,
  }
}

/** A transcript is metadata of the clip: making one needs the right to those, and an engine that can. */
async function assertTranscribable(
  ctx: Context,
  clip: { productionId: number; mediaObjectId: number },
  request: Transcribed,
  speech: OperatorEngines,
): Promise<void> {
  if (!request.generateTranscriptFromASR && !request.generateTranscriptFromASA) return
  const { actor } = ctx
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_UPDATE_METADATA')) {
    throw missingRight('LIBRARY_UPDATE_METADATA')
  }
  // "Fails when a transcript already exists" is said of the task.
  const recognition = { ...toRecognition(request), overwriteAllowed: true }
  await assertRecognisable(ctx, { ...clip, language: recognition.language }, recognition, speech, {
    engine: '/transcriptionSpeechEngine',
    configuration: '/transcriptionEngineConfiguration',
    dictionaryId: '/transcriptionDictionaryId',
    isNeeded: request.generateTranscriptFromASR === true,
  })
}
