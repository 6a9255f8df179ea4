/** The subtitle presets of a production, and what they ask for. */

import { findQualityRules, readHousePreset, type SubtitlePreset } from '@rushes/timed-text'
import { api } from '../../platform/reading/api.ts'

/** Settings of a production that subtitles are made by. */
export interface SubtitleSettings {
  readonly presets: readonly PresetEntry[]
  /** What the house has set itself; the service checks by that alone. */
  readonly spottingRules: unknown
  readonly defaultLanguage: string
}

/** A preset as the settings have it. */
export interface PresetEntry {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
  readonly setting: object
}

export async function loadSubtitleSettings(prId: number, signal: AbortSignal): Promise<SubtitleSettings> {
  const [all, own] = await Promise.all([
    api.productions.getSettings({ prId, signal }),
    api.productions.getSettings({ prId, query: { noDefaults: true }, signal }),
  ])
  const { subtitlePresets, defaultLanguage } = all as Record<string, unknown>
  return {
    presets: listPresets(subtitlePresets),
    spottingRules: (own as Record<string, unknown>).spottingRules,
    defaultLanguage: typeof defaultLanguage === 'string' ? defaultLanguage : 'en',
  }
}

/** Presets without an id are none. */
function listPresets(setting: unknown): PresetEntry[] {
  if (!Array.isArray(setting)) return []
  return setting.flatMap((entry: unknown): PresetEntry[] => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry) || typeof entry.id !== 'string') return []
    const name = 'name' in entry && typeof entry.name === 'string' ? entry.name : entry.id
    return [{ id: entry.id, name, isDefault: 'default' in entry && entry.default === true, setting: entry }]
  })
}

/** What the subtitles of a place look like, and by which rules they are checked, if by any. */
export function readLook(
  { presets, spottingRules }: SubtitleSettings,
  presetId: string | undefined,
  language: string,
): { look: SubtitlePreset; rules: SubtitlePreset | undefined } {
  const setting = presets.find(({ id }) => id === presetId)?.setting
  return {
    look: readHousePreset(setting ?? {}, { language }).preset,
    rules: findQualityRules(setting, spottingRules, language),
  }
}
