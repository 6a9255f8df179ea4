import type { ArchiveIds } from '../../../platform/archive/index.ts'
import type { Settings } from '../settings/settings-rules.ts'

/** Settings that name something by its id, where in them, and of which part of an archive that is. */
const references = [
  { path: ['ingest', 'watermark', 'fileResourceId'], part: 'files' },
  { path: ['transcription', 'dictionaryId'], part: 'thesauri' },
] as const

/** The thing that the settings of a production name, where they name one. */
export function findSettingId(settings: Settings, part: (typeof references)[number]['part']): number | undefined {
  const { path } = references.find(reference => reference.part === part)!
  const found = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), settings)
  return Number.isSafeInteger(found) ? (found as number) : undefined
}

/**
 * The settings as they hold here: what they name is called by its id here. What is not in the archive is named no more:
 * its id must not come to mean something else.
 */
export function mapSettings(settings: Settings, ids: ArchiveIds): Settings {
  return references.reduce<Settings>((mapped, { path, part }) => {
    const id = findSettingId(mapped, part)
    if (id === undefined) return mapped
    const now = ids.find(part, id)
    if (now === undefined) ids.lose(`settings.${path.join('.')}`)
    return setAt(mapped, path, now)
  }, settings)
}

/** The same with another value at a path; without the member where there is none. */
function setAt(value: Settings, [name, ...rest]: readonly string[], now: number | undefined): Settings {
  const { [name!]: before, ...others } = value
  if (rest.length > 0) return { ...value, [name!]: setAt(before as Settings, rest, now) }
  return now === undefined ? others : { ...others, [name!]: now }
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
