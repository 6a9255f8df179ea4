/** Documents of resources, however many and however large they are: in groups of bounded size, for a bounded time. */

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { DocumentSources } from '../documents/sources.ts'
import type { SearchEngine } from '../engine.ts'
import type { Change } from './changes.ts'

/** What is read at once, by number and by bytes as they are stored: compressed, to a hundredth at best. */
const maxResources = 250
const maxStoredBytes = 512 * 1024
/** So few are read at once whatever their size: a change and its event are a group. */
const maxUnmeasured = 2
/** How long a transaction that holds the lock for writing goes on taking groups. */
const maxHoldMs = 500

/** The bytes of rows in these columns of a table, the only ones that may be large, and elsewhere; no value is read. */
export function storedSizes(table: string, columns: readonly string[], elsewhere = sql`0`) {
  const sizes = [...columns.map(column => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`), elsewhere]
  return (ids: readonly number[]): RawBuilder<{ id: number; bytes: number }> => sql`
    select id, ${sql.join(sizes, sql` + `)} as bytes from ${sql.table(table)} where id = any(${ids}::bigint[])`
}

/** Resources in their order, in groups that can be held in memory at once with their documents, words and JSON. */
export async function splitResources<Resource extends Change>(
  db: Database,
  sources: DocumentSources,
  resources: readonly Resource[],
): Promise<Resource[][]> {
  if (resources.length <= maxUnmeasured) return resources.length === 0 ? [] : [[...resources]]
  const sizes = await readSizes(db, sources, resources)
  const groups: Resource[][] = []
  let bytes = 0
  for (const resource of resources) {
    const size = sizes.get(resource.id) ?? 0
    const group = groups.at(-1)
    if (group && group.length < maxResources && bytes + size <= maxStoredBytes) {
      group.push(resource)
      bytes += size
    } else {
      groups.push([resource])
      bytes = size
    }
  }
  return groups
}

async function readSizes(
  db: Database,
  sources: DocumentSources,
  resources: readonly Change[],
): Promise<Map<number, number>> {
  const statements = [...Map.groupBy(resources, ({ kind }) => kind)].flatMap(
    ([kind, ofKind]) => sources[kind]?.selectSizes?.(ofKind.map(({ id }) => id)) ?? [],
  )
  if (statements.length === 0) return new Map()
  const arms = statements.map(statement => sql`(${statement})`)
  const { rows } = await sql<{ id: number; bytes: number }>`${sql.join(arms, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Writes one group after the other, one in any case; answers what is left when the time is over. */
export async function writeInTurn<Resource extends Change>(
  groups: readonly (readonly Resource[])[],
  write: (group: readonly Resource[]) => Promise<void>,
): Promise<Resource[]> {
  const began = performance.now()
  for (const [index, group] of groups.entries()) {
    if (index > 0 && performance.now() - began >= maxHoldMs) return groups.slice(index).flat()
    await write(group)
  }
  return []
}

/** What a group is written with. */
interface GroupWorkshop {
  readonly sources: DocumentSources
  readonly engine: SearchEngine
  /** Of the index, where it was read in the same transaction. */
  readonly generation?: number
  readonly isOfRebuild?: boolean
}

/**
 * Writes the documents of a group as the resources are now, and removes those of resources that are gone; gives what is to
 * be called once that is committed.
 */
export async function writeGroup(
  db: Database,
  { sources, engine, generation, isOfRebuild }: GroupWorkshop,
  group: readonly Change[],
): Promise<() => void> {
  const read = Array.from(
    Map.groupBy(group, ({ kind }) => kind),
    ([kind, ofKind]) =>
      sources[kind]?.read(
        db,
        ofKind.map(({ id }) => id),
      ) ?? [],
  )
  const documents = (await Promise.all(read)).flat()
  const found = new Set(documents.map(({ id }) => id))
  const gone = group.filter(({ id }) => !found.has(id))
  return engine.apply(db, { documents, gone, generation, isOfRebuild })
}
