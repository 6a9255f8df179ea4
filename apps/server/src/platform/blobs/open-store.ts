import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { RoleSource, StorageCredentials } from '../config/storage-credentials.ts'
import { StartError } from '../database/index.ts'
import type { BlobStore } from './blobs.ts'
import { openDiskStore } from './disk-store.ts'
import { assertRoom } from './free-space.ts'
import { createRoleCredentials, type GetCredentials } from './s3/role-credentials.ts'
import { openS3Store } from './s3/s3-store.ts'

/** The store of a service, and what this machine has of it. */
export interface OpenStore {
  readonly blobs: BlobStore
  /** A folder of this machine for files in the making, from which the store adopts blobs. */
  readonly stagingDir: string
  /** The setting that names the store, and where it is, for messages. */
  readonly setting: string
  readonly place: string
}

/** Names the store of a service, as all of its nodes do: their folder may be at another place on each. */
export function nameStore(storage: Config['storage']): string {
  if (storage.kind === 'disk') return 'disk'
  return `s3://${[storage.bucket, storage.prefix].filter(part => part !== '').join('/')}`
}

/** Opens the store that the settings name. Throws StartError. */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'storage' | 'storageDelivery' | 'cacheMib'>,
): Promise<OpenStore> {
  const { storage } = config
  const root = join(config.dataDir, 'media')
  const stagingDir = join(root, 'staging')
  if (storage.kind === 'disk') {
    return { blobs: await openDiskStore(root), stagingDir, setting: 'RUSHES_DATA', place: root }
  }
  const { region = 'us-east-1' } = storage
  const credentials = await openCredentials(storage.credentials, region)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await mkdir(stagingDir, { recursive: true })
  const places = {
    stagingDir,
    cacheDir: join(root, 'cache'),
    cacheBytes: config.cacheMib * 1024 * 1024,
    assertRoom: (bytes: number) => assertRoom({ stagingDir, config }, bytes),
  }
  const givesAddresses = config.storageDelivery === 'redirect'
  const blobs = await openS3Store({ ...storage, region, credentials }, places, { givesAddresses })
  const place = nameStore(storage)
  await blobs.findMarker().catch(error => {
    throw new StartError(`RUSHES_STORAGE_URL: ${place} cannot be read: ${error.message}`)
  })
  return { blobs, stagingDir, setting: 'RUSHES_STORAGE_URL', place }
}

/** Credentials that do not change, or what gets those of a role, which it has shown that it can. Throws StartError. */
async function openCredentials(
  given: StorageCredentials | RoleSource | undefined,
  region: string,
): Promise<StorageCredentials | GetCredentials> {
  const toRefusal = (reason: string) =>
    new StartError(
      `RUSHES_STORAGE_URL: ${reason}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile in ~/.aws/credentials, or the variables of a role`,
    )
  if (!given) throw toRefusal('no credentials')
  if (!('kind' in given)) return given
  const getCredentials = createRoleCredentials(given, region, systemClock.now)
  await getCredentials().catch(error => {
    throw toRefusal(error.message)
  })
  return getCredentials
}
