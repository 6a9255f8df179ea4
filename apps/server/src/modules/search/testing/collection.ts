/** Solr as the engine of services of tests. */

import { randomBytes } from 'node:crypto'
import { type SolrPeer, sharedSolr, startSolr } from '../../../../test/peers/solr.ts'
import { until } from '../../../../test/until.ts'
import type { Platform } from '../../../platform/context.ts'
import { createSolrClient } from '../engines/solr/client.ts'
import { type CollectionShape, removeCollections, setUpCollection } from '../engines/solr/collections/setup.ts'
import { readIndexState } from '../rebuild/store.ts'

/** Whether all services of this run of tests search in its Solr rather than in their databases. */
export const isOnSolr = process.env[sharedSolr] !== undefined

/** Resolves when a service has all its documents in its engine. */
export async function untilIndexIsMade({ database, services }: Platform): Promise<void> {
  await until('the index is made', async () => {
    const { engine, partsLeft } = await readIndexState(database)
    return engine === services.search.engine.name && partsLeft === 0
  })
}

/** A collection on a Solr of tests. */
export interface TestCollection {
  readonly url: string
}

/** An empty one, of one's own. */
export async function openTestCollection(
  peer?: SolrPeer,
  shape: CollectionShape = { shards: 2, replicas: 1 },
): Promise<TestCollection & { close(): Promise<void> }> {
  const solr = peer ?? (await startSolr())
  const collection = `${solr.nodes[0]}/test_${randomBytes(8).toString('hex')}`
  // Of two shards, so that every answer is put together of two.
  await setUpCollection(collection, shape)
  // The first requests of a program of Java take long.
  const client = createSolrClient(collection)
  for (let id = 0; id < 5; id++) {
    await client.ask('/update?softCommit=true', [{ id: `warm${id}`, version: 1, kind: 'none', words: ['warm'] }])
    await client.ask('/select', { query: 'words:warm', facet: { kinds: { type: 'terms', field: 'kind' } } })
  }
  return {
    url: collection,
    async close() {
      await removeCollections(collection)
      if (!peer) await solr.stop()
    },
  }
}
