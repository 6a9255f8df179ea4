/** What of the documents in Solr may be lost, and what rebuilds of all of them need. */

import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { type DocumentSources, selectListed } from '../../../documents/sources.ts'
import { type IndexFault, type IndexUpkeep, SearchUnavailableError } from '../../../engine.ts'
import type { SolrClient } from '../client.ts'
import { isDocument } from '../query/conditions.ts'
import { publish } from '../writing.ts'
import { readCollections } from './live.ts'
import { settle } from './settling.ts'
import { createCollection, findStrayConfigsets, leadTo, readCluster, removeOthers } from './setup.ts'

interface Listed {
  readonly response: { readonly numFound: number; readonly docs: readonly { version: number }[] }
}

export function createSolrUpkeep(client: SolrClient, engine: string): IndexUpkeep {
  return {
    findFault: (db, sources) => findFault(db, client, engine, sources),
    async prepare(db) {
      const cluster = await readCluster(client)
      const { current } = cluster
      if (!current)
        throw new SearchUnavailableError(`Search is not set up: there is no collection ${client.collection}`)
      const { live } = await readCollections(db, engine)
      // Of rebuilds that were given up. One that cannot be removed is no reason to have none.
      await removeOthers(client, cluster, [current.name, live]).catch(() => {})
      const next = await createCollection(client, current)
      await sql`update search_index set next_collection = ${next}`.execute(db)
      return 1
    },
    takeLastStep: db => exchange(db, client, engine),
    async countKinds(db) {
      const { live } = await readCollections(db, engine)
      if (live === null) return new Map()
      const { facets } = await client
        .of(live)
        .ask<{ facets: { kinds?: { buckets: { val: string; count: number }[] } } }>('/select', {
          query: isDocument,
          limit: 0,
          facet: { kinds: { type: 'terms', field: 'kind', limit: -1 } },
        })
      return new Map((facets.kinds?.buckets ?? []).map(({ val, count }) => [val, count]))
    },
    // A rebuild begins with none.
    removeOrphans: async () => {},
    async findLeftovers(db) {
      const { live, next } = await readCollections(db, engine)
      if (live === null || next !== null) return async () => {}
      const cluster = await readCluster(client)
      return () => removeOthers(client, cluster, [live])
    },
    findStrays: () => findStrayConfigsets(client),
    settle: db => settle(db, client, engine),
  }
}

async function findFault(
  db: Database,
  client: SolrClient,
  engine: string,
  sources: DocumentSources,
): Promise<IndexFault | undefined> {
  const { live, next } = await readCollections(db, engine)
  const { collections, current } = await readCluster(client)
  if (next !== null && !collections.has(next))
    return { reason: 'a rebuild without its collection', isAnew: live === null }
  if (live === null && next === null) return { reason: 'no collection', isAnew: true }
  // A crash may have come between the exchange in Solr and that in the database.
  const isLed = current !== undefined && [live, next].includes(current.name)
  if (live !== null && !(isLed && collections.has(live))) return { reason: 'another collection', isAnew: true }
  const last = await readLastVersion(db)
  for (const name of [live, next]) {
    // As after a restore of the database: what is written now would be taken for older, and left out.
    if (name !== null && (await readNewestVersion(client.of(name))) > last) {
      return { reason: 'documents of a later time', isAnew: true }
    }
  }
  if (live === null || next !== null) return undefined
  const { response } = await client.of(live).ask<Listed>('/select', { query: isDocument, limit: 0 })
  const isLost = response.numFound === 0 && (await hasResources(db, sources))
  return isLost ? { reason: 'no documents', isAnew: false } : undefined
}

/** Has the collection that is whole answer from now on, once all parts are written; answers whether there was one. */
async function exchange(db: Database, client: SolrClient, engine: string): Promise<boolean> {
  const { rows } = await sql<{ next: string }>`
    select next_collection as next from search_index
    where engine = ${engine} and next_collection is not null and not exists (select from search_rebuild_part)
    for update skip locked`.execute(db)
  const [index] = rows
  if (!index) return false
  await publish(client.of(index.next))
  await leadTo(client, index.next)
  await sql`update search_index set collection = next_collection, next_collection = null`.execute(db)
  return true
}

async function readNewestVersion(client: SolrClient): Promise<number> {
  const { response } = await client.ask<Listed>('/select', {
    query: '*:*',
    sort: 'version desc',
    limit: 1,
    fields: ['version'],
  })
  return response.docs[0]?.version ?? 0
}

async function hasResources(db: Database, sources: DocumentSources): Promise<boolean> {
  const { rows } = await sql`select from (${selectListed(sources)}) as resource limit 1`.execute(db)
  return rows.length > 0
}

async function readLastVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence('search_change', 'id')::regclass) as version`.execute(db)
  return rows[0]?.version ?? 0
}
