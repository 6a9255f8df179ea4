/** Several services on one database, as behind a load balancer. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@rushes/client'
import { pino } from 'pino'
import { type RunningService, startService } from '../../../src/app.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { createDatabase, createPool } from '../../../src/platform/database/index.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../../database.ts'
import { adminPassword } from '../../service.ts'
import { testIndexWaitMs } from '../../until.ts'

/** The services by their places, from 0. */
export interface Nodes {
  readonly database: TestDatabase
  readonly services: readonly RunningService[]
  /** A client of a service, without a token or with this one. */
  at(place: number, token?: string): Client
  /** Somebody who is signed in at a service; the first user unless another is named. */
  signIn(place: number, username?: string, password?: string): Promise<Client>
  /** Stops a service, and starts it with these further settings. */
  restart(place: number, settings: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts two, or one for each of these further settings, in one folder, or, where media is in an object store, each in a
 * folder of its own.
 */
export async function startNodes(
  environment: Record<string, string> = {},
  ofEach: readonly Record<string, string>[] = [{}, {}],
): Promise<Nodes> {
  // What was begun is ended when a later part cannot start.
  await using begun = new AsyncDisposableStack()
  const database = await openTestDatabase()
  begun.defer(() => database.close())
  const folder = await mkdtemp(join(tmpdir(), 'rushes-nodes-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  const services: RunningService[] = []
  begun.defer(async () => {
    for (const service of services) await service.stop()
  })
  for (const place of ofEach.keys()) services.push(await start(place))

  async function start(place: number, settings: Record<string, string> = {}): Promise<RunningService> {
    const config = readConfig({
      NODE_ENV: 'test',
      RUSHES_PORT: '0',
      RUSHES_DATA: environment.RUSHES_STORAGE_URL === undefined ? folder : join(folder, String(place)),
      RUSHES_DATABASE_URL: database.url,
      RUSHES_SECRET: 'a secret that both services share',
      RUSHES_ADMIN_PASSWORD: adminPassword,
      RUSHES_RATE_LIMIT: 'off',
      RUSHES_DRAIN_SECONDS: '0',
      ...environment,
      ...ofEach[place],
      ...settings,
    })
    const pool = createPool(database.url, silentLog)
    const own = { db: createDatabase(pool, silentLog), pool, url: database.url, timings: {}, stop: () => pool.end() }
    // Tests stop Solr and search meanwhile.
    const parts = { database: own, maxIndexWaitMs: config.searchUrl === undefined ? testIndexWaitMs : undefined }
    return startService(config, pino({ level: process.env.RUSHES_TEST_LOG ?? 'silent' }), parts)
  }

  const at = (place: number, token?: string): Client =>
    createClient({ baseUrl: services[place]!.url, ...(token === undefined ? {} : { token }) })
  const all = begun.move()
  return {
    database,
    services,
    at,
    async signIn(place, username = 'admin', password = adminPassword) {
      return at(place, (await at(place).authentication.login({ body: { username, password } })).token)
    },
    async restart(place, settings) {
      await services[place]!.stop()
      services[place] = await start(place, settings)
    },
    stop: () => all.disposeAsync(),
  }
}
