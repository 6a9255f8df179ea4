import { listFormats, type TimedTextFormat } from '@rushes/timed-text'
import type { Context } from '../../platform/context.ts'
import { type AnnotationHead, findAnnotationHeads, findAnnotations } from '../annotations/index.ts'
import { getMediaObjectRow } from '../media/index.ts'
import { toFile } from './export/workflow.ts'
import { findTarget } from './target.ts'

/** Subtitles as a file, or why they cannot be one. */
export interface WrittenSubtitles {
  readonly mediaObjectId: number
  readonly annotationId: number
  readonly language: string
  readonly extension: string
  readonly content: Uint8Array | undefined
  readonly fault: string | undefined
}

/** The subtitles of every clip of a production in every format that is written, one file after another. */
export async function* writeAllSubtitles(ctx: Context, productionId: number): AsyncGenerator<WrittenSubtitles> {
  for (const head of await findAnnotationHeads(ctx.db, { productionId, funnel: 'Subtitle' })) {
    const write = await prepare(ctx, head).catch(toFault)
    for (const format of listFormats()) {
      const written = typeof write === 'string' ? write : tryWrite(write, format)
      yield {
        mediaObjectId: head.media_object_id,
        annotationId: head.id,
        language: head.language ?? 'und',
        extension: format.extension,
        content: typeof written === 'string' ? undefined : written,
        fault: typeof written === 'string' ? written : undefined,
      }
    }
  }
}

type Write = (format: TimedTextFormat) => Uint8Array

async function prepare(ctx: Context, head: AnnotationHead): Promise<Write> {
  const { production_id: productionId, media_object_id: mediaObjectId, subtitle_preset_id: presetId } = head
  const address = { productionId, mediaObjectId, language: head.language ?? 'und' }
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const target = await findTarget(ctx, { ...address, ...(presetId !== null && { presetId }) })
  const [row] = await findAnnotations(ctx, { productionId, ids: [head.id] })
  const own = { ...target, rules: { ...target.rules, presetId } }
  return format => toFile(row!, own, clip, format, {}).content
}

function tryWrite(write: Write, format: TimedTextFormat): Uint8Array | string {
  try {
    return write(format)
  } catch (error) {
    return toFault(error)
  }
}

/** What was stored by other ways may be no subtitles; an archive has it in its lines all the same. */
function toFault(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
