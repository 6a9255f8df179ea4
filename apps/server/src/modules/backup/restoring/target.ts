/** Where a restore goes: a data folder and a database with nothing in them, or those of one that was broken off. */

import { randomUUID } from 'node:crypto'
import { readdir, realpath } from 'node:fs/promises'
import {
  isRestoreMarker,
  type ReachedDatabase,
  type RestoreMarker,
  readRestoreMarker,
  writeRestoreMarker,
} from '../../../platform/database/index.ts'
import { makePrivateFolder, syncFolder } from '../folder/files.ts'
import { BackupError } from '../saving/backup-error.ts'
import { isEmpty } from '../saving/catalog-store.ts'
import { connect } from '../saving/connection-store.ts'

/** The service that is to be. */
export interface RestoreTarget {
  readonly dataDir: string
  /** Whether its database is somewhere else than in the data folder. */
  readonly isExternal: boolean
  /** The key that the settings give; nothing where it is kept in the data folder. */
  readonly secret: string | undefined
  /** Tables that are rebuilt from the others. */
  readonly derivedTables: readonly string[]
  /** Reaches its database; the embedded one is made in the data folder. */
  reach(): Promise<ReachedDatabase>
}

/**
 * Throws `BackupError` unless the target is empty, or was taken by a restore of this snapshot that was broken off,
 * whose marker it gives. Changes nothing.
 */
export async function inspectTarget(target: RestoreTarget, snapshot: string): Promise<RestoreMarker | undefined> {
  const { dataDir } = target
  const marker = await readRestoreMarker(dataDir)
  if (marker) {
    if (marker.snapshot === snapshot) return marker
    throw new BackupError(
      `A restore of ${marker.snapshot} into ${dataDir} was broken off: end that one, or empty the folder and the database`,
    )
  }
  const found = (await listFolder(dataDir)).find(name => name !== 'lost+found' && !isRestoreMarker(name))
  if (found !== undefined) {
    throw new BackupError(`${dataDir} is not empty (it holds ${found}): a service is restored into an empty folder`)
  }
  // The embedded one would be in the folder.
  if (target.isExternal) await assertEmptyDatabase(target)
  return undefined
}

/** Takes the target for a restore of the snapshot: from now on no service starts on it. */
export async function takeTarget({ dataDir }: RestoreTarget, snapshot: string): Promise<RestoreMarker> {
  await makePrivateFolder(dataDir)
  const marker = { id: randomUUID(), snapshot }
  await writeRestoreMarker(dataDir, marker)
  await syncFolder(await realpath(dataDir))
  return marker
}

async function listFolder(path: string): Promise<string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

async function assertEmptyDatabase(target: RestoreTarget): Promise<void> {
  const { url, stop } = await target.reach()
  const client = await connect(url, 'restore')
  try {
    if (await isEmpty(client)) return
  } finally {
    await client.end()
    await stop()
  }
  throw new BackupError('The database of RUSHES_DATABASE_URL is not empty: a service is restored into an empty one')
}
