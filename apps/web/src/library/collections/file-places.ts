import { getKnown } from '../../frame/production.ts'
import { usePagePlaces } from '../../uploads/page-places.ts'
import type { FilePlace } from '../../uploads/uploads.ts'
import type { Collection } from './collection.ts'
import { filesOver, findCollection } from './drag.ts'
import { toTitle } from './title.ts'

/** Where files go that are added in the library: into the collection that is shown, or that they are dropped on. */
export function useFilePlaces(
  prId: number,
  mayUpload: boolean,
  collections: readonly Collection[],
  shown: number | undefined,
): FilePlace {
  const toPlace = (id: number | undefined): FilePlace => {
    const collection = collections.find(one => one.id === id)
    const title = collection ? toTitle(collection) : (getKnown(prId)?.production.name ?? '')
    return { prId, collectionId: id, title }
  }
  const places = {
    at: (x: number, y: number) => {
      filesOver.value = findCollection(x, y)
      return toPlace(filesOver.value ?? shown)
    },
    onEnd: () => {
      filesOver.value = undefined
    },
  }
  usePagePlaces(mayUpload ? places : undefined)
  return toPlace(shown)
}
