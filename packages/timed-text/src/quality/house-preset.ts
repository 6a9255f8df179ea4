import type { Fault } from '../spotting/presets/member-reader.ts'
import type { SubtitlePreset } from '../spotting/presets/preset.ts'
import { readPreset } from '../spotting/presets/read-preset.ts'
import { shippedPresets } from '../spotting/presets/shipped-presets.ts'
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

/** Members of a preset that say how its subtitles are to be. */
const ruleMembers = ['basedOn', 'styling', 'spotting', 'shots', 'speakers', 'ebuStl', 'warningSeverities'] as const

/**
 * The rules by which subtitles are checked: those of their preset, above the `spottingRules` of the production.
 * `basedOn` names guidelines that come with the service. Undefined where a house has set no rules of its own: what
 * nobody asked for is not missed.
 */
export function findQualityRules(
  preset: object | undefined,
  spottingRules: unknown,
  language: string,
): SubtitlePreset | undefined {
  const house = spottingRules === undefined ? undefined : readHousePreset({ spotting: spottingRules }).preset
  if (!preset || !ruleMembers.some(name => Object.hasOwn(preset, name))) return house
  return readHousePreset(preset, { language, house }).preset
}
