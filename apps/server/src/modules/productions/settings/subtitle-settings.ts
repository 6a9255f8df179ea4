/** What the settings `subtitlePresets` and `spottingRules` must hold. Pure. */

import { brokenRule, type Fault, ServiceError } from '@rushes/contract'
import { readHousePreset } from '@rushes/timed-text'
import { parseLanguage } from '../../../platform/text/language.ts'

const mostPresets = 200

/** Throws ValidationError with the path of everything that is wrong with them. */
export function assertSubtitleSettings({ subtitlePresets, spottingRules }: Readonly<Record<string, unknown>>): void {
  const faults = [
    ...(subtitlePresets === undefined ? [] : listPresetFaults(subtitlePresets)),
    ...(spottingRules === undefined ? [] : listRuleFaults(spottingRules)),
  ].slice(0, 100)
  if (faults.length > 0) {
    throw new ServiceError(
      'ValidationError',
      faults.map(({ path, message }) => `${path}: ${message}`).join('; '),
      faults,
    )
  }
}

/** `spottingRules` is such an object as the member `spotting` of a preset. */
function listRuleFaults(spottingRules: unknown): Fault[] {
  return readHousePreset({ spotting: spottingRules }).faults.map(({ path, message }) => ({
    path: path.replace('/spotting', '/spottingRules'),
    message,
  }))
}

function listPresetFaults(presets: unknown): Fault[] {
  if (!Array.isArray(presets)) throw brokenRule('/subtitlePresets', 'must be a list')
  if (presets.length > mostPresets) throw brokenRule('/subtitlePresets', `may be ${mostPresets} at most`)
  const seen = new Set<string>()
  let defaults = 0
  return presets.flatMap((value: unknown, index) => {
    const at = (path: string) => `/subtitlePresets/${index}${path}`
    const { preset, faults } = readHousePreset(value)
    const found = faults.map(({ path, message }) => ({ path: at(path), message }))
    const { id, regions, styling } = preset
    assertLanguages(value, at)
    if (id === undefined) {
      if (found.length === 0) found.push({ path: at('/id'), message: 'is needed' })
    } else if (seen.has(id)) found.push({ path: at('/id'), message: `${id} is the id of another preset` })
    // Keys of statuses are `<language>;<subtitlePresetId>`.
    else if (id.includes(';')) found.push({ path: at('/id'), message: 'must not hold a ;' })
    if (id !== undefined) seen.add(id)
    if (preset.default) defaults += 1
    if (preset.default && defaults === 2) found.push({ path: at('/default'), message: 'another preset is the default' })
    const isPlaced = styling.region === undefined || regions.some(region => region.id === styling.region)
    if (!isPlaced && namesRegion(value)) {
      found.push({
        path: at('/styling/region'),
        message: `must be one of ${regions.map(region => region.id).join(', ')}`,
      })
    }
    return found
  })
}

/** Throws BadRequestError for what is no tag of a language. */
function assertLanguages(preset: unknown, at: (path: string) => string): void {
  const { language, languages }: { language?: unknown; languages?: unknown } = Object(preset)
  if (typeof language === 'string') parseLanguage(language, at('/language'))
  if (!Array.isArray(languages)) return
  for (const [index, tag] of languages.entries()) {
    if (typeof tag === 'string') parseLanguage(tag, at(`/languages/${index}`))
  }
}

/** Whether the preset itself says in which region its subtitles stand, rather than what it is based on. */
function namesRegion(value: unknown): boolean {
  const { styling }: { styling?: unknown } = Object(value)
  return typeof styling === 'object' && styling !== null && Object.hasOwn(styling, 'region')
}
