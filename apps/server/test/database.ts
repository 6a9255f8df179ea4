import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import {
  createDatabase,
  createPool,
  type Database,
  type DatabaseLog,
  migrate,
  startEmbeddedPostgres,
} from '../src/platform/database/index.ts'

/*
 * One server per test run, one template with the migrated schema on it, one clone of the template per test file:
 *
 *     run:   startTestPostgres() → createTemplate(url) → RUSHES_TEST_POSTGRES=url for the test processes
 *     file:  openTestDatabase() … close()
 *
 * A file that is run by hand finds no such variable and starts a server of its own.
 */
const templateName = 'rushes_template'
const memoryFolder = '/dev/shm'
/** The databases of the files that run at the same time, and the log of what is written to them. */
const memoryBytes = 4 * 2 ** 30
export const serverVariable = 'RUSHES_TEST_POSTGRES'

/** A PostgreSQL server in a temporary folder; `url` names its database `postgres`. */
export interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

/** A migrated database of one's own. */
export interface TestDatabase {
  readonly db: Database
  readonly pool: Pool
  readonly url: string
  close(): Promise<void>
}

/** A log that keeps nothing. */
export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} }

/** Starts the server of a test run. It may lose data in a power cut, and writes twice as fast for it. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join((await hasMemoryFolder()) ? memoryFolder : tmpdir(), 'rushes-test-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Whether the server can run in memory: the thousand files of a database are copied there in a tenth of the time. */
async function hasMemoryFolder(): Promise<boolean> {
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }))
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options = mounts
    .split('\n')
    .map(line => line.split(' '))
    .findLast(([, path]) => path === memoryFolder)?.[3]
  return bavail * bsize >= memoryBytes && options?.split(',').includes('noexec') === false
}

/** Creates and migrates the template on the server at `serverUrl`. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await execute(serverUrl, `create database ${templateName}`)
  await migrate(withDatabase(serverUrl, templateName), silentLog)
}

/** Copies the template to a new database and returns its address. */
export async function cloneDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Without a log of every page, which costs three times as much.
  await execute(serverUrl, `create database ${name} template ${templateName} strategy file_copy`)
  return withDatabase(serverUrl, name)
}

/** Drops the database at `url`, closing its open connections. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await execute(withDatabase(url, 'postgres'), `drop database if exists ${name} with (force)`)
}

/** Opens a fresh database with the current schema, on the run's server or on one of its own. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const announced = process.env[serverVariable]
  const own = announced === undefined ? await startTestPostgres() : undefined
  const serverUrl = announced ?? own?.url ?? ''
  if (own) await createTemplate(serverUrl)
  const url = await cloneDatabase(serverUrl)
  const pool = createPool(url, silentLog)
  return {
    db: createDatabase(pool, silentLog),
    pool,
    url,
    async close() {
      await pool.end()
      await dropDatabase(url)
      await own?.stop()
    },
  }
}

/** The address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
