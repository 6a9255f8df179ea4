/** Stores as two processes of a service have them, for tests. */

import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '../../../test/peers/object-store.ts'
import type { BlobStore } from './blobs.ts'
import { openDiskStore } from './disk-store.ts'
import { openBucket } from './s3/bucket.ts'
import { openS3Store } from './s3/s3-store.ts'

const cacheBytes = 10 * 1024 * 1024

/** A store as two processes of a service have it, each with a staging folder that may be its own. */
export interface StoreNodes {
  readonly stores: readonly [BlobStore, BlobStore]
  readonly stagingDirs: readonly [string, string]
  /** Everything that the store has, blobs and what is left of uploads. */
  listAll(): Promise<string[]>
}

export async function openDiskNodes(home: string): Promise<StoreNodes> {
  const root = join(home, 'disk')
  const stagingDir = join(root, 'staging')
  return {
    stores: [await openDiskStore(root), await openDiskStore(root)],
    stagingDirs: [stagingDir, stagingDir],
    async listAll() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    },
  }
}

export async function openObjectNodes(
  { endpoint, bucket, credentials }: ObjectStore,
  home: string,
): Promise<StoreNodes> {
  const address = { bucket, prefix: 'a/service', endpoint, region: 'us-east-1', pathStyle: true, credentials }
  const open = async (name: string) => {
    const stagingDir = join(home, name, 'staging')
    await mkdir(stagingDir, { recursive: true })
    const cacheDir = join(home, name, 'cache')
    const places = { stagingDir, cacheDir, cacheBytes, assertRoom: async () => {} }
    return { stagingDir, store: await openS3Store(address, places) }
  }
  const [first, second] = [await open('first'), await open('second')]
  return {
    stores: [first.store, second.store],
    stagingDirs: [first.stagingDir, second.stagingDir],
    async listAll() {
      const names: string[] = []
      for await (const page of openBucket({ ...address, prefix: 'a' }).list('service')) {
        names.push(...page.map(({ key }) => key))
      }
      return names
    },
  }
}
