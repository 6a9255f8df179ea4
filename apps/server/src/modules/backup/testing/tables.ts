/** A database's rows and a data folder's blobs, in a form in which two services can be compared. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { leftOutTables } from '../../../backup.ts'
import type { Database } from '../../../platform/database/index.ts'
import { listSequences, listTables, quoteName } from '../saving/catalog-store.ts'
import { selectSaved } from '../saving/log-order.ts'

/** Something asked of a database. */
export async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The address of the database that a service in this process has. */
export async function findDatabaseUrl(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string; folder: string }>`
    select current_database() as name, current_setting('unix_socket_directories') as folder`.execute(db)
  const { name, folder } = rows[0]!
  return `postgres://rushes@localhost/${name}?host=${encodeURIComponent(folder.replaceAll('"', ''))}`
}

/** Every row of every table, as text and sorted; transaction numbers as a backup has them. */
export async function readTables(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const tables: Record<string, string[]> = {}
    for (const table of await listTables(client, leftOutTables)) {
      const { rows } = await client.query<{ row: string }>(
        `select saved::text as row from (${selectSaved(table)}) as saved`,
      )
      tables[table.name] = rows.map(({ row }) => row).sort()
    }
    return tables
  } finally {
    await client.end()
  }
}

/** The last number of each sequence. */
export async function readSequences(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const sequences: Record<string, string> = {}
    for (const name of await listSequences(client, leftOutTables)) {
      const { rows } = await client.query(`select last_value, is_called from ${quoteName(name)}`)
      sequences[name] = JSON.stringify(rows[0])
    }
    return sequences
  } finally {
    await client.end()
  }
}

/** The digest of every file below a folder, by its path. */
export async function digestFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const digests: Record<string, string> = {}
  for (const found of entries.filter(one => one.isFile())) {
    const path = join(found.parentPath, found.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    digests[relative(folder, path)] = hash.digest('hex')
  }
  return digests
}
