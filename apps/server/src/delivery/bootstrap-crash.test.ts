import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@rushes/client'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Receiver, startReceiver } from '../../test/receiver.ts'
import { adminPassword } from '../../test/service.ts'
import { endProcess, findFreePort, startProcess } from '../../test/service-process.ts'
import { templateGroup, toEvent, toProduct, waitFor } from './testing/planning.ts'

let database: TestDatabase
let dataDir: string
let receiver: Receiver
let service: ChildProcess | undefined
before(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-delivery-'))
  receiver = await startReceiver()
})
after(async () => {
  await endProcess(service, 'SIGTERM')
  await receiver.stop()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(port: number): Promise<Client> {
  service = await startProcess({
    RUSHES_PORT: String(port),
    RUSHES_DATA: dataDir,
    RUSHES_DATABASE_URL: database.url,
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const login = { username: 'admin', password: adminPassword }
  const { token } = await createClient({ baseUrl }).authentication.login({ body: login })
  return createClient({ baseUrl, ...(token === undefined ? {} : { token }) })
}

test('a service that is killed again and again finishes what was acknowledged: one workspace of each product, all told', {
  timeout: 120_000,
}, async () => {
  const port = await findFreePort()
  let api = await start(port)
  const me = await api.authentication.getCurrentUser()
  const id = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
  const set = (key: string, body: unknown) => api.accounts.updateAccountSetting({ id, key, body })
  await set('deliveryRequestTemplateGroups', [templateGroup])
  await set('deliveryWorkspaceBootstrapWebhookUrl', receiver.url)
  const events = Array.from({ length: 40 }, (_, place) =>
    toEvent(toProduct(`product-${place % 4}`, { title: `Product ${place % 4}` })),
  )
  const posted = await api.events.postAccountEvents({ id, body: events })
  assert.equal(posted.length, 40)
  for (const pauseMs of [20, 300]) {
    await delay(pauseMs)
    await endProcess(service, 'SIGKILL')
    api = await start(port)
  }
  const isTold = async () => {
    const rows = await database.db
      .selectFrom('workflow')
      .select('status')
      .where('definition', '=', 'deliveryBootstrap')
      .execute()
    assert.equal(rows.length, 40)
    assert.ok(!rows.some(row => row.status === 'Error'), 'none fails')
    return rows.every(row => row.status === 'Completed')
  }
  await waitFor(isTold, 90_000)
  assert.ok(receiver.received.length >= 40, `${receiver.received.length} were told`)
  const { items } = await api.productions.listProductions({ query: { rows: 100 } })
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ['Product 0', 'Product 1', 'Product 2', 'Product 3'])
  for (const { id: prId } of items) {
    assert.equal((await api.collections.listCollections({ prId })).total, 4)
    assert.equal((await api.delivery.listDeliveryRequests({ prId })).total, 3)
  }
})
