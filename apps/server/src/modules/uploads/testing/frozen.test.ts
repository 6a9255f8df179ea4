/** A node that stands still for longer than its hold of an upload lasts, as a machine that is moved, or amid a close. */

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Client, createClient, waitForWorkflow } from '@rushes/client'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../../test/peers/object-store.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { adminPassword } from '../../../../test/service.ts'
import {
  createOwnProduction,
  endProcess,
  findFreePort,
  type KillableService,
  openKillable,
  startProcess,
} from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'
import { insertChunk } from '../chunks/store.ts'

const megabyte = 1_000_000
const bytes = makeBytes(20 * megabyte)
const wrong = makeBytes(bytes.length, 2)

function describeFrozen(kind: string, skip: string | false, getSettings: () => Promise<Record<string, string>>): void {
  describe(kind, { skip }, () => {
    let frozen: KillableService
    let other: ChildProcess | undefined
    let otherUrl: string
    let token: string
    let api: Client
    let prId: number
    before(async () => {
      const settings = await getSettings()
      frozen = await openKillable(settings)
      await frozen.start()
      const port = String(await findFreePort())
      otherUrl = `http://127.0.0.1:${port}`
      other = await startProcess({
        RUSHES_PORT: port,
        RUSHES_DATA: frozen.dataDir,
        RUSHES_DATABASE_URL: frozen.database.url,
        RUSHES_ADMIN_PASSWORD: adminPassword,
        ...settings,
      })
      const body = { username: 'admin', password: adminPassword }
      token = (await createClient({ baseUrl: otherUrl }).authentication.login({ body })).token!
      api = createClient({ baseUrl: otherUrl, token })
      prId = (await createOwnProduction(api)).prId
    })
    after(async () => {
      await endProcess(other, 'SIGTERM')
      await frozen?.stop()
    })

    const countHolds = async () => {
      const { rows } = await frozen.database.pool.query<{ count: number }>(
        'select count(*)::int as count from upload_chunk where leased_until > 0',
      )
      return rows[0]!.count
    }

    // uploads-29
    test('a close goes past its hold, and nothing that it writes later is in the original', async () => {
      const clip = await beginUpload(api, prId, bytes.length, { hash: sha256(bytes) })
      const { pathname, search } = new URL(clip.location)
      const { hostname, port } = new URL(frozen.url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      const answered = new Promise<string>(resolve => {
        socket.once('data', data => resolve(String(data))).once('close', () => resolve('cut'))
      })
      await once(socket, 'connect')
      socket.write(
        `PUT ${pathname}${search}&position=0 HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
      )
      socket.write(wrong.slice(0, 17 * megabyte))
      await until('the chunk is taken', async () => (await countHolds()) === 1)
      process.kill(frozen.pid, 'SIGSTOP')
      try {
        assert.equal((await putChunk(otherUrl + pathname + search, 0, bytes)).status, 204)
        const closed = await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
        assert.equal(closed.mediaObjectInstances?.[0]?.size, bytes.length)
      } finally {
        process.kill(frozen.pid, 'SIGCONT')
      }
      socket.write(wrong.slice(17 * megabyte))
      assert.match(await answered, /^(?:HTTP\/1\.1 4(?:08|09) |cut$)/)
      socket.destroy()
      assert.equal(await countHolds(), 0)
      assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
      const left = async () => {
        const names = await readdir(join(frozen.dataDir, 'media/staging'))
        return names.filter(name => /^(?:upload|copy|piece|part)-/.test(name))
      }
      await until('nothing is left of it', async () => (await left()).length === 0)

      const next = await beginUpload(api, prId, 3)
      const { pathname: path, search: query } = new URL(next.location)
      assert.equal((await putChunk(frozen.url + path + query, 0, bytes.slice(0, 3))).status, 204)
    })

    // uploads-24
    test('a close amid which a node is killed is gone on with by the other one, as it was asked for', async () => {
      const clip = await beginUpload(api, prId, 3, { fileName: 'notes.txt', hash: sha256(bytes.slice(0, 3)) })
      assert.equal((await putChunk(clip.location, 0, bytes.slice(0, 3))).status, 204)
      await insertChunk(frozen.database.db, Number(clip.uploadId), 'a chunk that the close waits for', [0, 3])
      const there = createClient({ baseUrl: frozen.url, token })
      const refused = there.uploads.closeUpload({ prId, id: clip.id, body: {} }).catch(error => error)
      await until('the close waits', async () => {
        const { rows } = await frozen.database.pool.query(`select from upload_session where state = 'CLOSING'`)
        return rows.length === 1
      })
      await frozen.kill()
      assert.ok((await refused) instanceof Error)
      await until('it is closed', async () => (await api.uploads.getUpload({ prId, id: clip.id })).closed)
      assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes.slice(0, 3)))
      await waitForWorkflow(api, { prId, id: clip.workflowId })
    })
  })
}

describeFrozen('on a shared folder', false, async () => ({}))

let objects: ObjectStore | undefined
after(() => objects?.stop())
describeFrozen('on an object store', whyNoObjectStore(), async () => {
  objects = await startObjectStore()
  return objects.toSettings('frozen')
})
