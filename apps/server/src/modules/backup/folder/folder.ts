/**
 * A folder of backups of one service:
 *
 *     snapshots/<moment>/          one snapshot; there as a whole or not at all
 *       manifest.json              what it holds, with the digest of every file
 *       manifest.json.sha256       its own digest, as sha256sum writes it
 *       tables/<table>.copy.zst    rows as COPY writes them as text
 *       blobs.jsonl                the list of blobs, a line each, sorted by key
 *       secret                     the key of the service
 *     blobs/<aa>/<sha-256>         the bytes of blobs, by their digest: shared by all snapshots, never changed
 *     drafts/                      what is being written, or was broken off
 *     lock.N                       the process that writes here
 */

import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderLock, isFolderHeld, lockFolder } from '../../../platform/database/opening/folder-lock.ts'
import { BackupError } from '../saving/backup-error.ts'
import { logTable } from '../saving/log-order.ts'
import { makePrivateFolder, moveInto, openPlainFile, readAll, syncFolder } from './files.ts'
import { listFiles, type Manifest, parseManifest, type SnapshotFile } from './manifest.ts'

const snapshotName = /^\d{8}T\d{9}Z$/
const manifestName = 'manifest.json'
const digestName = `${manifestName}.sha256`
/** A list of some hundred tables and sequences; more is no manifest. */
const mostManifestBytes = 16 * 1024 * 1024

/** A snapshot that is whole, as far as its manifest tells. */
export interface Snapshot {
  readonly name: string
  readonly manifest: Manifest
  /** Below the folder of backups. */
  readonly path: string
}

/** The name of a snapshot made at an instant in epoch milliseconds: 20261122T105443123Z. Names sort by time. */
function toSnapshotName(made: number): string {
  return new Date(made).toISOString().replaceAll(/[-:.]/g, '')
}

/** Where the bytes with a digest are kept, below the folder. */
export function toBlobPath(sha256: string): string {
  return join('blobs', sha256.slice(0, 2), sha256)
}

export function toDraftsPath(folder: string): string {
  return join(folder, 'drafts')
}

/** Every whole snapshot's name, the oldest first. */
export async function listSnapshotNames(folder: string): Promise<string[]> {
  await stat(folder)
  const names = await readdir(join(folder, 'snapshots')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(name => snapshotName.test(name)).sort()
}

/** The snapshot of a name, or the newest; throws `BackupError` where there is none or its manifest is damaged. */
export async function openSnapshot(folder: string, wanted?: string): Promise<Snapshot> {
  const names = await listSnapshotNames(folder)
  const name = wanted === undefined ? names.at(-1) : names.find(each => each === wanted)
  if (name === undefined) throw noSnapshot(folder, wanted)
  const path = join('snapshots', name)
  const text = await readSmallFile(folder, join(path, manifestName), mostManifestBytes)
  const told = await readSmallFile(folder, join(path, digestName), 1024)
  if (told !== toDigestLine(text)) throw new BackupError(`${join(path, manifestName)} is damaged`)
  const manifest = parseManifest(text, name)
  assertConsistent(manifest)
  return { name, manifest, path }
}

/** The refusal where the snapshot of a name, or any, is asked for and is not there. */
export function noSnapshot(folder: string, wanted?: string): BackupError {
  return new BackupError(`There is no snapshot ${wanted === undefined ? '' : `${wanted} `}in ${folder}`)
}

/** Two things under one name would be written over one another; a log has no more turns than events. */
function assertConsistent(manifest: Manifest): void {
  for (const names of [manifest.tables, manifest.sequences].map(list => list.map(({ name }) => name))) {
    if (new Set(names).size < names.length) throw new BackupError('The manifest names a table or sequence twice')
  }
  const paths = listFiles(manifest).map(({ path }) => path)
  if (new Set(paths).size < paths.length) throw new BackupError('The manifest names a file twice')
  const events = manifest.tables.find(({ name }) => name === logTable)?.rows ?? 0
  if (manifest.logLength > events) throw new BackupError('The manifest lists a longer log than it has events')
}

async function readSmallFile(folder: string, path: string, mostBytes: number): Promise<string> {
  const file = await openPlainFile(folder, path).catch(error => {
    throw new BackupError(`${path} cannot be read: ${describe(error)}`)
  })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readAll(file) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new BackupError(`${path} is too large to be what it is called`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Why a file cannot be opened, in a few words. */
export function describe(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'it is missing'
  return name === 'NotPlainFile' ? 'it is no plain file' : message
}

function toDigestLine(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  ${manifestName}\n`
}

/** Where a file of a snapshot is, below the folder. */
export function toFilePath({ path }: Pick<Snapshot, 'path'>, file: SnapshotFile): string {
  return join(path, file.path)
}

/** Writes the manifest into a draft and lets it stand as a snapshot: from here on it is one. */
export async function completeSnapshot(folder: string, draft: string, manifest: Manifest): Promise<Snapshot> {
  const name = toSnapshotName(manifest.made)
  const path = join('snapshots', name)
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  await writeFile(join(draft, manifestName), text, { mode: 0o600, flag: 'wx', flush: true })
  await writeFile(join(draft, digestName), toDigestLine(text), { mode: 0o600, flag: 'wx', flush: true })
  await syncFolder(join(draft, 'tables'))
  await syncFolder(draft)
  await moveInto(draft, join(folder, path))
  return { name, manifest, path }
}

/** Takes the folder for this process and makes it if need be. Throws `BackupError` where it is used for other things. */
export async function takeFolder(folder: string): Promise<FolderLock> {
  await makePrivateFolder(folder)
  const foreign = (await readdir(folder)).find(
    name => !/^(snapshots|blobs|drafts|lock\..*|lost\+found|\..*)$/.test(name),
  )
  if (foreign !== undefined) {
    throw new BackupError(`${folder} holds ${foreign}, which is not of a backup: choose a folder that is empty`)
  }
  if (isFolderHeld(folder)) throw new BackupError(`Another process writes a backup into ${folder}`)
  return lockFolder(folder, folder)
}

/** Where a new snapshot is written, and the list of blobs of an earlier one that was broken off. */
export interface Draft {
  readonly path: string
  readonly earlierList: string
}

/**
 * Makes room for a new snapshot, and clears what a process before this one broke off, down to the list of what it had
 * copied by then.
 */
export async function beginDraft(folder: string): Promise<Draft> {
  const drafts = toDraftsPath(folder)
  const earlierList = join(drafts, 'earlier.jsonl')
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const lists = await Promise.all(
    (await readdir(drafts)).map(async name => {
      const path = name.endsWith('.jsonl') ? join(drafts, name) : join(drafts, name, 'blobs.jsonl')
      const found = await stat(path).catch(() => undefined)
      return { path, size: found?.size ?? 0 }
    }),
  )
  const longest = lists.reduce((best, list) => (list.size > best.size ? list : best), { path: '', size: 0 })
  if (longest.size > 0 && longest.path !== earlierList) await rename(longest.path, earlierList)
  for (const name of await readdir(drafts)) {
    if (join(drafts, name) !== earlierList) await rm(join(drafts, name), { recursive: true })
  }
  const path = join(drafts, 'snapshot')
  await mkdir(join(path, 'tables'), { recursive: true, mode: 0o700 })
  return { path, earlierList }
}

/** Clears what is left of drafts, once their snapshot stands. */
export async function clearDrafts(folder: string): Promise<void> {
  await rm(toDraftsPath(folder), { recursive: true, force: true })
}
