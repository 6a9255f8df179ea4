import type { AsyncResponse, SubtitleExportRequest, SubtitleObject } from '@rushes/contract'
import { shippedPresets } from '@rushes/timed-text'
import { zipSync } from 'fflate'
import { type AnnotationRow, findAnnotations } from '../../annotations/index.ts'
import { getMediaObjectRow, type MediaObjectRow } from '../../media/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import {
  defineWorkflow,
  getWorkflowReport,
  implementWorkflow,
  PermanentError,
  startWorkflow,
  type TaskOutcome,
  type TaskRun,
  type WorkflowWork,
} from '../../workflows/index.ts'
import { refusingForGood } from '../refusing.ts'
import { settleContent } from '../settle.ts'
import { findTarget, missing, type SubtitleAddress, type SubtitleTarget } from '../target.ts'
import { toDocument } from '../timed-text.ts'
import { toLocation } from './link.ts'
import { type ExportFormat, exportFormats, readFormat, readStlOptions, toFileName } from './request.ts'
import { keepExport } from './store.ts'
import { writeExport } from './write.ts'

interface ExportInput {
  readonly address: SubtitleAddress
  readonly request: SubtitleExportRequest
  readonly withTranslations: boolean
}

const minuteMs = 60_000
/** An exported file can be fetched for so long. */
const keptMs = 24 * 60 * minuteMs

const exportDefinition = defineWorkflow<ExportInput, 'export'>({
  name: 'subtitleExport',
  tasks: { export: { label: 'Export subtitles', attempts: 3, retryDelayMs: 1000, timeoutMs: 10 * minuteMs } },
})

/**
 * Starts to make a file of subtitles. Throws NotFoundError without them, BadRequestError for a request that contradicts
 * itself, ValidationError for an option that no file has.
 */
export async function startExport(
  ctx: Context,
  address: SubtitleAddress,
  request: SubtitleExportRequest,
  withTranslations: boolean,
): Promise<AsyncResponse> {
  readFormat(request)
  readStlOptions(request)
  const target = await findTarget(ctx, address)
  if (!target.row) throw missing(target)
  const { productionId, mediaObjectId } = address
  const id = await inTransaction(ctx, ctx =>
    startWorkflow(ctx, exportDefinition, {
      productionId,
      mediaObjectId,
      label: 'Export subtitles',
      input: { address, request, withTranslations },
    }),
  )
  const { href, hrefs } = await getWorkflowReport(ctx, id)
  return { objectType: 'AsyncResponse', workflowId: id, productionId, href, hrefs, location: hrefs.progress ?? href }
}

/** The work of exports. */
export function createExportWork(): WorkflowWork {
  return implementWorkflow(exportDefinition, { export: exportFiles })
}

/** A file and what it could not hold. */
interface NamedFile {
  readonly name: string
  readonly content: Uint8Array
  readonly warnings: readonly object[]
}

async function exportFiles({ ctx, input, workflowId }: TaskRun<ExportInput>): Promise<TaskOutcome> {
  const { address, request, withTranslations } = input
  const { productionId, mediaObjectId } = address
  const format = readFormat(request)
  const files = await refusingForGood(async () => {
    const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
    const target = await findTarget(ctx, address)
    if (!target.row) throw missing(target)
    const rows = [target.row, ...(withTranslations ? await listTranslated(ctx, target.row) : [])]
    return rows.map(row => toFile(row, target, clip, format, request))
  })
  const [only] = files
  const isZip = files.length > 1
  const name = isZip ? toFileName(request.downloadName ?? 'subtitles', 'zip') : only!.name
  const content = isZip ? toZip(files, ctx.platform.clock.now()) : only!.content
  const mediaType = isZip ? 'application/zip' : exportFormats[format].mediaType
  return {
    record: async ctx => {
      const now = ctx.platform.clock.now()
      const row = { workflow_id: workflowId, production_id: productionId, media_object_id: mediaObjectId }
      const file = { file_name: name, media_type: mediaType, content: Buffer.from(content), created: now }
      await keepExport(ctx.db, { ...row, ...file }, now - keptMs)
      return {
        location: toLocation(ctx.platform, workflowId, name, now + keptMs),
        publishedFiles: files.map(({ name, content, warnings }) => ({ name, size: content.length, warnings })),
      }
    },
  }
}

async function listTranslated(ctx: Context, row: AnnotationRow): Promise<AnnotationRow[]> {
  const { production_id: productionId, media_object_id: mediaObjectId } = row
  const rows = await findAnnotations(ctx.db, { productionId, mediaObjectId, funnel: 'Subtitle' })
  return rows.filter(other => other.translated_from_id === row.id)
}

/** Subtitles as a file of this format. Throws what cannot be written. */
export function toFile(
  row: AnnotationRow,
  { rate, rules, quality }: SubtitleTarget,
  clip: MediaObjectRow,
  format: ExportFormat,
  request: SubtitleExportRequest,
): NamedFile {
  if (!rate) throw new PermanentError('NO_SAMPLE_RATE', 'The rate of the clip is not known yet')
  const language = row.language ?? 'und'
  const content = settleContent(row.structured_description as SubtitleObject, { ...rules, frameCount: 0 })
  const exported = {
    frameCount: clip.frame_count ?? 0,
    startFrames: clip.timecode_frames ?? 0,
    dropFrame: clip.drop_frame,
    preset: quality ?? shippedPresets.broadcast,
  }
  const document = { ...toDocument(content, rate), language }
  const { content: bytes, diagnostics } = writeExport(document, format, request, exported)
  const suffix = row.subtitle_preset_id === null ? language : `${language}_${row.subtitle_preset_id}`
  const name = request.downloadName === undefined ? `${clip.name}_${suffix}` : request.downloadName
  return { name: toFileName(name, exportFormats[format].extension), content: bytes, warnings: [...diagnostics] }
}

/** Names that are the same are numbered. */
function toZip(files: readonly NamedFile[], now: number): Uint8Array {
  const entries: Record<string, Uint8Array> = {}
  for (const { name, content } of files) {
    const dot = name.lastIndexOf('.')
    let free = name
    for (let number = 2; Object.hasOwn(entries, free); number++)
      free = `${name.slice(0, dot)}_${number}${name.slice(dot)}`
    entries[free] = content
  }
  return zipSync(entries, { mtime: now })
}
