/** The files of a service, held against the rows that name them. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

export interface FileFaults {
  /** Blobs that no row names. */
  readonly orphans: string[]
  /** Blobs that a row names and that are not there. */
  readonly missing: string[]
  readonly staging: string[]
}

export async function findFileFaults(dataDir: string, databaseUrl: string): Promise<FileFaults> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ blob_key: string }>('select blob_key from media_instance')
    const named = new Set(rows.map(row => row.blob_key))
    const blobsDir = join(dataDir, 'media', 'blobs')
    const entries = await readdir(blobsDir, { recursive: true, withFileTypes: true })
    const blobs = entries
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(blobsDir.length + 1))
    return {
      orphans: blobs.filter(key => !named.has(key)),
      missing: [...named].filter(key => !blobs.includes(key)),
      staging: await readdir(join(dataDir, 'media', 'staging')),
    }
  } finally {
    await client.end()
  }
}
