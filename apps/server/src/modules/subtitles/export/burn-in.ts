import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  malformed,
  missingRight,
  type SubtitleExportRequest,
  type SubtitleObject,
  withoutMediaExtension,
} from '@rushes/contract'
import { type MediaEngine, MediaError } from '@rushes/media-engine'
import { createFrameClock } from '@rushes/timebase'
import {
  type Cue,
  type FrameDocument,
  type MillisecondDocument,
  mapTimes,
  shippedPresets,
  toPlainText,
  writeAss,
} from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { inStaging, recordDerivative, toTracks, withFile } from '../../ingest/index.ts'
import { getMediaObjectRow, growingProfile, listInstanceRows, type MediaInstanceRow } from '../../media/index.ts'
import {
  defineWorkflow,
  implementWorkflow,
  PermanentError,
  type TaskRun,
  type WorkflowWork,
} from '../../workflows/index.ts'
import { settleContent } from '../change/settle.ts'
import { refusingForGood } from '../files/refusing.ts'
import { toDocument } from '../files/timed-text.ts'
import { findTarget, missing, type SubtitleAddress } from '../target.ts'
import { toAddress } from './link.ts'
import { toFileName } from './request.ts'
import { keepExport } from './store.ts'
import { toShownDocument } from './write.ts'

export interface BurnInInput {
  readonly address: SubtitleAddress
  readonly request: SubtitleExportRequest
}

const minuteMs = 60_000
/** The address of a film in the report of its workflow holds as long as that of a file; the film itself stays. */
const dayMs = 24 * 60 * minuteMs
/** Proxies are no higher. */
const maxHeight = 4320

export const burnInDefinition = defineWorkflow<BurnInInput, 'burnIn'>({
  name: 'subtitleBurnIn',
  tasks: {
    burnIn: {
      label: 'Burn in subtitles',
      attempts: 3,
      retryDelayMs: 5000,
      timeoutMs: 12 * 60 * minuteMs,
      isLong: true,
    },
  },
})

/** Throws ForbiddenError without the right to edit subtitles, BadRequestError for members that only files have. */
export function assertBurnable({ actor }: Context, request: SubtitleExportRequest, withTranslations: boolean): void {
  if (actor.kind === 'user' && !actor.rights.has('SUBTITLE_EDIT')) throw missingRight('SUBTITLE_EDIT')
  for (const name of ['format', 'profile', 'timeBase', 'delivery', 'columns'] as const) {
    if (request[name] !== undefined) throw malformed(`/${name}`, 'is not for a film; leave it out with burnIn')
  }
  if (withTranslations) throw malformed('/includeTranslatedToIds', 'a film has subtitles in one language')
}

/** The work of films with subtitles in their pictures. */
export function createBurnInWork(engine: MediaEngine): WorkflowWork {
  return implementWorkflow(burnInDefinition, {
    burnIn: run => inStaging(run, 'burn-in', folder => burnIn(run, engine, folder)),
  })
}

async function burnIn(run: TaskRun<BurnInInput>, engine: MediaEngine, folder: string) {
  const { address, request } = run.input
  const { productionId, mediaObjectId } = address
  const proxy = await findSource(run.ctx, mediaObjectId)
  const { document, diagnostics, fileName, profile } = await refusingForGood(() => prepare(run.ctx, address, request))
  const { content, diagnostics: losses } = writeAss(document)
  const path = join(folder, 'subtitles.ass')
  await writeFile(path, content)
  const output = join(folder, 'film.mp4')
  const shown = document.cues.find(({ textParts }) => toPlainText(textParts).trim() !== '')
  if (!shown) throw new PermanentError('NO_SUBTITLES', 'There is no text that could be burned in')
  const made = await withFile(run, proxy, async input => {
    const report = await engine.probe(input, { signal: run.signal })
    return engine.makeProxy({
      ...{ input, output, maxHeight, report },
      startTimecode: report.startTimecode?.text,
      subtitles: { path, shownAtMs: shown.start },
      signal: run.signal,
      onProgress: share => run.report(share * 100),
    })
  })
  if (made.frameCount === undefined) throw new MediaError('NO_STREAM', 'The clip has no picture.')
  const film = {
    path: output,
    type: 'ATTACHMENT',
    mimeType: made.report.mimeType,
    fileName,
    profile,
    durationMs: proxy.duration_ms,
    tracks: toTracks(made.report),
  } as const
  return recordDerivative(run, { mediaObjectId, instance: proxy }, film, async (ctx, row) => {
    const now = ctx.platform.clock.now()
    const place = { workflow_id: run.workflowId, production_id: productionId, media_object_id: mediaObjectId }
    const file = { file_name: fileName, media_type: row.mime_type, content: Buffer.alloc(0) }
    await keepExport(ctx.db, { ...place, ...file, media_instance_id: row.id, created: now })
    return {
      address: toAddress(run.workflowId, fileName, now + ctx.platform.config.retention.exports * dayMs),
      publishedFiles: [{ name: fileName, size: row.size, warnings: [...diagnostics, ...losses] }],
    }
  })
}

/** The best proxy, which has the frames of the clip and its watermark. */
async function findSource({ db }: Context, mediaObjectId: number): Promise<MediaInstanceRow> {
  const rows = await listInstanceRows(db, mediaObjectId)
  const proxies = rows.filter(({ type, profile }) => type === 'PROXY' && profile !== growingProfile)
  const proxy = proxies.find(({ profile }) => profile === 'HD') ?? proxies.at(-1)
  if (!proxy) throw new PermanentError('NO_PROXY', 'The clip has no proxy that subtitles could be burned into')
  return proxy
}

async function prepare(ctx: Context, address: SubtitleAddress, request: SubtitleExportRequest) {
  const clip = await getMediaObjectRow(ctx.db, address.productionId, address.mediaObjectId)
  const target = await findTarget(ctx, address)
  const { row, media, rules, quality } = target
  if (!row) throw missing(target)
  if (!media) throw new PermanentError('NO_SAMPLE_RATE', 'The rate of the clip is not known yet')
  const language = row.language ?? 'und'
  const content = settleContent(row.structured_description as SubtitleObject, { ...rules, frameCount: 0 })
  const { document, diagnostics } = toShownDocument({ ...toDocument(content, media), language }, request, {
    frameCount: clip.frame_count ?? 0,
    startFrames: clip.timecode_frames ?? 0,
    dropFrame: clip.drop_frame,
    preset: quality ?? shippedPresets.broadcast,
  })
  const suffix = row.subtitle_preset_id === null ? language : `${language}_${row.subtitle_preset_id}`
  const { downloadName } = request
  const name = downloadName ?? withoutMediaExtension(clip.name)
  return {
    document: toPlayerTimes({ ...document, cues: document.cues.filter(({ hidden }) => !hidden) }),
    diagnostics,
    fileName: toFileName(name, 'mp4', downloadName === undefined ? suffix : ''),
    profile: `BURNED_IN ${language}${row.subtitle_preset_id === null ? '' : `;${row.subtitle_preset_id}`}`,
  }
}

/**
 * Times in hundredths, which ASS counts in: the last one that is not after the frame, so that the frame that begins then or
 * later is the first one that shows the text. Times of pictures of a variable rate are rounded to milliseconds.
 */
function toPlayerTimes(document: FrameDocument): MillisecondDocument {
  const { rate, times } = document.timing
  const { num, den } = rate
  const clock = createFrameClock(rate, times)
  const toHundredths = (frame: number) =>
    clock.isVariable ? Math.floor((clock.toMilliseconds(frame) - 0.5) / 10) : Math.floor((frame * den * 100) / num)
  const cues: readonly Cue<number>[] = document.cues
  const inFrames: MillisecondDocument = { ...document, timing: { unit: 'milliseconds' }, cues }
  return mapTimes(inFrames, frame => 10 * Math.max(0, toHundredths(frame)))
}
