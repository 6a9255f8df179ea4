/** Nodes of one role each on a shared folder: who answers, who does tasks, who does the rest. */

import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Client, waitForWorkflow } from '@rushes/client'
import { openTestCollection } from '../../../src/modules/search/testing/collection.ts'
import { migrate, StartError } from '../../../src/platform/database/index.ts'
import { silentLog } from '../../database.ts'
import { type CuttingProxy, startCuttingProxy } from '../../peers/cutting-proxy.ts'
import { whyNoSolrEither } from '../../peers/solr.ts'
import { refusal } from '../../refusal.ts'
import { beginUpload, putChunk } from '../../scene/begin-upload.ts'
import { createOwnProduction } from '../../service-process.ts'
import { until } from '../../until.ts'
import { type Nodes, startNodes } from './nodes.ts'

const [API, WORKER, BACKGROUND] = [0, 1, 2] as const

/** Everything is found so soon after the last fault. */
const promiseMs = 10_000
const migrations = fileURLToPath(new URL('../../../src/platform/database/migrations/', import.meta.url))

/** A Solr with a collection for these nodes. */
interface SolrOfNodes {
  readonly proxy: CuttingProxy
  stop(): Promise<void>
}

/** What holds of roles, whichever engine searches. */
function describeRoles(kind: string, skip: string | false, openSolr?: () => Promise<SolrOfNodes>): void {
  describe(`three nodes of one role each, ${kind}`, { skip }, () => {
    let solr: SolrOfNodes | undefined
    let nodes: Nodes
    let api: Client
    let prId: number
    before(async () => {
      const ofEach = [{ RUSHES_ROLE: 'api' }, { RUSHES_ROLE: 'worker' }, { RUSHES_ROLE: 'background' }]
      solr = await openSolr?.()
      nodes = await startNodes(solr ? { RUSHES_SEARCH_URL: `solr+${solr.proxy.url}` } : {}, ofEach)
      api = await nodes.signIn(API)
      prId = (await createOwnProduction(api)).prId
      const isReady = ({ url }: { url: string }) => fetch(`${url}/health/ready`).then(({ ok }) => ok)
      await until('all are ready', async () => (await Promise.all(nodes.services.map(isReady))).every(Boolean))
    })
    after(async () => {
      await nodes?.stop()
      await solr?.stop()
    })

    const find = async (q: string) => (await api.annotations.searchAnnotations({ prId, query: { q } })).numFound
    /** A search waits a second for the index: on a busy machine Solr takes longer. */
    async function assertFound(q: string): Promise<void> {
      const begun = performance.now()
      if (openSolr) await until('it is found', async () => (await find(q).catch(() => 0)) === 1, promiseMs)
      else assert.equal(await find(q), 1, `after ${performance.now() - begun} ms`)
    }

    // system-7, getReadiness, getLiveness, getMetrics
    test('every node says how it is; only one of role api answers anything else', async () => {
      const ask = async (place: number, path: string) => (await fetch(nodes.services[place]!.url + path)).status
      for (const place of [API, WORKER, BACKGROUND]) {
        for (const path of ['/health/live', '/health/ready', '/metrics']) assert.equal(await ask(place, path), 200)
        const expected = place === API ? [200, 200, 401] : [404, 404, 404]
        const paths = ['/openapi.json', '/docs', '/authentication/user']
        assert.deepEqual(await Promise.all(paths.map(path => ask(place, path))), expected)
      }
    })

    test('a worker does the tasks of a clip that another node took', async () => {
      const clip = await beginUpload(api, prId, 6, { fileName: 'notes.txt' })
      assert.equal((await putChunk(clip.location, 0, new TextEncoder().encode('a note'))).status, 204)
      const closed = await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
      assert.ok(closed.workflowId)
      await waitForWorkflow(api, { prId, id: closed.workflowId })
    })

    test('what was written is found by the next search, though another node writes the index', async () => {
      const { id: moId } = await beginUpload(api, prId, 6)
      for (let round = 0; round < 5; round += 1) {
        const description = `word${crypto.randomUUID().replaceAll('-', '')}`
        await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: { start: 0, description } })
        await assertFound(description)
      }
    })

    if (openSolr)
      test('while Solr is away searches alone are refused, and they find everything afterwards', async () => {
        const { id: moId } = await beginUpload(api, prId, 6)
        solr?.proxy.refuse()
        solr?.proxy.cut()
        try {
          await assert.rejects(find('away'), refusal(503))
          const body = { start: 0, description: 'away' }
          await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
        } finally {
          solr?.proxy.pass()
        }
        await assertFound('away')
      })

    test('while the next release migrates the database nodes go on: at most a write is to be sent again', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rushes-next-'))
      const { id: moId } = await beginUpload(api, prId, 6)
      const again = <T>(write: () => Promise<T>) =>
        write().catch(error => (refusal(503)(error) ? write() : Promise.reject(error)))
      let rounds = 0
      let isOver = false
      const working = (async () => {
        for (; !isOver; rounds += 1) {
          await api.productions.getProduction({ prId })
          await api.media.listMediaObjects({ prId, query: {} })
          const comment = { prId, moId, type: 'comment', body: { start: 0 } } as const
          const { id: anId } = await again(() => api.annotations.createClipAnnotation(comment))
          const change = { op: 'add', path: '/name', value: 'a' } as const
          await again(() => api.annotations.patchAnnotation({ prId, anId, body: [change] }))
          await api.annotations.getAnnotation({ prId, anId })
        }
      })()
      const untilMore = async () => {
        const enough = rounds + 5
        await Promise.race([working, until('requests go on', () => rounds >= enough)])
      }
      try {
        await untilMore()
        // Migrations that are code import other code from where they are.
        for (const name of await readdir(migrations)) await symlink(join(migrations, name), join(folder, name))
        for (const [index, table] of ['production', 'media_object', 'annotation'].entries()) {
          await writeFile(join(folder, `999${index}_next.sql`), `alter table ${table} add column of_next_release text`)
          await migrate(nodes.database.url, silentLog, folder)
          await untilMore()
        }
      } finally {
        isOver = true
        await rm(folder, { recursive: true })
      }
      await working
      await assert.rejects(migrate(nodes.database.url, silentLog), StartError)
    })

    // system-9, getReadiness
    test('readiness says that no node of a role was seen for a minute, and stays up', async () => {
      const readParts = async () => {
        const answer = await fetch(`${nodes.services[API]!.url}/health/ready`)
        assert.equal(answer.status, 200)
        return ((await answer.json()) as { parts: Record<string, { status: string; message?: string }> }).parts
      }
      const elsewhere = { status: 'up', message: 'in other processes' }
      const { workers, background } = await readParts()
      assert.deepEqual([workers, background], [elsewhere, elsewhere])
      await nodes.services[BACKGROUND]!.stop()
      await nodes.database.pool.query(`update service_node set seen = seen - 61000 where role = 'background'`)
      const parts = await readParts()
      assert.match(parts.background?.message ?? '', /^no node of role background was seen for [6-9]\d s$/)
      assert.deepEqual(parts.workers, elsewhere)
    })
  })
}

describeRoles('with the search in the database', false)
describeRoles('with the search on Solr', whyNoSolrEither(), async () => {
  const collection = await openTestCollection()
  const proxy = await startCuttingProxy(collection.url)
  return {
    proxy,
    async stop() {
      await proxy.stop()
      await collection.close()
    },
  }
})
