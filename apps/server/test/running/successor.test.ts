/** "Leases of a dead predecessor end at its successor's start, and by the database's clock." */

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Client, createClient } from '@rushes/client'
import { startMailReceiver } from '../peers/mail-receiver.ts'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { adminPassword } from '../service.ts'
import { createOwnProduction, endProcess, findFreePort, startProcess } from '../service-process.ts'

const dayMs = 24 * 3_600_000

describe('the successor of a service that was killed while it was sending', () => {
  let folder: string
  let port: number
  let mailPort: number
  let receiver: Receiver
  let service: ChildProcess | undefined
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rushes-successor-'))
    ;[port, mailPort] = [await findFreePort(), await findFreePort()]
    receiver = await startReceiver()
  })
  after(async () => {
    await endProcess(service, 'SIGTERM')
    await receiver.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(offsetMs: number): Promise<Client> {
    const clock = join(folder, 'clock')
    writeFileSync(clock, String(offsetMs))
    service = await startProcess({
      RUSHES_PORT: String(port),
      RUSHES_DATA: join(folder, 'data'),
      RUSHES_ADMIN_PASSWORD: adminPassword,
      RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
      RUSHES_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      RUSHES_MAIL_FROM: 'rushes@example.org',
      RUSHES_TEST_CLOCK: clock,
    })
    const baseUrl = `http://127.0.0.1:${port}`
    const { token } = await createClient({ baseUrl }).authentication.login({
      body: { username: 'admin', password: adminPassword },
    })
    return createClient({ baseUrl, token: token! })
  }

  // webhooks-15
  test('sends again within 3 s, also when the clock was set back by a day', { timeout: 120_000 }, async () => {
    const api = await start(dayMs)
    const { accountId, prId } = await createOwnProduction(api)
    await api.webhooks.createWebhook({ id: accountId, body: { url: receiver.url, types: ['Transcode'] } })
    // Neither target answers, so both are leased when the process is killed.
    receiver.answer = () => {}
    const silent = createServer().listen(mailPort, '127.0.0.1')
    await once(silent, 'listening')
    assert.equal((silent.address() as AddressInfo).port, mailPort)
    const connected = once(silent, 'connection')
    await api.productions.addParticipant({ prId, body: { email: 'nina@example.org', rights: [] } })
    const body = [1, 2, 3].map(index => ({ type: 'Transcode', name: `file ${index}` }) as const)
    await api.events.postAccountEvents({ id: accountId, body })
    await receiver.waitFor(1)
    const [socket] = await connected
    await endProcess(service, 'SIGKILL')
    socket.destroy()
    silent.close()

    const before = receiver.received.length
    receiver.answer = response => void response.writeHead(204).end()
    const post = await startMailReceiver(mailPort)
    try {
      await start(0)
      const ready = performance.now()
      await Promise.all([receiver.waitFor(before + 3, undefined, 3_000), post.waitFor(1)])
      const waited = Math.round(performance.now() - ready)
      assert.ok(waited < 3_000, `${waited} ms after the start`)
      assert.deepEqual(
        receiver.received.slice(before).map(({ event }) => (event as { name?: string }).name),
        ['file 1', 'file 2', 'file 3'],
      )
    } finally {
      await post.stop()
    }
  })
})
