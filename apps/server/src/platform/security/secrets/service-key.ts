/** The key of a service, with which links are signed and short secrets sealed; the database has its fingerprint. */

import { hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { type Database, lockKeyFingerprint, StartError, storeKeyFingerprint } from '../../database/index.ts'
import type { SealedColumn, ServiceKey } from './sealed.ts'
import { resealColumn } from './sealed-store.ts'

type KeySettings = Pick<Config, 'secret' | 'previousSecret' | 'dataDir'>

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
  log: Logger,
): Promise<ServiceKey> {
  return db.transaction().execute(async db => {
    const known = await lockKeyFingerprint(db)
    const current = await readCurrent(settings, known)
    const { previousSecret } = settings
    const key = { current, previous: previousSecret === undefined ? undefined : Buffer.from(previousSecret) }
    const fingerprint = toFingerprint(current)
    const isChanged = known !== undefined && known !== fingerprint
    if (isChanged && key.previous === undefined) throw toRefusal(settings)
    if (isChanged && toFingerprint(key.previous!) !== known) {
      throw new StartError('RUSHES_SECRET_PREVIOUS: this is not the key that the service had before')
    }
    if (known === undefined || key.previous !== undefined) await resealAll(db, key, { settings, columns, log })
    if (known !== fingerprint) await storeKeyFingerprint(db, fingerprint)
    if (isChanged) log.warn('service key changed')
    return key
  })
}

/** Seals everything with the present key. Throws `StartError` where there are sealed values and none of them opens. */
async function resealAll(
  db: Database,
  key: ServiceKey,
  { settings, columns, log }: { settings: KeySettings; columns: readonly SealedColumn[]; log: Logger },
): Promise<void> {
  const counts = []
  for (const column of columns) counts.push({ ...column, ...(await resealColumn(db, key, column)) })
  const unreadable = counts.filter(({ unreadableValues }) => unreadableValues > 0)
  if (unreadable.length > 0 && counts.every(({ readableValues }) => readableValues === 0)) throw toRefusal(settings)
  for (const { table, column, unreadableValues } of unreadable) {
    log.error({ table, column, unreadableValues }, 'sealed values cannot be opened with the key of the service')
  }
}

function toRefusal({ secret, dataDir }: KeySettings): StartError {
  const place = secret === undefined ? `the key in ${join(dataDir, 'secret')}` : 'this'
  return new StartError(
    `RUSHES_SECRET: ${place} is not the key of this service; give the one it has had, or name that one in RUSHES_SECRET_PREVIOUS to change the key`,
  )
}

/** The key as the settings or the data folder have it; undefined where none was created yet. */
export async function readKey({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<Buffer | undefined> {
  if (secret !== undefined) return Buffer.from(secret)
  return readFile(join(dataDir, 'secret')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

async function readCurrent({ secret, dataDir, previousSecret }: KeySettings, known: string | undefined) {
  if (secret !== undefined) return Buffer.from(secret)
  const path = join(dataDir, 'secret')
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
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(randomBytes(32).toString('base64url'))
    await file.sync()
  } finally {
    await file.close()
  }
  // A link appears whole or not at all, and never replaces a key that is there.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(path)
}
