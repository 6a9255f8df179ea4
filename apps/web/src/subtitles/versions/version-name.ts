import type { PresetEntry } from '../files/presets.ts'
import { toLanguageName } from './language-names.ts'
import type { Version } from './versions.ts'

/** The language of a version by its name, and its preset. */
export function toVersionName(
  { language, presetId }: Pick<Version, 'language' | 'presetId'>,
  presets: readonly PresetEntry[],
): string {
  const name = presets.find(({ id }) => id === presetId)?.name ?? presetId
  return name === undefined ? toLanguageName(language) : `${toLanguageName(language)} · ${name}`
}
