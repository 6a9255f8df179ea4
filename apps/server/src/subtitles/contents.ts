import type { SubtitleEntry } from '@rushes/contract'
import { type AnnotationHead, type AnnotationRow, findAnnotations } from '../annotations/index.ts'
import type { Context, Platform, Transaction } from '../platform/context.ts'

/*
 * The content of subtitles as it was read or written last, by annotation and version: the content of a version never
 * changes, so that it may be remembered wherever the version itself comes from the database. Two thousand subtitles take
 * longer to fetch and to parse than to change. What is remembered must not be changed.
 */

interface Remembered {
  readonly version: number
  readonly content: AnnotationRow['structured_description']
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
  const [row] = await findAnnotations(ctx.db, { productionId: head.production_id, ids: [head.id] })
  if (row) rememberContent(ctx, row)
  return row
}

/** Remembers what was written, once that is committed. */
export function rememberContent(ctx: Context | Transaction, row: AnnotationRow): void {
  const { id, version, structured_description: content } = row
  const { subtitles } = content
  const remembered = { version, content, entries: 1 + (Array.isArray(subtitles) ? subtitles.length : 0) }
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

const kept = new WeakSet<object>()

/** Notes that entries have the shape of subtitles and can be stored as they are. */
export function markKept(entries: readonly SubtitleEntry[]): void {
  for (const entry of entries) kept.add(entry)
}

/** Whether this is an entry that was found to be one. */
export function isKept(value: unknown): boolean {
  return typeof value === 'object' && value !== null && kept.has(value)
}
