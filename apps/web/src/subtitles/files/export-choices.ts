/** What was chosen at the last export, stored by the browser for each user. */

import type { EbuStlTitles, SubtitleExportRequest } from '@rushes/contract'
import {
  type DeliveryId,
  deliveryIds,
  type FormatId,
  formatFacts,
  type TimeBase,
} from '@rushes/timed-text/format-facts'
import { user } from '../../frame/session.ts'
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

const keyOf = (prId: number) => `rushes.subtitles.export.${user.peek()?.id ?? ''}.${prId}`

/** The choices of last time; `usual` where there was none, or what is stored is not what it was. */
export function readChoices(prId: number, usual: ExportChoices): ExportChoices {
  const found = Object(readJson(localStorage.getItem(keyOf(prId)) ?? '')) as Partial<
    Record<keyof ExportChoices, unknown>
  >
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
    stl: Object(found.stl) as StlChoices,
    titles: { ...usual.titles, ...(Object(found.titles) as EbuStlTitles) },
  }
}

export function saveChoices(prId: number, choices: ExportChoices): void {
  localStorage.setItem(keyOf(prId), JSON.stringify(choices))
}
