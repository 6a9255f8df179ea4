/** Sends the uploads of this browser: they go on while pages change, and can be taken up again after a reload. */

import { createClip, listAll, uploadFile } from '@rushes/client'
import { tellError } from '../design/floating/toasts.tsx'
import { getKnown } from '../frame/production.ts'
import { sendEntries } from '../library/writes/sending/send-change.ts'
import { api, isCutOff, isRefusal, toMessage } from '../platform/reading/api.ts'
import { createKey } from '../platform/writes/create-key.ts'
import { findSameClips } from './files/duplicates.ts'
import { toFolderOrder, toPath } from './files/file-order.ts'
import { forgetUpload, keepUpload } from './kept-uploads.ts'
import { Rate } from './rate.ts'
import {
  type Duplicate,
  duplicates,
  type FilePlace,
  showTray,
  type Upload,
  type UploadState,
  uploads,
} from './uploads.ts'

const atOnce = 2

const files = new Map<string, File>()
/** Of those that are being sent; one stays until it has really stopped. */
const stoppers = new Map<string, AbortController>()
/** Of those that are being sent, and of all together. */
const rates = new Map<string, Rate>()
let total = new Rate(performance.now())
/** Those that ended because the line was cut: they are sent again without being asked for. */
const cutOff = new Set<string>()

function find(key: string): Upload | undefined {
  return uploads.value.find(upload => upload.key === key)
}

/** Changes one that is still wanted. */
function change(key: string, changes: Partial<Upload>): void {
  const before = find(key)
  if (!before) return
  const after = { ...before, ...changes }
  uploads.value = uploads.value.map(upload => (upload === before ? after : upload))
  keepUpload(after)
}

function add(file: File, place: Pick<Upload, 'prId' | 'collectionId' | 'placeTitle' | 'replaces' | 'versionOf'>): void {
  const key = createKey()
  const { size, lastModified } = file
  const fileName = toPath(file)
  const begun = { state: 'waiting', sentBytes: 0, error: undefined, arrivedAt: 0, mediaObjectId: undefined } as const
  const upload = { key, fileName, size, lastModified, ...place, ...begun }
  files.set(key, file)
  uploads.value = [...uploads.value, upload]
  keepUpload(upload)
}

/** Puts files in the queue, but not those that the production has already; those that were begun before a reload go on. */
export async function enqueue(place: FilePlace, added: readonly File[]): Promise<void> {
  const { prId } = place
  const fresh = toFolderOrder(findMissing(added, prId))
  sendNext()
  // Where that cannot be found out, the files are sent.
  const same = await findSameClips(prId, fresh).catch(() => new Map<File, number>())
  const isKnown = (file: File) => same.has(file) || isOnItsWay(prId, file)
  const known = fresh.filter(isKnown)
  const isListed = (file: File) =>
    duplicates.value.some(
      other => other.place.prId === prId && other.file.size === file.size && toPath(other.file) === toPath(file),
    )
  const unlisted = known.filter(file => !isListed(file))
  duplicates.value = [
    ...duplicates.value,
    ...unlisted.map(file => ({ key: createKey(), file, place, clipId: same.get(file), addedTo: undefined })),
  ]
  sendAnyway(fresh.filter(file => !known.includes(file)).map(file => ({ file, place })))
  await addKnown(place, same).catch(tellError)
}

/** Adds clips that have the files already to the collections where these were to go. */
async function addKnown(
  { prId, collectionId, versionOf, title }: FilePlace,
  same: ReadonlyMap<File, number>,
): Promise<void> {
  if (versionOf !== undefined || getKnown(prId)?.held.has('LIBRARY_UPDATE_METADATA') !== true) return
  const byPath = Map.groupBy(same, ([file]) => toPath(file).split('/').slice(0, -1).join('/'))
  for (const [path, found] of byPath) {
    const folders = path === '' ? [] : path.split('/')
    const id = await findFolder(prId, collectionId, folders)
    if (id === undefined) continue
    const entries = found.map(([, mediaObjectId]) => ({ mediaObjectId }))
    await sendEntries(prId, id, entries)
    const files = new Set(found.map(([file]) => file))
    const addedTo = folders.at(-1) ?? title
    duplicates.value = duplicates.value.map(one => (files.has(one.file) ? { ...one, addedTo } : one))
  }
}

/** Puts files in the queue, whether or not there is the same already. */
export function sendAnyway(items: readonly Pick<Duplicate, 'file' | 'place'>[]): void {
  for (const { file, place } of items) {
    const { prId, collectionId, versionOf, title } = place
    add(file, { prId, collectionId, versionOf, placeTitle: title })
  }
  sendNext()
}

function isOnItsWay(prId: number, file: File): boolean {
  return listIn('waiting', 'sending', 'paused').some(upload => upload.prId === prId && isOf(upload, file))
}

/** Goes on with uploads whose files are among these; gives the files that belong to none. */
export function continueWith(chosen: readonly File[]): readonly File[] {
  const strangers = findMissing(chosen)
  sendNext()
  return strangers
}

/** Puts files that were awaited in the queue again; gives the others. */
function findMissing(chosen: readonly File[], prId?: number): File[] {
  return chosen.filter(file => {
    const known = uploads.value.find(
      upload => upload.state === 'file missing' && (prId === undefined || upload.prId === prId) && isOf(upload, file),
    )
    if (!known) return true
    files.set(known.key, file)
    change(known.key, { state: 'waiting' })
    return false
  })
}

/** Whether it is the file of an upload, with its folder or chosen without. */
function isOf({ fileName, size, lastModified }: Upload, file: File): boolean {
  if (size !== file.size || lastModified !== file.lastModified) return false
  const path = toPath(file)
  return fileName === path || (path === file.name && fileName.endsWith(`/${path}`))
}

/** Puts a file in the queue that takes the place of the file of a clip. */
export function enqueueReplacement(prId: number, replaces: number, file: File): void {
  add(file, { prId, collectionId: undefined, placeTitle: '', replaces })
  showTray(true)
  sendNext()
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

export function pauseAll(): void {
  for (const { key } of listIn('sending', 'waiting')) {
    change(key, { state: 'paused' })
    stoppers.get(key)?.abort()
  }
}

/** Goes on with all that are in this state. */
export function resumeAll(state: 'paused' | 'failed'): void {
  for (const { key } of listIn(state)) resumeUpload(key)
}

function listIn(...states: readonly UploadState[]): readonly Upload[] {
  return uploads.value.filter(({ state }) => states.includes(state))
}

/** Stops an upload and has the service forget what came of it. */
export async function cancelUpload(key: string): Promise<void> {
  const upload = find(key)
  uploads.value = uploads.value.filter(one => one.key !== key)
  forgetUpload(key)
  files.delete(key)
  cutOff.delete(key)
  stoppers.get(key)?.abort()
  // While a file is still being announced to the service, `send` withdraws it.
  if (upload?.mediaObjectId !== undefined && upload.state !== 'arrived') await withdraw(upload, upload.mediaObjectId)
  sendNext()
}

/** Takes those of a production that have arrived off the list. */
export function forgetArrived(prId: number): void {
  for (const { key } of listIn('arrived').filter(upload => upload.prId === prId)) forgetUpload(key)
  uploads.value = uploads.value.filter(upload => upload.prId !== prId || upload.state !== 'arrived')
}

/** Bytes per second of one upload, or of all. */
export function measureRate(key?: string): number | undefined {
  return (key === undefined ? total : rates.get(key))?.perSecond(performance.now())
}

function sendNext(): void {
  const next = uploads.value.filter(({ key, state }) => state === 'waiting' && !stoppers.has(key))
  for (const upload of next.slice(0, Math.max(0, atOnce - stoppers.size))) void send(upload)
}

async function send(upload: Upload): Promise<void> {
  const { key, prId, fileName, size } = upload
  const source = files.get(key)
  if (!source) return
  const stopper = new AbortController()
  const { signal } = stopper
  if (stoppers.size === 0) total = new Rate(performance.now())
  stoppers.set(key, stopper)
  change(key, { state: 'sending', error: undefined })
  try {
    const id = upload.mediaObjectId ?? (await announce(upload))
    if (!find(key)) return await withdraw({ prId }, id)
    change(key, { mediaObjectId: id })
    const rate = new Rate(performance.now())
    rates.set(key, rate)
    let before: number | undefined
    const onProgress = (sentBytes: number) => {
      // What was sent earlier says nothing about the speed of now.
      for (const one of [rate, total]) if (before !== undefined) one.add(sentBytes - before, performance.now())
      before = sentBytes
      change(key, { sentBytes })
    }
    await uploadFile(api, { prId, fileName, source, mediaObjectId: id, signal, onProgress })
    files.delete(key)
    if (upload.versionOf !== undefined) await linkVersion(prId, upload.versionOf, id)
    change(key, { state: 'arrived', sentBytes: size, arrivedAt: Date.now() })
  } catch (error) {
    if (!signal.aborted) {
      if (isCutOff(error)) cutOff.add(key)
      // What the service has given up is sent from its beginning when it is tried again.
      const isGone = isRefusal(error, 'NotFoundError') && upload.mediaObjectId !== undefined
      const restart = isGone ? { mediaObjectId: undefined, sentBytes: 0 } : {}
      change(key, { state: 'failed', error: toMessage(error), ...restart })
    }
  } finally {
    stoppers.delete(key)
    rates.delete(key)
    sendNext()
  }
}

/** Makes a clip that has arrived another version of one; without that it is a clip by itself. */
async function linkVersion(prId: number, of: number, id: number): Promise<void> {
  try {
    const { addVersions } = await import('../versions/version-writer.ts')
    await addVersions(prId, of, [id])
  } catch (error) {
    tellError(error)
  }
}

async function announce({ key, prId, collectionId, fileName, size, replaces }: Upload): Promise<number> {
  if (replaces !== undefined) {
    // The clip keeps its file until the new one has arrived.
    const body = { mediaObjectId: replaces, forceOverwrite: true, fileName, size }
    return (await createClip(api, prId, body)).mediaObjectId
  }
  const folders = fileName.split('/')
  const name = folders.pop() ?? fileName
  const folderId = await findFolder(prId, collectionId, folders)
  change(key, { folderId })
  const attach = folderId === undefined ? {} : { attachToEoId: folderId }
  return (await createClip(api, prId, { name, fileName, size, ...attach })).mediaObjectId
}

/** Collections of folders, by the collection around and the path. */
const folderIds = new Map<string, Promise<number>>()

/** The collection of a folder that is uploaded: folders are kept as collections, found again or new. */
async function findFolder(prId: number, parent: number | undefined, folders: readonly string[]) {
  let id = parent
  for (const [depth, title] of folders.entries()) {
    const around = id
    const key = JSON.stringify([prId, parent, folders.slice(0, depth + 1)])
    const folder = folderIds.get(key) ?? ensureCollection(prId, around, title)
    folderIds.set(key, folder)
    folder.catch(() => folderIds.delete(key))
    id = await folder
  }
  return id
}

async function ensureCollection(prId: number, parentId: number | undefined, title: string): Promise<number> {
  const all = await Array.fromAsync(listAll(api.collections.listCollections, { prId }, 500))
  const parent = all.find(({ id }) => id === parentId)
  // Only a notebook contains others.
  if (parent && parent.objectType !== 'Notebook') return parent.id
  // File systems write accents in either form.
  const isNamed = (name: string | undefined) => name?.normalize() === title.normalize()
  const known = all.find(collection => collection.parentId === parentId && isNamed(collection.title))
  if (known) return known.id
  const body = { title, ...(parentId === undefined ? {} : { parentId }) }
  return (await api.collections.createCollection({ prId, body })).id
}

/** Has the service forget what came of an upload. */
async function withdraw({ prId }: Pick<Upload, 'prId'>, id: number): Promise<void> {
  await api.uploads.cancelUpload({ prId, id }).catch(error => {
    if (!isRefusal(error, 'NotFoundError')) throw error
  })
}

// To resume after leaving the page, the file has to be chosen again: browsers ask before that.
addEventListener('beforeunload', event => {
  if (listIn('sending', 'waiting').length > 0) event.preventDefault()
})

addEventListener('online', () => {
  for (const key of cutOff) if (find(key)?.state === 'failed') resumeUpload(key)
  cutOff.clear()
})
