import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@rushes/client'
import { pino } from 'pino'
import { openTestDatabase, silentLog, type TestDatabase } from '../../test/database.ts'
import { adminPassword } from '../../test/service.ts'
import { type RunningService, startService } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { createDatabase, createPool } from '../platform/database/index.ts'

/** Two services on one database, as behind a load balancer. */
let database: TestDatabase
let folder: string
let services: RunningService[]
before(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'rushes-nodes-'))
  services = [await start('first'), await start('second')]
})
after(async () => {
  for (const service of services ?? []) await service.stop()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(name: string): Promise<RunningService> {
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: join(folder, name),
    RUSHES_DATABASE_URL: database.url,
    RUSHES_SECRET: 'a secret that both services share',
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_RATE_LIMIT: 'off',
  })
  const pool = createPool(database.url, silentLog)
  const own = { db: createDatabase(pool), pool, url: database.url, timings: {}, stop: () => pool.end() }
  return startService(config, pino({ level: 'silent' }), { database: own })
}

const at = (place: number, token?: string): Client =>
  createClient({ baseUrl: services[place]!.url, ...(token === undefined ? {} : { token }) })

async function signIn(place: number, username = 'admin', password = adminPassword): Promise<Client> {
  return at(place, (await at(place).authentication.login({ body: { username, password } })).token)
}

/** Well below the ten seconds after which what is remembered is looked up again in any case. */
const soonMs = 3000

/** Resolves when the second service refuses a token that it has just let in; fails when it does not soon. */
async function assertRefusedSoon(token: string, end: () => Promise<unknown>): Promise<void> {
  const other = at(1, token)
  await other.authentication.getCurrentUser()
  await end()
  const began = performance.now()
  while (performance.now() - began < soonMs) {
    const refused = await other.authentication.getCurrentUser().then(
      () => false,
      error => error.status === 401,
    )
    if (refused) return
    await delay(5)
  }
  assert.fail(`still let in after ${soonMs} ms`)
}

describe('what ends on one service is refused by the others soon', () => {
  const cases: [name: string, end: (api: Client, admin: Client) => Promise<unknown>][] = [
    ['a logout', api => api.authentication.logout()],
    ['a logout everywhere', api => api.authentication.logout({ body: { allSessions: true } })],
    [
      'a user who is disabled',
      async (api, admin) => {
        const { id } = await api.authentication.getCurrentUser()
        await admin.accounts.updateUserState({ id, body: { disabled: true } })
      },
    ],
    [
      'a new password, set by SUPPORT',
      async (api, admin) => {
        const { id } = await api.authentication.getCurrentUser()
        await admin.authentication.changePassword({ id, body: { newPassword: 'quite another one' } })
      },
    ],
  ]
  for (const [place, [name, end]] of cases.entries()) {
    test(name, async () => {
      const admin = await signIn(0)
      const username = `user-${place}`
      const password = 'a password of one'
      await admin.accounts.createUser({ body: { username, password, email: `${username}@example.org` } })
      const api = await signIn(0, username, password)
      await assertRefusedSoon(api.options.token!, () => end(api, admin))
    })
  }

  test('an API token', async () => {
    const admin = await signIn(0)
    const { id } = await admin.authentication.getCurrentUser()
    const { id: tokenId, token } = await admin.authentication.createAccessToken({ id, body: {} })
    await assertRefusedSoon(token!, () => admin.authentication.deleteAccessToken({ id, tokenId }))
  })

  test('and failures are counted together', async () => {
    const admin = await signIn(0)
    const username = 'guessed'
    const body = { username, password: 'the right one', email: 'guessed@example.org' }
    await admin.accounts.createUser({ body })
    const guesses = Array.from({ length: 40 }, (_, count) =>
      at(count % 2)
        .authentication.login({ body: { username, password: 'wrong password' } })
        .catch(error => error.status),
    )
    assert.equal((await Promise.all(guesses)).filter(status => status === 401).length, 10)
  })
})
