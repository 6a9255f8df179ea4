import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { DocumentKind, SearchDocument } from './document.ts'

/** Where the documents of a module come from. */
export interface ListedSource {
  /** Reads the documents of resources as they are now; those that are gone are left out. */
  readonly read: (db: Database, ids: readonly number[]) => Promise<readonly SearchDocument[]>
  /** The statement that gives the stored bytes of resources, by which reading is bounded; absent: all are small. */
  readonly selectSizes?: (ids: readonly number[]) => RawBuilder<{ id: number; bytes: number }>
  /** The statement that lists all resources that have a document: `select id …`. A document that it does not list goes. */
  readonly ids: RawBuilder<{ id: number }>
}

/** Where the documents of all modules come from; a module with several kinds stands under one of them. */
export type DocumentSources = Partial<Record<DocumentKind, ListedSource>>

/** The statement that lists every resource that has a document: `kind` and `id`. */
export function selectListed(sources: DocumentSources): RawBuilder<{ kind: DocumentKind; id: number }> {
  const arms = Object.entries(sources).map(
    ([kind, { ids }]) => sql`select ${sql.lit(kind)} as kind, id from (${ids}) as listed (id)`,
  )
  return sql`${sql.join(arms, sql` union all `)}`
}
