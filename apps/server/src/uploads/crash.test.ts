import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@rushes/client'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../test/begin-upload.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const password = 'correct horse battery staple'

let database: TestDatabase
let dataDir: string
let url: string
let port: number
let running: ChildProcess | undefined
before(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-crash-'))
  port = await findFreePort()
  url = `http://127.0.0.1:${port}`
})
after(async () => {
  await kill()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the service in a process of its own and signs in. */
async function start(): Promise<Client> {
  running = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      RUSHES_PORT: String(port),
      RUSHES_DATA: dataDir,
      RUSHES_DATABASE_URL: database.url,
      RUSHES_ADMIN_PASSWORD: password,
    },
  })
  for await (const text of running.stdout!.iterator({ destroyOnReturn: false })) {
    if (String(text).includes('Rushes is at')) break
  }
  running.stdout?.resume()
  const { token } = await createClient({ baseUrl: url }).authentication.login({ body: { username: 'admin', password } })
  assert.ok(token)
  return createClient({ baseUrl: url, token })
}

/** As a power cut does it: no signal that the process could act upon. */
async function kill(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const exit = once(running, 'exit')
  running.kill('SIGKILL')
  await exit
}

/** Kills at random points; `npm run test:long` makes a hundred of them. */
const rounds = process.env.RUSHES_LONG === '1' ? 100 : 5

test(`a service that is killed at any moment of an upload has lost no acknowledged chunk (${rounds} rounds)`, {
  timeout: rounds * 60_000,
}, async () => {
  const bytes = makeBytes(24_000_000)
  const chunkBytes = 1_000_000
  let api = await start()
  const me = await api.authentication.getCurrentUser()
  const account = (await api.accounts.listAccountRights({ id: me.id })).items[0]!
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account.id, name: 'Crash' } })
  for (let round = 0; round < rounds; round++) {
    const clip = await beginUpload(api, prId, bytes.length, { hash: sha256(bytes) })
    // Out of order: 7 and 24 have no common divisor. Some are sent twice.
    const starts = Array.from({ length: 30 }, (_, index) => ((index * 7) % 24) * chunkBytes)
    const acknowledged = new Set<number>()
    const send = async () => {
      for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
        const answer = await putChunk(clip.location, start, bytes.slice(start, start + chunkBytes)).catch(
          () => undefined,
        )
        if (!answer) return
        if (answer.status === 204) acknowledged.add(start)
      }
    }
    // Whoever is done closes: the kill may also meet the closing.
    const sending = Promise.all([send(), send(), send(), send()]).then(() =>
      api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } }).catch(() => undefined),
    )
    await delay(Math.random() * 400)
    await kill()
    await sending

    api = await start()
    const state = await api.uploads.getUpload({ prId, id: clip.id })
    for (const start of acknowledged) {
      assert.ok(
        state.received.some(([from, to]) => from <= start && start + chunkBytes <= to),
        `round ${round}: ${start} is lost`,
      )
    }
    for (const [start, end] of state.missing) {
      assert.equal((await putChunk(clip.location, start, bytes.slice(start, end))).status, 204)
    }
    // The announced hash is compared here: what was recorded before the kill is the very file.
    await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
    await api.media.deleteMediaObject({ prId, id: clip.id })
  }
})
