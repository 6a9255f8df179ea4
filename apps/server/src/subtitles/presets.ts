import { brokenRule } from '@rushes/contract'

/** What the service reads of a preset in the production setting `subtitlePresets`. */
interface Preset {
  id: string
  isDefault: boolean
  /** Ids of the regions that its subtitles may stand in. */
  regions: readonly string[]
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
      },
    ]
  })
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
 * Which subtitle of a language is meant when no preset is named ("Subtitling", rule 3): "the subtitle that has no
 * preset; the one with the production's default preset; the only subtitle in that language; with several candidates
 * none of which qualifies, the call fails; otherwise nothing".
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
