import type { Fault } from '../spotting/member-reader.ts'
import type { SubtitlePreset } from '../spotting/preset.ts'
import { readPreset } from '../spotting/read-preset.ts'
import { shippedPresets } from '../spotting/shipped-presets.ts'
import { createNetflixPreset, qualityPresets } from './presets.ts'

/** The presets that come with the package, and published guidelines. */
const bases: ReadonlyMap<unknown, SubtitlePreset> = new Map<string, SubtitlePreset>([
  ...Object.entries(shippedPresets),
  ...Object.entries(qualityPresets),
])

/**
 * Reads a preset as a house sets it, which nobody has checked yet: what it leaves open is that of what `basedOn` names
 * (the guidelines of Netflix in the language of the subtitles), else that of `house`. Never throws; what is faulty is
 * told, and taken from the same.
 */
export function readHousePreset(
  value: unknown,
  { language, house }: { readonly language?: string | undefined; readonly house?: SubtitlePreset | undefined } = {},
): { preset: SubtitlePreset; faults: readonly Fault[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return readPreset(value, house)
  const { basedOn, ...own }: { basedOn?: unknown } = value
  if (basedOn === undefined || basedOn === null) return readPreset(own, house)
  const base = basedOn === 'netflix' ? createNetflixPreset(language) : bases.get(basedOn)
  const { preset, faults } = readPreset(own, base ?? house)
  const message = `must be one of ${[...bases.keys()].join(', ')}`
  return { preset, faults: base ? faults : [{ path: '/basedOn', message }, ...faults] }
}
