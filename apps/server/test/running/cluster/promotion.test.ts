/** Two nodes on one folder and a database with a standby, from what npm brings: the primary is lost, the standby takes over. */

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '@rushes/client'
import { startPrimaryAndStandby } from '../../peers/standby.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../scene/begin-upload.ts'
import { adminPassword } from '../../service.ts'
import { createOwnProduction, endProcess, findFreePort, startProcess } from '../../service-process.ts'
import { until } from '../../until.ts'
import { assertThere, assertUnavailable, writeComments } from './comments.ts'

const chunkBytes = 1_000_000
const bytes = makeBytes(3 * chunkBytes)

const begun = new AsyncDisposableStack()
after(() => begun.disposeAsync())

/** Starts a node that answers requests, at an address of its own. */
async function startNode(databaseUrl: string, folder: string): Promise<string> {
  const port = await findFreePort()
  const node: ChildProcess = await startProcess({
    RUSHES_PORT: String(port),
    RUSHES_ROLE: 'api',
    RUSHES_DATA: folder,
    RUSHES_DATABASE_URL: databaseUrl,
    RUSHES_SECRET: 'a secret that both nodes share',
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_LOG_LEVEL: 'fatal',
  })
  begun.defer(() => endProcess(node, 'SIGTERM'))
  return `http://127.0.0.1:${port}`
}

test('when the primary is lost and the standby promoted, nothing that was acknowledged is lost', async () => {
  const database = await startPrimaryAndStandby()
  begun.defer(() => database.stop())
  const folder = await mkdtemp(join(tmpdir(), 'rushes-promotion-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  // The first one creates the schema and the first user.
  const urls = [await startNode(database.url, folder), await startNode(database.url, folder)] as const
  const body = { username: 'admin', password: adminPassword }
  const { token } = await createClient({ baseUrl: urls[0] }).authentication.login({ body })
  const connect = (baseUrl: string) => createClient({ baseUrl, token: token! })
  const [first, second] = [connect(urls[0]), connect(urls[1])]
  const { prId } = await createOwnProduction(first)
  const clip = await beginUpload(first, prId, bytes.length)
  const { pathname, search } = new URL(clip.location)
  const sendChunk = async (node: 0 | 1, index: number) => {
    const start = index * chunkBytes
    const chunk = bytes.slice(start, start + chunkBytes)
    return (await putChunk(urls[node] + pathname + search, start, chunk)).status
  }
  const untilReady = async (status: number) => {
    for (const url of urls)
      await until(`${url} says ${status}`, async () => (await fetch(`${url}/health/ready`)).status === status)
  }
  assert.equal(await sendChunk(0, 0), 204)

  const comments = writeComments([first, second], { prId, moId: clip.id })
  try {
    await comments.more(10)
    await database.crashPrimary()
    await until('requests are refused', () => comments.failures.length > 0)
    await untilReady(503)
    assert.equal(await sendChunk(1, 1), 503)
    await database.promoteStandby()
    await comments.more(10)
    await untilReady(200)
  } finally {
    await comments.stop()
  }
  assertUnavailable(comments.failures)
  // Each is read through the node that it was not written through.
  for (const [place, kept] of comments.kept.entries()) await assertThere([place === 0 ? second : first], prId, kept)

  assert.equal(await sendChunk(1, 1), 204)
  assert.equal(await sendChunk(0, 2), 204)
  await second.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
  assert.equal(sha256(await downloadOriginal(first, prId, clip.id)), sha256(bytes))
})
