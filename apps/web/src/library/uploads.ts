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
  /** With the folders it stands in. */
  readonly fileName: string
  readonly size: number
  readonly lastModified: number
  readonly mediaObjectId: number | undefined
  readonly state: UploadState
  readonly sentBytes: number
  readonly error: string | undefined
}

const kept = 'rushes.uploads'
const atOnce = 2

/** All of them, oldest first. */
export const uploads = signal<readonly Upload[]>(readKept())

const files = new Map<string, File>()
const stoppers = new Map<string, AbortController>()

/** Those begun before a reload have lost their file: whoever chooses it again goes on where it was. */
function readKept(): Upload[] {
  const list = JSON.parse(localStorage.getItem(kept) ?? '[]') as Upload[]
  return list.map(upload => ({ ...upload, state: 'file missing' as const }))
}

function change(key: string, changes: Partial<Upload>): void {
  uploads.value = uploads.value.map(upload => (upload.key === key ? { ...upload, ...changes } : upload))
  const open = uploads.value.filter(({ state, mediaObjectId }) => state !== 'arrived' && mediaObjectId !== undefined)
  localStorage.setItem(kept, JSON.stringify(open))
}

/** Puts files in the queue; one that was begun before a reload goes on. */
export function addFiles(prId: number, collectionId: number | undefined, added: readonly File[]): void {
  for (const file of added) {
    const fileName = file.webkitRelativePath || file.name
    const known = uploads.value.find(
      upload =>
        upload.state === 'file missing' &&
        upload.prId === prId &&
        upload.fileName === fileName &&
        upload.size === file.size &&
        upload.lastModified === file.lastModified,
    )
    const key = known?.key ?? crypto.randomUUID()
    files.set(key, file)
    if (known) change(key, { state: 'waiting' })
    else {
      const { size, lastModified } = file
      const upload = { key, prId, collectionId, fileName, size, lastModified, mediaObjectId: undefined }
      uploads.value = [...uploads.value, { ...upload, state: 'waiting', sentBytes: 0, error: undefined }]
    }
  }
  sendNext()
}

export function pauseUpload(key: string): void {
  stoppers.get(key)?.abort()
  change(key, { state: 'paused' })
  sendNext()
}

export function resumeUpload(key: string): void {
  change(key, { state: files.has(key) ? 'waiting' : 'file missing', error: undefined })
  sendNext()
}

/** Stops an upload and has the service forget what came of it. */
export async function cancelUpload(key: string): Promise<void> {
  stoppers.get(key)?.abort()
  const upload = uploads.value.find(one => one.key === key)
  uploads.value = uploads.value.filter(one => one.key !== key)
  change('', {})
  files.delete(key)
  if (upload?.mediaObjectId !== undefined && upload.state !== 'arrived') {
    await api.uploads.cancelUpload({ prId: upload.prId, id: upload.mediaObjectId })
  }
  sendNext()
}

function sendNext(): void {
  const sending = uploads.value.filter(({ state }) => state === 'sending').length
  for (const upload of uploads.value.filter(({ state }) => state === 'waiting').slice(0, atOnce - sending)) {
    void send(upload)
  }
}

async function send({ key, prId, collectionId, fileName, mediaObjectId }: Upload): Promise<void> {
  const source = files.get(key)
  if (!source) return
  const stopper = new AbortController()
  stoppers.set(key, stopper)
  change(key, { state: 'sending' })
  try {
    const id = mediaObjectId ?? (await announce(prId, collectionId, fileName, source.size))
    change(key, { mediaObjectId: id })
    await uploadFile(api, {
      prId,
      fileName,
      source,
      mediaObjectId: id,
      signal: stopper.signal,
      onProgress: sentBytes => change(key, { sentBytes }),
    })
    files.delete(key)
    change(key, { state: 'arrived', sentBytes: source.size })
  } catch (error) {
    if (!stopper.signal.aborted) change(key, { state: 'failed', error: toMessage(error) })
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
