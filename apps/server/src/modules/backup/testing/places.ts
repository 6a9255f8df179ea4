/** Databases, folders and settings for services that are saved and restored in tests. */

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabase, withDatabase } from '../../../../test/database.ts'
import { ask } from './tables.ts'

/** Where a service is to be. */
export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string
  /** The settings that name both. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** An empty data folder and an empty database on the server of another one. */
export async function createPlace(serverUrl: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rushes-restored-'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await ask(withDatabase(serverUrl, 'postgres'), `create database ${name} template template0`)
  const databaseUrl = withDatabase(serverUrl, name)
  return {
    dataDir,
    databaseUrl,
    env: { NODE_ENV: 'test', RUSHES_DATA: dataDir, RUSHES_DATABASE_URL: databaseUrl, RUSHES_DRAIN_SECONDS: '0' },
    async remove() {
      await dropDatabase(databaseUrl)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
