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

/** What belongs to the clip and its language; other titles are those of the person and the production. */
const titlesOfClip = [
  'originalEpisodeTitle',
  'translatedProgrammeTitle',
  'translatedEpisodeTitle',
  'reference',
] as const

interface ExportPlace {
  readonly userId: number | undefined
  readonly prId: number
  readonly moId: number
  readonly language: string
}

const toKey = ({ userId, prId }: ExportPlace) => `rushes.subtitles.export.${userId ?? ''}.${prId}`
const toClipKey = (place: ExportPlace) => `${toKey(place)}.${place.moId}.${place.language}`

/** The choices of last time; `usual` where there was none, or what is stored is not what it was. */
export function readChoices(place: ExportPlace, usual: ExportChoices): ExportChoices {
  const found = readStored<ExportChoices>(toKey(place))
  const ofClip = readStored<Pick<ExportChoices, 'stl' | 'titles'>>(toClipKey(place))
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
    stl: { ...splitStl(Object(found.stl)).shared, ...splitStl(Object(ofClip.stl)).ofClip },
    titles: {
      ...usual.titles,
      ...splitTitles(Object(found.titles)).shared,
      ...splitTitles(Object(ofClip.titles)).ofClip,
    },
  }
}

/** What is as it would be without a choice is not stored: it follows the names of the clip and the production. */
export function saveChoices(place: ExportPlace, choices: ExportChoices, usual: ExportChoices): void {
  const chosen = Object.entries(choices.titles).filter(([name, title]) => title !== Object(usual.titles)[name])
  const titles = splitTitles(Object.fromEntries(chosen))
  const stl = splitStl(choices.stl)
  localStorage.setItem(toKey(place), JSON.stringify({ ...choices, stl: stl.shared, titles: titles.shared }))
  if (Object.keys({ ...stl.ofClip, ...titles.ofClip }).length === 0) localStorage.removeItem(toClipKey(place))
  else localStorage.setItem(toClipKey(place), JSON.stringify({ stl: stl.ofClip, titles: titles.ofClip }))
}

function readStored<Stored>(key: string): Partial<Record<keyof Stored, unknown>> {
  return Object(readJson(localStorage.getItem(key) ?? ''))
}

function splitTitles(titles: EbuStlTitles): { shared: EbuStlTitles; ofClip: EbuStlTitles } {
  const isOfClip = (name: string) => (titlesOfClip as readonly string[]).includes(name)
  const pick = (wanted: boolean) => Object.fromEntries(Object.entries(titles).filter(([n]) => isOfClip(n) === wanted))
  return { shared: pick(false), ofClip: pick(true) }
}

function splitStl({ ebuStlLanguageCode, ...shared }: StlChoices): { shared: StlChoices; ofClip: StlChoices } {
  return { shared, ofClip: ebuStlLanguageCode === undefined ? {} : { ebuStlLanguageCode } }
}
