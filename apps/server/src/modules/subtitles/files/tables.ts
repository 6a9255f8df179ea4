/** What tables for translators have beyond other files: columns of other languages, and names for their columns. */

import { malformed, type SubtitleObject } from '@rushes/contract'
import {
  parseColumns,
  type TableColumns,
  type TimedTextFormat,
  type Translation,
  type WriteOptions,
} from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { type AnnotationRow, findAnnotations } from '../../annotations/index.ts'
import { settleContent } from '../change/settle.ts'
import type { SubtitleTarget } from '../target.ts'
import { toDocument, withoutRate } from './timed-text.ts'

/** What `columns` of a request says. Throws BadRequestError where it is no list of columns with their names. */
export function readColumns(text: string | undefined): TableColumns | undefined {
  if (text === undefined) return undefined
  const columns = parseColumns(text)
  if (!columns) throw malformed('columns', 'lists columns with their names, as start:TC in,text:English')
  return columns
}

/** The subtitles of the same clip that were translated from these. */
export async function findTranslations(ctx: Context, row: AnnotationRow): Promise<AnnotationRow[]> {
  const { production_id: productionId, media_object_id: mediaObjectId } = row
  const rows = await findAnnotations(ctx, { productionId, mediaObjectId, funnel: 'Subtitle' })
  return rows.filter(other => other.translated_from_id === row.id)
}

/** How a table is written of these subtitles; nothing for any other format. */
export function toTableOptions(
  format: TimedTextFormat | undefined,
  { media, rules }: SubtitleTarget,
  translated: readonly AnnotationRow[],
  columns: string | undefined,
): WriteOptions {
  const named = readColumns(columns)
  if (!format?.isTable) return {}
  const translations = translated.map((row): Translation => {
    const content = settleContent(row.structured_description as SubtitleObject, { ...rules, frameCount: 0 })
    return { language: row.language ?? 'und', document: toDocument(content, media ?? withoutRate) }
  })
  return {
    translations,
    ...(named && { columns: named }),
    ...(media && { programmeStart: media.start }),
  }
}
