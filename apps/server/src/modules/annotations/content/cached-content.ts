import type { Context, Platform, Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { AnnotationHead, AnnotationRow } from '../annotation.ts'
import { findRow, findRowsById } from '../store.ts'
import { findRowsKnowing } from './store.ts'

/*
 * The content of subtitles as it was last read or written, by annotation and version: the content of a version never
 * changes, so it may be cached wherever the version itself is read from the database. Two thousand subtitles take longer
 * to fetch and to parse than to change. Cached content must not be changed.
 */

/** The annotation with its content, which is read unless this version of it is cached. */
export async function readContent(ctx: Context, head: AnnotationHead): Promise<AnnotationRow | undefined> {
  const { contents } = ctx.platform
  const known = contents.get(head.id)
  if (known?.version === head.version) {
    contents.set(head.id, known)
    return { ...head, structured_description: known.value }
  }
  const row = await findRow(ctx.db, head.production_id, head.id)
  if (row) cacheContent(ctx, row)
  return row
}

/** These annotations, whose content is read unless it is cached; nothing is cached by this. */
export async function readRows(
  db: Database,
  ids: readonly number[],
  platform: Platform | undefined,
): Promise<AnnotationRow[]> {
  const known = new Map(
    ids.flatMap(id => {
      const cached = platform?.contents.get(id)
      return cached ? [[id, { version: cached.version, content: cached.value }] as const] : []
    }),
  )
  return known.size === 0 ? findRowsById(db, ids) : findRowsKnowing(db, ids, known)
}

/** Caches the content of a row: of one that was written, once that is committed. */
export function cacheContent(ctx: Context | Transaction, row: AnnotationRow): void {
  const { id, version, structured_description: value } = row
  const size = Object.values(value).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 1)
  const { contents } = ctx.platform
  // A version that was read in a transaction may never be committed.
  if ('afterCommit' in ctx) ctx.afterCommit(() => contents.set(id, { version, value, size }))
  else contents.set(id, { version, value, size })
}
