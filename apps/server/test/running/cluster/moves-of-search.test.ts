/** A service that moves its search to Solr and back, by restarts with another address. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { openTestCollection } from '../../../src/modules/search/testing/collection.ts'
import { whyNoSolr } from '../../peers/solr.ts'
import { refusal } from '../../refusal.ts'
import { createClips } from '../../scene/begin-upload.ts'
import { createOwnProduction } from '../../service-process.ts'
import { until } from '../../until.ts'
import { type Nodes, startNodes } from './nodes.ts'

describe('a service that moves its search', { skip: whyNoSolr() }, () => {
  let collection: Awaited<ReturnType<typeof openTestCollection>>
  let nodes: Nodes
  let api: Client
  let prId: number
  before(async () => {
    collection = await openTestCollection()
    nodes = await startNodes({}, [{}])
    api = await nodes.signIn(0)
    prId = (await createOwnProduction(api)).prId
  })
  after(async () => {
    await nodes?.stop()
    await collection?.close()
  })

  const find = async (q: string) =>
    (await api.annotations.searchAnnotations({ prId, query: { q, rows: 100 } })).numFound
  /** As soon as a search is answered at all, it finds this many. */
  async function assertFound(q: string, count: number): Promise<void> {
    const tries: number[] = []
    await until('a search is answered', async () => {
      const found = await find(q).catch(error => {
        assert.ok(refusal(503)(error), String(error))
        return undefined
      })
      if (found !== undefined) tries.push(found)
      return tries.length > 2
    })
    assert.deepEqual(tries, [count, count, count])
  }
  /** With the other address. */
  async function moveTo(settings: Record<string, string>): Promise<void> {
    await nodes.restart(0, settings)
    api = await nodes.signIn(0)
  }

  test('to Solr and back finds all as soon as a search is answered, also what was changed meanwhile', async () => {
    const toSolr = { RUSHES_SEARCH_URL: `solr+${collection.url}` }
    const names = Array.from({ length: 30 }, (_, index) => ({ name: `Crane ${index}` }))
    const [first, second] = await createClips(api, prId, ...names)
    await assertFound('mediaObjectName:Crane*', 30)
    await moveTo(toSolr)
    await assertFound('mediaObjectName:Crane*', 30)
    await api.media.deleteMediaObject({ prId, id: first!.id })
    await createClips(api, prId, { name: 'Ferry' })
    await until('the change is found', async () => (await find('mediaObjectName:Ferry').catch(() => 0)) === 1)
    await moveTo({})
    await assertFound('mediaObjectName:Crane*', 29)
    await assertFound('mediaObjectName:Ferry', 1)
    await api.media.deleteMediaObject({ prId, id: second!.id })
    await moveTo(toSolr)
    await assertFound('mediaObjectName:Crane*', 28)
    await assertFound('mediaObjectName:Ferry', 1)
  })
})
