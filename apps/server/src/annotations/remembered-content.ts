import type { Context, Platform, Transaction } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { findRowsKnowing, type KnownContent } from './content-store.ts'
import { findRow, findRowsById } from './store.ts'
import type { AnnotationHead, AnnotationRow } from './tables.ts'

/*
 * The content of subtitles as it was read or written last, by annotation and version: the content of a version never
 * changes, so that it may be remembered wherever the version itself comes from the database. Two thousand subtitles take
 * longer to fetch and to parse than to change. What is remembered must not be changed.
 */

interface Remembered extends KnownContent {
  /** Members of its lists. */
  readonly entries: number
}

/** Some fifty megabytes. */
const mostEntries = 50_000

const memories = new WeakMap<Platform, { byId: Map<number, Remembered>; entries: number }>()

/** The annotation with its content, as far as it is remembered without asking for it. */
export async function recallContent(ctx: Context, head: AnnotationHead): Promise<AnnotationRow | undefined> {
  const { platform } = ctx
  const known = memories.get(platform)?.byId.get(head.id)
  if (known?.version === head.version) {
    remember(platform, head.id, known)
    return { ...head, structured_description: known.content }
  }
  const row = await findRow(ctx.db, head.production_id, head.id)
  if (row) rememberContent(ctx, row)
  return row
}

/** Annotations as they stand now, remembered content with them without asking for it; nothing is remembered by this. */
export async function recallRows(
  db: Database,
  ids: readonly number[],
  platform: Platform | undefined,
): Promise<AnnotationRow[]> {
  const memory = platform && memories.get(platform)
  const known = new Map(ids.flatMap(id => toPair(id, memory?.byId.get(id))))
  return known.size === 0 ? findRowsById(db, ids) : findRowsKnowing(db, ids, known)
}

function toPair(id: number, remembered: Remembered | undefined): [number, Remembered][] {
  return remembered ? [[id, remembered]] : []
}

/** Remembers what was written, once that is committed. */
export function rememberContent(ctx: Context | Transaction, row: AnnotationRow): void {
  const { id, version, structured_description: content } = row
  const entries = Object.values(content).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 1)
  const remembered = { version, content, entries }
  // A version that was read in a transaction may be one that never comes to be.
  if ('afterCommit' in ctx) ctx.afterCommit(() => remember(ctx.platform, id, remembered))
  else remember(ctx.platform, id, remembered)
}

function remember(platform: Platform, id: number, remembered: Remembered): void {
  const memory = memories.get(platform) ?? { byId: new Map<number, Remembered>(), entries: 0 }
  memories.set(platform, memory)
  const before = memory.byId.get(id)
  if (before && before.version > remembered.version) return
  memory.byId.delete(id)
  memory.byId.set(id, remembered)
  memory.entries += remembered.entries - (before?.entries ?? 0)
  for (const [oldest, { entries }] of memory.byId) {
    if (memory.entries <= mostEntries) break
    memory.byId.delete(oldest)
    memory.entries -= entries
  }
}
