import type { MediaObject } from '@rushes/contract'
import { texts } from './messages.ts'

/** Whether a clip has frames that one can speak about: pictures and documents have none. */
export function hasFrames({ type }: Pick<MediaObject, 'type'>): boolean {
  return type !== 'IMAGE' && type !== 'DOCUMENT'
}

/** Why there is nothing to see of a clip, as far as the clip alone says it. */
export function describeMissing({ type, mediaObjectInstances: files = [] }: MediaObject): string {
  if (type === 'DOCUMENT') return texts('isDocument')
  return texts(files.some(file => file.type === 'RAW') ? 'notReady' : 'noFile')
}
