/** What was chosen at the last export, stored by the browser for each user. */

import type { EbuStlTitles, SubtitleExportRequest } from '@rushes/contract'
import {
  type DeliveryId,
  deliveryIds,
  type FormatId,
  formatFacts,
  type TimeBase,
} from '@rushes/timed-text/format-facts'
import { readJson } from '../../platform/reading/read-json.ts'

/** What an EBU STL file is written with; what is absent is as the preset has it. */
export type StlChoices = Pick<
  SubtitleExportRequest,
  | 'ebuDisplayStandardCode'
  | 'ebuStlLanguageCode'
  | 'ebuStlMarginBottom'
  | 'ebuStlMarginTop'
  | 'ebuStlTeletextDoubleHeight'
  | 'ebuStlTeletextUseBox'
  | 'ebuStlTextJustification'
>

export interface ExportChoices {
  readonly format: FormatId
  /** A film with the subtitles in its picture instead of a file of them. */
  readonly isFilm: boolean
  /** Whom the file is for; empty for nobody in particular. */
  readonly delivery: DeliveryId | ''
  /** Whether what they would not take is changed in the file. */
  readonly hasFixes: boolean
  /** By format; what is absent is as the preset has it. */
  readonly timeBases: Partial<Record<FormatId, TimeBase>>
  readonly hasColours: boolean
  readonly stl: StlChoices
  readonly titles: EbuStlTitles
}

/** For what a title is filled in again; what is not named is the person's, in the whole production. */
const scopes: Readonly<Record<string, 'language' | 'clip'>> = {
  translatedProgrammeTitle: 'language',
  ebuStlLanguageCode: 'language',
  originalEpisodeTitle: 'clip',
  translatedEpisodeTitle: 'clip',
  reference: 'clip',
}
const allScopes = ['production', 'language', 'clip'] as const
type Scope = (typeof allScopes)[number]

interface ExportPlace {
  readonly userId: number | undefined
  readonly prId: number
  readonly moId: number
  readonly language: string
}

function toKey({ userId, prId, moId, language }: ExportPlace, scope: Scope): string {
  const key = `rushes.subtitles.export.${userId ?? ''}.${prId}`
  if (scope === 'production') return key
  return scope === 'language' ? `${key}.${language}` : `${key}.${language}.${moId}`
}

/** The choices of last time; `usual` where there was none, or what is stored is not what it was. */
export function readChoices(place: ExportPlace, usual: ExportChoices): ExportChoices {
  const stored = allScopes.map(scope => ({ scope, found: readStored(toKey(place, scope)) }))
  const found = stored[0]!.found
  const gather = (name: 'stl' | 'titles') =>
    Object.assign({}, ...stored.map(({ scope, found }) => pickScope(Object(found[name]), scope)))
  const format = Object.hasOwn(formatFacts, String(found.format)) ? (found.format as FormatId) : usual.format
  const timeBases = Object.entries(Object(found.timeBases)).filter(
    (entry): entry is [FormatId, TimeBase] =>
      Object.hasOwn(formatFacts, entry[0]) && (entry[1] === 'smpte' || entry[1] === 'media'),
  )
  return {
    format,
    timeBases: Object.fromEntries(timeBases),
    delivery: deliveryIds.find(id => id === found.delivery) ?? '',
    isFilm: found.isFilm === true,
    hasFixes: found.hasFixes === true,
    hasColours: typeof found.hasColours === 'boolean' ? found.hasColours : usual.hasColours,
    stl: gather('stl'),
    titles: { ...usual.titles, ...gather('titles') },
  }
}

/** What is as it would be without a choice is not stored: it follows the names of the clip and the production. */
export function saveChoices(place: ExportPlace, choices: ExportChoices, usual: ExportChoices): void {
  const titles = Object.entries(choices.titles).filter(([name, title]) => title !== Object(usual.titles)[name])
  for (const scope of allScopes) {
    const own = {
      ...(scope === 'production' && choices),
      stl: pickScope(choices.stl, scope),
      titles: pickScope(Object.fromEntries(titles), scope),
    }
    const isEmpty = scope !== 'production' && Object.keys({ ...own.stl, ...own.titles }).length === 0
    if (isEmpty) localStorage.removeItem(toKey(place, scope))
    else localStorage.setItem(toKey(place, scope), JSON.stringify(own))
  }
}

function readStored(key: string): Partial<Record<keyof ExportChoices, unknown>> {
  return Object(readJson(localStorage.getItem(key) ?? ''))
}

function pickScope(members: object, wanted: Scope): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => (scopes[name] ?? 'production') === wanted))
}
