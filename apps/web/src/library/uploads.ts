/** Uploads of this browser: they go on while pages change, and can be taken up again after a reload. */

import { signal } from '@preact/signals'
import { createClip, uploadFile } from '@rushes/client'
import { api, toMessage } from '../platform/api.ts'

export type UploadState = 'waiting' | 'sending' | 'paused' | 'file missing' | 'arrived' | 'failed'

/** A file on its way. */
export interface Upload {
  readonly key: string
  readonly prId: number
  readonly collectionId: number | undefined
  /** With its folders. */
  readonly fileName: string
  readonly size: number
  readonly lastModified: number
  readonly mediaObjectId: number | undefined
  readonly state: UploadState
  readonly sentBytes: number
  readonly error: string | undefined
}

/** Before the key of each upload that is not at its end; one entry for each, since every tab writes its own. */
const kept = 'rushes.upload.'
const atOnce = 2

/** All of them, oldest first. */
export const uploads = signal<readonly Upload[]>(readKept())

const files = new Map<string, File>()
/** Of those that are being sent; one stays until it has really stopped. */
const stoppers = new Map<string, AbortController>()

/** Uploads begun before a reload have lost their file: choosing it again resumes them. */
function readKept(): Upload[] {
  return Object.keys(localStorage)
    .filter(name => name.startsWith(kept))
    .sort()
    .map(name => ({ ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Upload), state: 'file missing' }))
}

function find(key: string): Upload | undefined {
  return uploads.value.find(upload => upload.key === key)
}

/** Changes one that is still wanted. */
function change(key: string, changes: Partial<Upload>): void {
  const before = find(key)
  if (!before) return
  const after = { ...before, ...changes }
  uploads.value = uploads.value.map(upload => (upload === before ? after : upload))
  if (after.state === 'arrived' || after.mediaObjectId === undefined) localStorage.removeItem(kept + key)
  else localStorage.setItem(kept + key, JSON.stringify(after))
}

/** Puts files in the queue; one that was begun before a reload goes on. */
export function addFiles(prId: number, collectionId: number | undefined, added: readonly File[]): void {
  for (const file of added) {
    const { size, lastModified } = file
    const fileName = file.webkitRelativePath || file.name
    const known = uploads.value.find(
      upload =>
        upload.state === 'file missing' &&
        upload.prId === prId &&
        upload.fileName === fileName &&
        upload.size === size &&
        upload.lastModified === lastModified,
    )
    const key = known?.key ?? createKey()
    files.set(key, file)
    if (known) change(key, { state: 'waiting' })
    else {
      const upload = { key, prId, collectionId, fileName, size, lastModified, mediaObjectId: undefined }
      uploads.value = [...uploads.value, { ...upload, state: 'waiting', sentBytes: 0, error: undefined }]
    }
  }
  sendNext()
}

let made = 0

/** Later ones come later in the alphabet. Browsers make better names, but not on addresses without https. */
function createKey(): string {
  made += 1
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${String(Date.now()).padStart(15, '0')}.${String(made).padStart(6, '0')}.${chance.toString(36)}`
}

export function pauseUpload(key: string): void {
  change(key, { state: 'paused' })
  stoppers.get(key)?.abort()
  sendNext()
}

export function resumeUpload(key: string): void {
  change(key, { state: files.has(key) ? 'waiting' : 'file missing', error: undefined })
  sendNext()
}

/** Stops an upload and has the service forget what came of it. */
export async function cancelUpload(key: string): Promise<void> {
  const upload = find(key)
  uploads.value = uploads.value.filter(one => one.key !== key)
  localStorage.removeItem(kept + key)
  files.delete(key)
  stoppers.get(key)?.abort()
  // While the service is still being told of a file, `send` withdraws it.
  if (upload?.mediaObjectId !== undefined && upload.state !== 'arrived') await withdraw(upload, upload.mediaObjectId)
  sendNext()
}

/** Takes those that are at their end out of sight. */
export function forgetArrived(prId: number): void {
  uploads.value = uploads.value.filter(upload => upload.prId !== prId || upload.state !== 'arrived')
}

function sendNext(): void {
  const next = uploads.value.filter(({ key, state }) => state === 'waiting' && !stoppers.has(key))
  for (const upload of next.slice(0, Math.max(0, atOnce - stoppers.size))) void send(upload)
}

async function send({ key, prId, collectionId, fileName, mediaObjectId }: Upload): Promise<void> {
  const source = files.get(key)
  if (!source) return
  const stopper = new AbortController()
  const { signal } = stopper
  stoppers.set(key, stopper)
  change(key, { state: 'sending' })
  try {
    const id = mediaObjectId ?? (await announce(prId, collectionId, fileName, source.size))
    if (!find(key)) return await withdraw({ prId }, id)
    change(key, { mediaObjectId: id })
    const onProgress = (sentBytes: number) => change(key, { sentBytes })
    await uploadFile(api, { prId, fileName, source, mediaObjectId: id, signal, onProgress })
    files.delete(key)
    change(key, { state: 'arrived', sentBytes: source.size })
  } catch (error) {
    if (!signal.aborted) change(key, { state: 'failed', error: toMessage(error) })
  } finally {
    stoppers.delete(key)
    sendNext()
  }
}

async function announce(prId: number, collectionId: number | undefined, fileName: string, size: number) {
  const name = fileName.split('/').at(-1) ?? fileName
  const attach = collectionId === undefined ? {} : { attachToEoId: collectionId }
  return (await createClip(api, prId, { name, fileName, size, ...attach })).mediaObjectId
}

/** Has the service forget what came of an upload. */
async function withdraw({ prId }: Pick<Upload, 'prId'>, id: number): Promise<void> {
  await api.uploads.cancelUpload({ prId, id })
}

// To resume after leaving the page, the file has to be chosen again: browsers ask before that.
addEventListener('beforeunload', event => {
  if (uploads.value.some(({ state }) => state === 'sending' || state === 'waiting')) event.preventDefault()
})
