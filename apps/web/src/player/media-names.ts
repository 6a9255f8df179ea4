import { findMediaName } from '@rushes/contract'

/** Whether a clip is a document although its name says film, sound or picture: the file could not be read as one. */
export function isUnreadable({ type, name = '' }: { readonly type?: string; readonly name?: string }): boolean {
  return type === 'DOCUMENT' && findMediaName(name) !== undefined
}
