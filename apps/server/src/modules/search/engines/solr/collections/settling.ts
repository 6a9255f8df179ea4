/**
 * Documents that Solr has taken and may still lose: one that cannot write to its disk goes back to what it has there, and
 * forgets what it has confirmed since. They are noted until they were read back from each replica that answers, after a commit.
 */

import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { SearchUnavailableError } from '../../../engine.ts'
import { type Change, listChanges } from '../../../indexing/changes.ts'
import type { SolrClient } from '../client.ts'
import { matchTerms, Parameters } from '../query/parameters.ts'
import { readCollections } from './live.ts'
import { listActiveReplicas } from './setup.ts'

/** Of a collection at once. */
const most = 1_000

interface Unsettled extends Change {
  readonly version: number
}

/** In the transaction that writes them. */
export async function noteUnsettled(
  db: Database,
  collection: string,
  documents: readonly Change[],
  version: number,
): Promise<void> {
  await sql`
    insert into search_unsettled (collection, document_id, kind, version)
    select ${collection}, id, kind, ${version}::bigint
    from unnest(${documents.map(({ id }) => id)}::bigint[], ${documents.map(({ kind }) => kind)}::text[]) as document (id, kind)
    on conflict (collection, document_id) do update set kind = excluded.kind, version = excluded.version`.execute(db)
}

/** Has Solr write to its disk what it holds, looks what of the noted documents is there then, and lists the others as changed. */
export async function settle(db: Database, client: SolrClient, engine: string): Promise<number> {
  const { live, next } = await readCollections(db, engine)
  const names = [live, next].filter(name => name !== null)
  // In one statement: what is noted for a collection that a rebuild has just begun stays.
  await sql`
    delete from search_unsettled as noted
    where not exists (
      select from search_index where noted.collection in (search_index.collection, next_collection))`.execute(db)
  let lost = 0
  for (const name of names) lost += await settleCollection(db, client.of(name))
  return lost
}

async function settleCollection(db: Database, client: SolrClient): Promise<number> {
  const { collection } = client
  const { rows } = await sql<Unsettled>`
    select document_id as id, kind, version from search_unsettled
    where collection = ${collection} order by document_id`.execute(db)
  if (rows.length === 0) return 0
  let count = 0
  await client.ask('/update?commit=true&waitSearcher=true', {})
  const shards = await listActiveReplicas(client)
  if (shards.length === 0 || shards.some(replicas => replicas.length === 0))
    throw new SearchUnavailableError(`${collection} has a shard without a replica that answers`)
  for (let done = 0; done < rows.length; done += most) {
    const some = rows.slice(done, done + most)
    const versions = await readVersions(client, shards, some)
    const lost = some.filter(({ id, version }) => (versions.get(id) ?? 0) < version)
    await db.transaction().execute(async tx => {
      // What was written since is noted with a later version.
      await sql`
        delete from search_unsettled as noted
        using unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ version }) => version)}::bigint[]) as read (id, version)
        where noted.collection = ${collection} and noted.document_id = read.id and noted.version = read.version`.execute(
        tx,
      )
      await listChanges(tx, lost)
    })
    count += lost.length
  }
  return count
}

/** The version that all replicas of a document's shard have of it; also of those that were removed: a version stays of them. */
async function readVersions(
  client: SolrClient,
  shards: readonly (readonly string[])[],
  documents: readonly Change[],
): Promise<ReadonlyMap<number, number>> {
  // Of each shard one replica at a time; of one that has fewer, some of them twice.
  const most = Math.max(...shards.map(replicas => replicas.length))
  const rounds = Array.from({ length: most }, (_, round) => shards.map(replicas => replicas[round % replicas.length]!))
  const copies = await Promise.all(rounds.map(replicas => readCopies(client, replicas, documents)))
  return new Map(documents.map(({ id }) => [id, Math.min(...copies.map(copy => copy.get(id) ?? 0))]))
}

/** The versions that some replicas have, one of each shard. */
async function readCopies(
  client: SolrClient,
  replicas: readonly string[],
  documents: readonly Change[],
): Promise<ReadonlyMap<number, number>> {
  const parameters = new Parameters()
  const ids = documents.map(({ id }) => String(id))
  const { response } = await client.ask<{ response: { docs: { id: string; version: number }[] } }>('/select', {
    query: matchTerms(parameters, 'id', ids),
    limit: ids.length,
    fields: ['id', 'version'],
    params: { ...parameters.values, shards: replicas.join() },
  })
  return new Map(response.docs.map(({ id, version }) => [Number(id), version]))
}
