import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@rushes/contract'
import type { Config } from '../config/config.ts'
import type { Platform } from '../context.ts'
import { minFreeBytes, readFreeBytesBeyondReserve } from '../database/index.ts'

export { minFreeBytes }

interface Place {
  readonly stagingDir: string
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>
}

/** Free bytes where the service writes: the least of its folders, which may be on several disks. */
export async function readFreeBytes({ stagingDir, config }: Place): Promise<number> {
  const disks = await Promise.all([stagingDir, config.dataDir].map(path => statfs(path)))
  const ofDatabase =
    config.databaseUrl === undefined ? await readFreeBytesBeyondReserve(join(config.dataDir, 'database')) : undefined
  return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize), ofDatabase ?? Infinity)
}

/** The same for bytes that are stored as a blob: an object store is not asked how many it takes. */
export async function assertRoomForBlob(place: Pick<Platform, 'stagingDir' | 'config'>, bytes: number): Promise<void> {
  await assertRoom(place, place.config.storage.kind === 'disk' ? bytes : 0)
}

/** Throws where so many more bytes would leave the disks of this machine full. */
export async function assertRoom(place: Place, bytes: number): Promise<void> {
  if ((await readFreeBytes(place)) - bytes < minFreeBytes)
    throw new ServiceError('StorageFullError', 'The storage is full')
}
