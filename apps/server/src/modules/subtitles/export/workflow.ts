import {
  type AsyncResponse,
  type SubtitleExportRequest,
  type SubtitleObject,
  withoutMediaExtension,
} from '@rushes/contract'
import { shippedPresets, type TimedTextFormat, type WriteOptions } from '@rushes/timed-text'
import { zipSync } from 'fflate'
import { type Context, inTransaction } from '../../../platform/context.ts'
import type { AnnotationRow } from '../../annotations/index.ts'
import { getMediaObjectRow, type MediaObjectRow } from '../../media/index.ts'
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
import { settleContent } from '../change/settle.ts'
import { refusingForGood } from '../files/refusing.ts'
import { findTranslations, readColumns, toTableOptions } from '../files/tables.ts'
import { toDocument } from '../files/timed-text.ts'
import { findTarget, missing, type SubtitleAddress, type SubtitleTarget } from '../target.ts'
import { assertBurnable, burnInDefinition } from './burn-in.ts'
import { toAddress } from './link.ts'
import { readFormat, readStlOptions, toFileName } from './request.ts'
import { keepExport } from './store.ts'
import { writeExport } from './write.ts'

interface ExportInput {
  readonly address: SubtitleAddress
  readonly request: SubtitleExportRequest
  readonly withTranslations: boolean
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

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
  if (request.burnIn) assertBurnable(ctx, request, withTranslations)
  else readFormat(request, address.language)
  readStlOptions(request)
  readColumns(request.columns)
  const target = await findTarget(ctx, address)
  if (!target.row) throw missing(target)
  const { productionId, mediaObjectId } = address
  const started = { productionId, mediaObjectId }
  const id = await inTransaction(ctx, ctx =>
    request.burnIn
      ? startWorkflow(ctx, burnInDefinition, { ...started, label: 'Burn in subtitles', input: { address, request } })
      : startWorkflow(ctx, exportDefinition, {
          ...started,
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
  const format = readFormat(request, address.language)
  const files = await refusingForGood(async () => {
    const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
    const target = await findTarget(ctx, address)
    if (!target.row) throw missing(target)
    const translated = withTranslations ? await findTranslations(ctx, target.row) : []
    const table = toTableOptions(format, target, translated, request.columns)
    const rows = format.isTable ? [target.row] : [target.row, ...translated]
    return withUniqueNames(rows.map(row => toFile(row, target, clip, format, request, table, rows.length > 1)))
  })
  const [only] = files
  const isZip = files.length > 1
  const name = isZip ? toFileName(request.downloadName ?? 'subtitles', 'zip') : only!.name
  const content = isZip ? toZip(files, ctx.platform.clock.now()) : only!.content
  const mediaType = isZip ? 'application/zip' : format.mediaTypes[0]
  return {
    record: async ctx => {
      const now = ctx.platform.clock.now()
      const row = { workflow_id: workflowId, production_id: productionId, media_object_id: mediaObjectId }
      const file = { file_name: name, media_type: mediaType, content: Buffer.from(content), created: now }
      await keepExport(ctx.db, { ...row, ...file })
      return {
        address: toAddress(workflowId, name, now + ctx.platform.config.retention.exports * dayMs),
        publishedFiles: files.map(({ name, content, warnings }) => ({ name, size: content.length, warnings })),
      }
    },
  }
}

/** Subtitles as a file of this format; one among several is named by its language. Throws what cannot be written. */
export function toFile(
  row: AnnotationRow,
  { media, rules, quality }: SubtitleTarget,
  clip: MediaObjectRow,
  format: TimedTextFormat,
  request: SubtitleExportRequest,
  table: WriteOptions = {},
  isOfSeveral = false,
): NamedFile {
  if (!media) throw new PermanentError('NO_SAMPLE_RATE', 'The rate of the clip is not known yet')
  const language = row.language ?? 'und'
  const content = settleContent(row.structured_description as SubtitleObject, { ...rules, frameCount: 0 })
  const exported = {
    frameCount: clip.frame_count ?? 0,
    startFrames: clip.timecode_frames ?? 0,
    dropFrame: clip.drop_frame,
    preset: quality ?? shippedPresets.broadcast,
  }
  const document = { ...toDocument(content, media), language }
  const { content: bytes, diagnostics } = writeExport(document, format, request, exported, table)
  const suffix = row.subtitle_preset_id === null ? language : `${language}_${row.subtitle_preset_id}`
  const { downloadName } = request
  const ending = downloadName === undefined || isOfSeveral ? suffix : ''
  const name = toFileName(downloadName ?? withoutMediaExtension(clip.name), format.extension, ending)
  return { name, content: bytes, warnings: [...diagnostics] }
}

/** The same files; names that occur twice are numbered. */
function withUniqueNames(files: readonly NamedFile[]): NamedFile[] {
  const names = new Set<string>()
  return files.map(file => {
    const dot = file.name.lastIndexOf('.')
    let name = file.name
    for (let number = 2; names.has(name); number++) name = `${file.name.slice(0, dot)}_${number}${file.name.slice(dot)}`
    names.add(name)
    return { ...file, name }
  })
}

function toZip(files: readonly NamedFile[], now: number): Uint8Array {
  const entries = Object.fromEntries(files.map(({ name, content }) => [name, content]))
  return zipSync(entries, { mtime: now })
}
