import { type Database, getOrCreateIdentity, noteStoreMarked, StartError } from '../database/index.ts'
import type { BlobStore } from './blobs.ts'
import type { OpenStore } from './open-store.ts'

/**
 * Makes sure that the store has the media of this database: every store is marked with the id of its service at the
 * first start. Throws `StartError` for the store of another service, and for one without a marker where the service
 * has marked a store before, or where the store has files and the database names none: all would be orphans.
 */
export async function assertOwnStore(
  db: Database,
  { blobs, setting, place }: Omit<OpenStore, 'stagingDir'>,
  namesFiles: () => Promise<boolean>,
): Promise<void> {
  const { id, storeMarked } = await getOrCreateIdentity(db)
  let marker = await blobs.findMarker()
  if (marker === undefined && !storeMarked) {
    if (!(await namesFiles()) && (await hasFiles(blobs))) {
      throw new StartError(
        `${setting}: ${place} has media of which this database knows nothing. Name the database that belongs to it, or write ${id} into its file service-id to have the media removed`,
      )
    }
    await blobs.writeMarker(id)
    marker = await blobs.findMarker()
  }
  if (marker === undefined) {
    throw new StartError(
      `${setting}: ${place} is not the media folder of this service: it has no file service-id. Name the folder that has its media, or write ${id} into that file to go on without them`,
    )
  }
  if (marker !== id) {
    throw new StartError(`${setting}: ${place} is the media folder of another service (its file service-id)`)
  }
  await noteStoreMarked(db)
}

async function hasFiles(blobs: BlobStore): Promise<boolean> {
  for await (const keys of blobs.listKeys()) if (keys.length > 0) return true
  return false
}
