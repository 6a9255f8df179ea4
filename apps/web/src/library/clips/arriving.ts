import { type Upload, uploads } from '../../uploads/uploads.ts'
import type { Wanted } from '../search/wanted.ts'
import type { FoundClips } from './found-clips.ts'

/** Uploads of this browser by the ids of their clips. */
export function listByClip(prId: number): ReadonlyMap<number, Upload> {
  return new Map(
    uploads.value.flatMap(upload =>
      upload.prId === prId && upload.mediaObjectId !== undefined ? [[upload.mediaObjectId, upload] as const] : [],
    ),
  )
}

/** The search is never further behind; a clip that is not found then was deleted. */
const mostBehindMs = 30_000

/** Files whose clips the search does not give yet: they are shown at once, the newest first. */
export function listArriving(wanted: Wanted, found: FoundClips): Upload[] {
  const { prId, q, filters, collection, sort } = wanted
  if (q !== '' || filters.length > 0 || sort !== 'newest') return []
  void found.turn.value
  const known = new Set(Array.from(found.listKnown(), ([, { id }]) => id))
  return uploads.value
    .filter(
      upload =>
        upload.prId === prId &&
        upload.replaces === undefined &&
        (collection === undefined || upload.collectionId === collection) &&
        upload.state !== 'file missing' &&
        (upload.state !== 'arrived' || upload.arrivedAt > Date.now() - mostBehindMs) &&
        !(upload.mediaObjectId !== undefined && known.has(upload.mediaObjectId)),
    )
    .toReversed()
}
