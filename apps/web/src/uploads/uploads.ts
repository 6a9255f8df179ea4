/** Uploads of this browser, as pages show them; what sends them is loaded with the first file. */

import { signal } from '@preact/signals'

export type UploadState = 'waiting' | 'sending' | 'paused' | 'file missing' | 'arrived' | 'failed'

/** Where files go. */
export interface FilePlace {
  readonly prId: number
  readonly collectionId?: number | undefined
  /** The clip of which a file is another version. */
  readonly versionOf?: number | undefined
  /** What the person knows it by: the collection, the clip, or the production. */
  readonly title: string
}

/** A file on its way. */
export interface Upload {
  readonly key: string
  readonly prId: number
  readonly collectionId: number | undefined
  readonly placeTitle: string
  /** With its folders. */
  readonly fileName: string
  readonly size: number
  readonly lastModified: number
  readonly mediaObjectId: number | undefined
  /** The collection of its folder, once the service has it. */
  readonly folderId?: number | undefined
  /** The clip whose file it takes the place of. */
  readonly replaces?: number | undefined
  /** The clip of which it is another version once it has arrived. */
  readonly versionOf?: number | undefined
  readonly state: UploadState
  readonly sentBytes: number
  readonly error: string | undefined
  /** In epoch milliseconds; 0 while it is on its way. */
  readonly arrivedAt: number
}

/** Before the key of each upload in the storage of the browser: one entry for each, since every window writes its own. */
export const kept = 'rushes.upload.'

/** All of them, oldest first. */
export const uploads = signal<readonly Upload[]>([])

/** A file that its production has already: it is sent only where the person wants that. */
export interface Duplicate {
  readonly key: string
  readonly file: File
  readonly place: FilePlace
  /** The clip that has the file; nothing where that is still on its way. */
  readonly clipId: number | undefined
  /** The collection to which that clip was added, as people know it. */
  readonly addedTo: string | undefined
}

export const duplicates = signal<readonly Duplicate[]>([])

/** Takes them off the list. */
export function forgetDuplicates(gone: readonly Duplicate[]): void {
  duplicates.value = duplicates.value.filter(one => !gone.includes(one))
}

const openTray = 'rushes.uploads.open'

/** Whether the list of uploads is shown; so it stays when the page is reloaded. */
export const isTrayOpen = signal(sessionStorage.getItem(openTray) !== null)

export function showTray(isOpen: boolean): void {
  isTrayOpen.value = isOpen
  if (isOpen) sessionStorage.setItem(openTray, 'yes')
  else sessionStorage.removeItem(openTray)
}
