import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@rushes/client'
import type { Invitation, Production, User } from '@rushes/contract'
import { type Logger, pino } from 'pino'
import { type Parts, type RunningService, startService } from '../src/app.ts'
import { isOnSolr, openTestCollection, untilIndexIsMade } from '../src/modules/search/testing/collection.ts'
import type { Clock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { fetchDeclared } from './contract/declared-errors.ts'
import { fetchWithNulls } from './contract/null-members.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { untilLogIsComplete } from './events/event-log.ts'
import { storeVariable, toStoreSettings } from './peers/object-store.ts'
import { balancedVariable } from './peers/wanted.ts'
import { adminPassword } from './scene/first-user.ts'
import { testIndexWaitMs } from './until.ts'

export { adminPassword }

/** A clock that a test moves. */
export interface TestClock extends Clock {
  advance(ms: number): void
  /** Stops the clock, so that what follows happens at one time however long it takes; the result lets it go on. */
  freeze(): () => void
}

/** A running service with a database of its own, and ways into it. */
export interface TestService {
  readonly service: RunningService
  readonly url: string
  /** The nodes that answer requests: the service itself, or several behind it. */
  readonly apiUrls: readonly string[]
  /** For connections of one's own. */
  readonly databaseUrl: string
  /** The settings that say where its media is, if not on the disk. */
  readonly storage: Readonly<Record<string, string>>
  readonly clock: TestClock
  /** Signed in as the first user, who holds the system rights. */
  readonly admin: Client
  /** The first account. */
  readonly accountId: number
  /** A client without a token, or with this one. */
  client(token?: string): Client
  /** A new user, signed in. */
  createUser(username?: string): Promise<{ user: User; api: Client; password: string }>
  /** A new production of the first account. */
  createProduction(name?: string): Promise<Production>
  /** A new user who has these roles or rights in a production. */
  createMember(productionId: number, grants: Pick<Invitation, 'roles' | 'rights'>): Promise<{ user: User; api: Client }>
  stop(): Promise<void>
}

/** Set: clients send null for every optional member that a test leaves out. */
const fetchOfTests = process.env.RUSHES_TEST_NULLS === undefined ? fetchDeclared : fetchWithNulls

/** Hashes of tests cost next to nothing: they create thousands of users. */
const passwordCost = { memoryCost: 8, timeCost: 1 }

/** Starts the service on a clone of the template database, in a folder of its own; environment variables may be added. */
export async function startTestService(
  environment: Record<string, string> = {},
  log: Logger = pino({ level: process.env.RUSHES_TEST_LOG ?? 'silent' }),
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rushes-data-'))
  const database = await openTestDatabase()
  const clock = createTestClock()
  const storage = toStorageOfRun()
  const collection = isOnSolr ? await openTestCollection() : undefined
  const settings: Record<string, string> = {
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: dataDir,
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_RATE_LIMIT: 'off',
    RUSHES_DRAIN_SECONDS: '0',
    ...storage,
    ...(collection && { RUSHES_SEARCH_URL: `solr+${collection.url}` }),
    ...environment,
  }
  const parts = { clock, maxIndexWaitMs: testIndexWaitMs, passwordCost }
  const { apiUrls, ...service } = await start(settings, log, database, parts)
  if (collection) await untilIndexIsMade(service.platform)
  /** A list of events has all that was written before, whatever other tests have under way. */
  const fetchComplete: typeof fetch = async (address, init) => {
    if ((init?.method ?? 'GET') === 'GET' && /\/event(?:\?|$)/.test(String(address))) {
      await untilLogIsComplete(database.db)
    }
    return fetchOfTests(address, init)
  }
  const client = (token?: string) =>
    createClient({ baseUrl: service.url, fetch: fetchComplete, ...(token === undefined ? {} : { token }) })
  const signIn = async (username: string, password: string) => {
    const { token } = await client().authentication.login({ body: { username, password } })
    return client(token)
  }
  const admin = await signIn('admin', adminPassword)
  const me = await admin.authentication.getCurrentUser()
  const [account] = (await admin.accounts.listAccountRights({ id: me.id })).items
  const kit: TestService = {
    service,
    url: service.url,
    apiUrls,
    databaseUrl: database.url,
    storage,
    clock,
    admin,
    accountId: account!.id,
    client,
    async createUser(username = `user-${randomBytes(4).toString('hex')}`) {
      const password = `password of ${username}`
      const user = await admin.accounts.createUser({ body: { username, password, email: `${username}@example.org` } })
      return { user, password, api: await signIn(username, password) }
    },
    createProduction: (name = 'A production') =>
      admin.productions.createProduction({ body: { accountId: kit.accountId, name } }),
    async createMember(productionId, grants) {
      const { user, api } = await kit.createUser()
      await admin.productions.addParticipant({ prId: productionId, body: { userId: user.id, ...grants } })
      return { user, api }
    },
    async stop() {
      await service.stop()
      await collection?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return kit
}

/** As one process, or, where the run says so, as several nodes. */
async function start(
  settings: Readonly<Record<string, string>>,
  log: Logger,
  database: TestDatabase,
  parts: Omit<Parts, 'database'>,
): Promise<RunningService & { apiUrls: readonly string[] }> {
  if (process.env[balancedVariable] !== undefined) {
    const { startBalanced } = await import('./running/cluster/balanced.ts')
    return startBalanced(settings, log, database, parts)
  }
  const open = { ...database, timings: {}, stop: database.close }
  const service = await startService(readConfig(settings), log, { ...parts, database: open })
  return { ...service, apiUrls: [service.url] }
}

/** Where the media of a service of this run is: on the disk, or under a prefix of its own in the run's object store. */
function toStorageOfRun(): Record<string, string> {
  const endpoint = process.env[storeVariable]
  return endpoint === undefined ? {} : toStoreSettings(endpoint, `service-${randomBytes(8).toString('hex')}`)
}

/** A clock that starts at the time of the machine. */
export function createTestClock(): TestClock {
  let offsetMs = 0
  let frozenAt: number | undefined
  return {
    now: () => (frozenAt ?? Date.now()) + offsetMs,
    advance(ms) {
      offsetMs += ms
    },
    freeze() {
      const began = Date.now()
      frozenAt = began
      return () => {
        offsetMs -= Date.now() - began
        frozenAt = undefined
      }
    },
  }
}
