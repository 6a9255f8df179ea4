import type { Config } from '@rushes/server/src/platform/config/config.ts'
import { findRunningDatabase, readKeyFingerprint } from '@rushes/server/src/platform/database/index.ts'
import { readKey, readPreviousKey, toFingerprint } from '@rushes/server/src/platform/security/secrets/service-key.ts'
import { type Finding, found } from './finding.ts'

const patienceMs = 5000

/** Whether the key of the settings is the one that the database belongs to. */
export async function checkKey(config: Config): Promise<Finding> {
  const url = findRunningDatabase(config)
  if (!url)
    return found('key', 'skipped', 'is compared where the database runs', 'Start it and ask again: rushes start')
  const known = await readKeyFingerprint(url, patienceMs).catch(() => 'unreachable' as const)
  if (known === 'unreachable') return found('key', 'skipped', 'cannot be compared: the database does not answer')
  if (known === undefined) return found('key', 'skipped', 'the database has no fingerprint yet; the next start adds it')
  const key = await readKey(config).catch(() => undefined)
  const place = config.secret === undefined ? `the file secret in ${config.dataDir}` : 'RUSHES_SECRET'
  if (key && toFingerprint(key) === known) return found('key', 'good', `${place} is the key of this service`)
  const previous = await readPreviousKey(config).catch(() => undefined)
  if (key && previous && toFingerprint(previous) === known) {
    return found('key', 'good', `the next start changes the key to that of ${place}`)
  }
  const message = key ? `${place} is not the key of this service` : `${place} is missing`
  return found('key', 'failed', message, 'Set the key it has had; docs/operation.md says how it is changed.')
}
