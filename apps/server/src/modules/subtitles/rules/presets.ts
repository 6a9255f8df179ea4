import { brokenRule } from '@rushes/contract'
import { findQualityRules, readHousePreset, type SubtitlePreset, shippedPresets } from '@rushes/timed-text'

/** What the service reads of a preset in the production setting `subtitlePresets`. */
interface Preset {
  id: string
  isDefault: boolean
  /** Ids of the regions that its subtitles may use. */
  regions: readonly string[]
  /** The entry of the setting as it is. */
  setting: object
}

/** "A preset without `regions` has `topRegion` and `bottomRegion`"; so have subtitles without a preset. */
export const defaultRegions: readonly string[] = ['topRegion', 'bottomRegion']

/** The presets of a production; entries of the setting without an id are none. */
export function listPresets(setting: unknown): Preset[] {
  if (!Array.isArray(setting)) return []
  return setting.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry) || typeof entry.id !== 'string') return []
    const regions = 'regions' in entry ? readRegions(entry.regions) : []
    return [
      {
        id: entry.id,
        isDefault: 'default' in entry && entry.default === true,
        regions: regions.length > 0 ? regions : defaultRegions,
        setting: entry,
      },
    ]
  })
}

/**
 * The rules by which subtitles are made: the same, where nobody set any those of the service. `overrides` are members of
 * a preset that count more. Throws ValidationError with the path of what is wrong with these.
 */
export function findSpottingRules(
  preset: object | undefined,
  spottingRules: unknown,
  language: string,
  overrides: object = {},
): SubtitlePreset {
  const house = findQualityRules(preset, spottingRules, language) ?? shippedPresets.broadcast
  const { preset: rules, faults } = readHousePreset(overrides, { language, house })
  const [fault] = faults
  if (fault) throw brokenRule(`/subtitlingConfiguration${fault.path}`, fault.message)
  return rules
}

/** Regions are objects with an id, or ids alone. */
function readRegions(regions: unknown): string[] {
  if (!Array.isArray(regions)) return []
  return regions.flatMap((region: unknown) => {
    const id = typeof region === 'object' && region !== null && 'id' in region ? region.id : region
    return typeof id === 'string' ? [id] : []
  })
}

/**
 * Which subtitle of a language is meant when no preset is named (subtitles-9). With several candidates none of which
 * qualifies the call fails; without any there is none.
 */
export function pickSubtitle<Row extends { subtitle_preset_id: string | null }>(
  rows: readonly Row[],
  defaultPresetId: string | undefined,
): Row | undefined {
  const qualified =
    rows.find(row => row.subtitle_preset_id === null) ?? rows.find(row => row.subtitle_preset_id === defaultPresetId)
  if (qualified || rows.length <= 1) return qualified ?? rows[0]
  const ids = rows.map(row => row.subtitle_preset_id).join(', ')
  throw brokenRule('/subtitlePresetId', `is needed, because there are subtitles of ${ids}`)
}
