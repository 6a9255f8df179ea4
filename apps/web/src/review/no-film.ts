import type { MediaObject, MediaObjectInstance } from '@rushes/contract'
import { isUnreadable } from '../player/media-names.ts'
import { texts } from './messages.ts'

/** Larger ones are downloaded: the whole file is read before its first page is shown. */
const maxPdfBytes = 200_000_000

/** Whether a clip has frames that one can speak about: pictures and documents have none. */
export function hasFrames({ type }: Pick<MediaObject, 'type'>): boolean {
  return type !== 'IMAGE' && type !== 'DOCUMENT'
}

/** The file of a document whose pages can be shown. */
export function findPages({ type, mediaObjectInstances: files = [] }: MediaObject): MediaObjectInstance | undefined {
  if (type !== 'DOCUMENT') return undefined
  return files.find(
    file => file.type === 'RAW' && file.mimeType === 'application/pdf' && (file.size ?? 0) <= maxPdfBytes,
  )
}

/** Why there is nothing to see of a clip, as far as the clip alone says it. */
export function describeMissing({ type, name, mediaObjectInstances: files = [] }: MediaObject): string {
  if (isUnreadable({ type, name })) return texts('notMedia')
  if (type === 'DOCUMENT') return texts('isDocument')
  return texts(files.some(file => file.type === 'RAW') ? 'notReady' : 'noFile')
}
