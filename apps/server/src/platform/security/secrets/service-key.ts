/** The key of a service, with which links are signed and short secrets sealed; the database has its fingerprint. */

import { hkdfSync, randomBytes } from 'node:crypto'
import { chown, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import {
  type Database,
  type DatabaseLog,
  lockKeyFingerprint,
  StartError,
  storeKeyFingerprint,
} from '../../database/index.ts'
import type { SealedColumn, ServiceKey } from './sealed.ts'
import { resealColumn } from './sealed-store.ts'

type KeySettings = Pick<Config, 'secret' | 'previousSecret' | 'dataDir'>

/** The files of the data folder that have the key, and after a rotation the one before it. */
const toKeyFile = (dataDir: string) => join(dataDir, 'secret')
const toPreviousFile = (dataDir: string) => join(dataDir, 'secret.previous')

/** Identifies a key without giving it away. */
export function toFingerprint(key: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'rushes fingerprint', 16)).toString('hex')
}

/**
 * The key of this service, created on its first start. With a previous key given, every sealed value is sealed again
 * with the present one. Throws `StartError` for a key that is not that of the database.
 */
export async function openServiceKey(
  db: Database,
  settings: KeySettings,
  columns: readonly SealedColumn[],
  log: DatabaseLog,
): Promise<ServiceKey> {
  return db.transaction().execute(async db => {
    const known = await lockKeyFingerprint(db)
    const current = await readCurrent(settings, known)
    const key = { current, previous: await readPreviousKey(settings) }
    const fingerprint = toFingerprint(current)
    const isChanged = known !== undefined && known !== fingerprint
    if (isChanged && key.previous === undefined) throw toRefusal(settings)
    if (isChanged && toFingerprint(key.previous!) !== known) {
      const place = settings.previousSecret === undefined ? toPreviousFile(settings.dataDir) : 'RUSHES_SECRET_PREVIOUS'
      throw new StartError(`${place}: this is not the key that the service had before`)
    }
    if (known === undefined || key.previous !== undefined) await resealAll(db, key, { settings, columns, log })
    if (known !== fingerprint) await storeKeyFingerprint(db, fingerprint)
    if (isChanged) log.warn({}, 'service key changed')
    return key
  })
}

/**
 * Replaces the key in the data folder, of a service that does not run, by a new one, and seals everything with it. The
 * key until then stays beside it, so that addresses signed with it open. An interruption at any moment leaves a service
 * that starts. Throws `StartError` where the present key is not that of the database. Gives the number of values sealed.
 */
export async function rotateServiceKey(
  db: Database,
  dataDir: string,
  columns: readonly SealedColumn[],
  log: DatabaseLog,
): Promise<number> {
  const settings = { secret: undefined, previousSecret: undefined, dataDir }
  // Finishes a rotation that was interrupted, and refuses a foreign key.
  const { current: previous } = await openServiceKey(db, settings, columns, log)
  const path = toKeyFile(dataDir)
  return db.transaction().execute(async db => {
    await lockKeyFingerprint(db)
    const current = newKey()
    await replaceKeyFile(toPreviousFile(dataDir), previous, path)
    await replaceKeyFile(path, current, path)
    const sealedValues = await resealAll(db, { current, previous }, { settings, columns, log })
    await storeKeyFingerprint(db, toFingerprint(current))
    return sealedValues
  })
}

/** Forgets the key before a rotation: addresses signed with it end with the next start. False where there is none. */
export async function forgetPreviousKey(dataDir: string): Promise<boolean> {
  const path = toPreviousFile(dataDir)
  const isThere = (await readFileIfThere(path)) !== undefined
  await rm(path, { force: true })
  return isThere
}

/**
 * Seals everything with the present key, and counts it. Throws `StartError` where there are sealed values and none of
 * them opens.
 */
async function resealAll(
  db: Database,
  key: ServiceKey,
  { settings, columns, log }: { settings: KeySettings; columns: readonly SealedColumn[]; log: DatabaseLog },
): Promise<number> {
  const counts = []
  for (const column of columns) counts.push({ ...column, ...(await resealColumn(db, key, column)) })
  const unreadable = counts.filter(({ unreadableValues }) => unreadableValues > 0)
  if (unreadable.length > 0 && counts.every(({ readableValues }) => readableValues === 0)) throw toRefusal(settings)
  for (const { table, column, unreadableValues } of unreadable) {
    log.error({ table, column, unreadableValues }, 'sealed values cannot be opened with the key of the service')
  }
  return counts.reduce((sum, { readableValues }) => sum + readableValues, 0)
}

function toRefusal({ secret, dataDir }: KeySettings): StartError {
  const place = secret === undefined ? `the key in ${toKeyFile(dataDir)}` : 'this'
  return new StartError(
    `RUSHES_SECRET: ${place} is not the key of this service; give the one it has had, or name that one in RUSHES_SECRET_PREVIOUS to change the key`,
  )
}

/** The key as the settings or the data folder have it; undefined where none was created yet. */
export async function readKey({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<Buffer | undefined> {
  if (secret !== undefined) return Buffer.from(secret)
  return readFileIfThere(toKeyFile(dataDir))
}

/** The key before that of `readKey`: of the settings, or where they have none at all of the data folder. */
export async function readPreviousKey({ secret, previousSecret, dataDir }: KeySettings): Promise<Buffer | undefined> {
  if (previousSecret !== undefined) return Buffer.from(previousSecret)
  return secret === undefined ? readFileIfThere(toPreviousFile(dataDir)) : undefined
}

async function readFileIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

async function readCurrent({ secret, dataDir, previousSecret }: KeySettings, known: string | undefined) {
  if (secret !== undefined) return Buffer.from(secret)
  const path = toKeyFile(dataDir)
  const stored = await readKey({ secret, dataDir })
  if (!stored && known !== undefined && previousSecret === undefined) {
    throw new StartError(
      `RUSHES_SECRET: ${path}, the key of this service, is missing; restore that file, or give the key in RUSHES_SECRET`,
    )
  }
  const key = stored ?? (await createKeyFile(path))
  if (key.length < 16) throw new StartError(`${path} is too short to be a key; restore the key of this service`)
  return key
}

async function createKeyFile(path: string): Promise<Buffer> {
  const draft = await writeDraft(path, newKey())
  // A link appears whole or not at all, and never replaces a key that is there.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(path)
}

/** Replaces a key as a whole or not at all, for the user who owns the file `owned`. */
async function replaceKeyFile(path: string, key: Uint8Array, owned: string): Promise<void> {
  const draft = await writeDraft(path, key)
  const { uid, gid } = await stat(owned)
  await chown(draft, uid, gid)
  await rename(draft, path)
}

const newKey = () => Buffer.from(randomBytes(32).toString('base64url'))

async function writeDraft(path: string, key: Uint8Array): Promise<string> {
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}
