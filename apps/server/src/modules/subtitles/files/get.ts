import { ServiceError } from '@rushes/contract'
import { findFormatByMediaType } from '@rushes/timed-text'
import { type Context, inTransaction } from '../../../platform/context.ts'
import type { RawReply } from '../../../platform/http/index.ts'
import type { AnnotationRow } from '../../annotations/index.ts'
import {
  chooseMediaType,
  listTranslations,
  toLook,
  toSubtitleAnnotation,
  toUnstoredAnnotation,
  writeSubtitle,
} from '../show.ts'
import { createSubtitle, findTarget, missing, type SubtitleAddress } from '../target.ts'
import { findTranslations, readColumns, toTableOptions } from './tables.ts'

/** What the caller asks for beside the address. */
interface GetOptions {
  accept: string | undefined
  noCreate?: boolean | undefined
  includeTranslatedToIds?: boolean | undefined
  includePreset?: boolean | undefined
  columns?: string | undefined
}

/**
 * Creates the subtitles that are missing for callers who may edit them, unless `noCreate` is true (subtitles-7).
 * Others, also share visitors, are shown empty subtitles and nothing is stored (subtitles-8). Without a preset in the
 * address the new ones get the default preset, if there is one (subtitles-10). `includePreset` adds how they look
 * (subtitles-86).
 */
export async function getSubtitle(ctx: Context, address: SubtitleAddress, options: GetOptions): Promise<RawReply> {
  const mediaType = chooseMediaType(options.accept)
  readColumns(options.columns)
  const target = await findTarget(ctx, address)
  if (!target.row && options.noCreate === true) throw missing(target)
  const look = options.includePreset === true ? { subtitlePreset: toLook(target.readPreset()) } : {}
  if (!target.row && !mayCreate(ctx)) {
    return writeSubtitle({ ...toUnstoredAnnotation(ctx, target), ...look }, target, mediaType)
  }
  const row = target.row ?? (await createOrFind(ctx, address))
  const format = findFormatByMediaType(mediaType)
  const isWithOthers = options.includeTranslatedToIds === true
  const translated = isWithOthers && format?.isTable ? await findTranslations(ctx, row) : []
  const translatedToIds = isWithOthers ? await listTranslations(ctx, row) : undefined
  const annotation = { ...toSubtitleAnnotation(ctx, row, translatedToIds), ...look }
  return writeSubtitle(annotation, target, mediaType, toTableOptions(format, target, translated, options.columns))
}

function mayCreate({ actor }: Context): boolean {
  return actor.kind === 'user' && actor.rights.has('SUBTITLE_EDIT')
}

/** Of two who ask for the first time at once, one creates the subtitles and the other finds them. */
function createOrFind(ctx: Context, address: SubtitleAddress): Promise<AnnotationRow> {
  return inTransaction(ctx, async ctx => {
    try {
      return await createSubtitle(ctx, await findTarget(ctx, address))
    } catch (error) {
      if (!(error instanceof ServiceError && error.type === 'ConflictError')) throw error
      const { row } = await findTarget(ctx, address)
      if (!row) throw error
      return row
    }
  })
}
