import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Client, type ClientBase, DatabaseError } from 'pg'
import type { DatabaseLog } from './log.ts'
import { connectTo } from './opening/hosts.ts'
import { StartError } from './opening/start-error.ts'

/** Any number will do, as long as every release uses this one. */
const lockKey = 7_873_747
const pollMs = 1_000
const migrationsFolder = join(import.meta.dirname, 'migrations')
const fileName = /^(\d{4})_[a-z0-9_]+\.(?:sql|ts)$/

interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** What changes the rows that are there; of a file of statements, these do. */
  readonly convert?: (client: ClientBase, log: DatabaseLog) => Promise<void>
}

/** A migration that has run on a database, as recorded there. */
export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

/** What of a database says which schema it has. */
export const historyTable = 'rushes_migration'

const createHistory = `create table if not exists ${historyTable} (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint
)`

/**
 * Brings the database at `url` to the schema of `folder`, whose files `0001_name.sql`, `0002_…` run once each, in
 * order, each in its own transaction. A file `0003_name.ts` exports what converts rows, `migrate`. Files only ever get
 * added: one that has run is never changed or removed.
 *
 * Of several processes one migrates while the others wait. Returns the names of those that it ran. Throws `StartError`
 * when files and database disagree.
 */
export async function migrate(url: string, log: DatabaseLog, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return withClient(url, log, async client => {
    await takeLock(client, log)
    await client.query(createHistory)
    const applied = await readHistory(client)
    assertSameHistory(migrations, applied)
    const missing = migrations.slice(applied.length)
    for (const migration of missing) await applyMigration(client, migration, log)
    return missing.map(({ name }) => name)
  })
}

async function withClient<T>(url: string, log: DatabaseLog, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectTo(url, { application_name: 'rushes migration' }, error =>
    log.warn({ reason: error.message }, 'the connection of the migration was lost'),
  )
  try {
    return await work(client)
  } catch (error) {
    if (error instanceof DatabaseError) throw new StartError(`The database cannot be migrated: ${error.message}`)
    throw error
  } finally {
    // The end of the session gives the lock free.
    await client.end().catch(() => {})
  }
}

/** The migrations that have run on a database, in order. */
export async function readHistory(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select version, name, checksum from ${historyTable} order by version`,
  )
  return rows
}

/**
 * Waits until another process has brought the database at `url` to the schema of `folder`. Throws `StartError` when files
 * and database disagree, as when the database is newer.
 */
export async function awaitMigrations(url: string, log: DatabaseLog, folder = migrationsFolder): Promise<void> {
  const migrations = await readMigrations(folder)
  for (let isFirst = true; ; isFirst = false) {
    const applied = await withClient(url, log, async client => ((await hasHistory(client)) ? readHistory(client) : []))
    assertSameHistory(migrations, applied)
    const next = migrations[applied.length]
    if (next === undefined) return
    if (isFirst) log.warn({ migration: next.name }, 'waiting for rushes migrate')
    await delay(pollMs)
  }
}

async function hasHistory(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    historyTable,
  ])
  return rows[0]!.exists
}

/** Throws `StartError` unless this release has these migrations, the same, as the first of its own. */
export async function assertKnownHistory(history: readonly AppliedMigration[]): Promise<void> {
  assertSameHistory(await readMigrations(migrationsFolder), history)
}

/**
 * Gives an empty database the schema that one with this history has, within the transaction that `client` is in: later
 * migrations of this release are left to `migrate`. Throws `StartError` where this release does not know that history.
 */
export async function createSchema(client: ClientBase, history: readonly AppliedMigration[]): Promise<void> {
  const migrations = await readMigrations(migrationsFolder)
  assertSameHistory(migrations, history)
  await client.query(createHistory)
  for (const migration of migrations.slice(0, history.length)) await runMigration(client, migration)
}

/** Keeps others from migrating until the connection ends, as services do that start; false where somebody else does. */
export async function lockSchema(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
  return rows[0]!.taken
}

async function takeLock(client: Client, log: DatabaseLog): Promise<void> {
  if (await lockSchema(client)) return
  log.info({}, 'waiting for another process that migrates the database')
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter(name => /\.(?:sql|ts)$/.test(name)).sort()
  const migrations = await Promise.all(names.map(name => readMigration(folder, name)))
  for (const [index, { version, name }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version) throw new StartError(`Two migrations have the number of ${name}`)
  }
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const version = Number(fileName.exec(name)?.[1] ?? 0)
  if (version === 0) throw new StartError(`The migration ${name} is not named like 0001_what_it_does.sql`)
  // A checkout may change line ends; that is not a change of the file.
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(text).digest('hex')
  if (name.endsWith('.sql')) return { version, name, text, checksum }
  const { migrate: convert } = await import(pathToFileURL(join(folder, name)).href)
  return { version, name, text: '', checksum, convert }
}

/** The files that ran must be the first files there are, unchanged. */
function assertSameHistory(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const [oldest = 0, newest = 0] = [migrations[0]?.version, migrations.at(-1)?.version]
  if (applied[0] && applied[0].version < oldest) {
    throw new StartError(
      'The data is of a release with an older schema: export its productions with that release (rushes production export), and import them into a new data folder with this one',
    )
  }
  const unknown = applied.find(({ version }) => version > newest)
  if (unknown) {
    throw new StartError(`The database is newer than this release (it has ${unknown.name}): start the newer release`)
  }
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const file = migrations[index]
    if (file && file.version < version) {
      throw new StartError(
        `The migration ${file.name} was added before ${name}, which has run: give it the next number`,
      )
    }
    if (file?.version !== version) throw new StartError(`The migration ${name} has run, but its file is missing`)
    if (file.checksum !== checksum)
      throw new StartError(`The migration ${name} was changed after it had run: restore the file`)
  }
}

async function applyMigration(client: Client, migration: Migration, log: DatabaseLog): Promise<void> {
  const { name } = migration
  try {
    await client.query('begin')
    await runMigration(client, migration)
    await migration.convert?.(client, log)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : `${error}`
    throw new StartError(`The migration ${name} failed and was undone: ${reason}`, { cause: error })
  }
  log.info({ migration: name }, 'migrated the database')
}

async function runMigration(client: ClientBase, { version, name, text, checksum }: Migration): Promise<void> {
  await client.query(text)
  await client.query(`insert into ${historyTable} (version, name, checksum) values ($1, $2, $3)`, [
    version,
    name,
    checksum,
  ])
}
