import { getKnown } from '../../frame/production.ts'
import { usePagePlaces } from '../../uploads/page-places.ts'
import type { FilePlace } from '../../uploads/uploads.ts'
import type { FoundClips } from '../clips/found-clips.ts'
import type { Collection } from './collection.ts'
import { filesOver, findClip, findCollection } from './drag.ts'
import { toTitle } from './title.ts'

interface FilePlacesOptions {
  /** The rights of the user. */
  readonly held: ReadonlySet<string>
  readonly collections: readonly Collection[]
  /** The collection that is shown. */
  readonly shown: number | undefined
  readonly found: FoundClips
}

/**
 * Where files go that are added in the library: into the collection that is shown, or that they are dropped on; one that
 * is dropped on a clip is another version of it.
 */
export function useFilePlaces(prId: number, options: FilePlacesOptions): FilePlace {
  const { held, found, collections, shown } = options
  const mayUpload = held.has('LIBRARY_UPLOAD')
  const mayAddVersion = mayUpload && held.has('LIBRARY_UPDATE_METADATA')
  const toPlace = (id: number | undefined): FilePlace => {
    const collection = collections.find(one => one.id === id)
    const title = collection ? toTitle(collection) : (getKnown(prId)?.production.name ?? '')
    return { prId, collectionId: id, title }
  }
  const places = {
    at: (x: number, y: number, count: number) => {
      filesOver.value = findCollection(x, y)
      const isOverClip = filesOver.value === undefined && count === 1 && mayAddVersion
      const id = isOverClip ? findClip(x, y) : undefined
      const clip = id === undefined ? undefined : found.find(id)
      if (clip) return { prId, versionOf: id, title: clip.name }
      return toPlace(filesOver.value ?? shown)
    },
    onEnd: () => {
      filesOver.value = undefined
    },
  }
  usePagePlaces(mayUpload ? places : undefined)
  return toPlace(shown)
}
