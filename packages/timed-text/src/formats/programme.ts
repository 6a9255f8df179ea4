import { findTimecodeBase, formatTimecode, mayDropFrame } from '@rushes/timebase'
import type { JsonObject, JsonValue, TimedTextDocument } from '../document/document.ts'
import { findGsi, type GsiField, getGsiBytes, readAscii, readGsiField } from './ebu-stl/layout/gsi.ts'
import type { EbuStlTitles, EbuStlWriteOptions } from './ebu-stl/write/write-options.ts'

/*
 * What the header of an EBU STL file and the metadata of EBU-TT both say of a programme: EBU Tech 3360, the mapping of
 * the GSI block to ebuttm:documentMetadata.
 */

const titles: readonly (readonly [field: GsiField, element: string, option: keyof EbuStlTitles])[] = [
  ['OPT', 'documentOriginalProgrammeTitle', 'originalProgrammeTitle'],
  ['OET', 'documentOriginalEpisodeTitle', 'originalEpisodeTitle'],
  ['TPT', 'documentTranslatedProgrammeTitle', 'translatedProgrammeTitle'],
  ['TET', 'documentTranslatedEpisodeTitle', 'translatedEpisodeTitle'],
  ['TN', 'documentTranslatorsName', 'translator'],
  ['TCD', 'documentTranslatorsContactDetails', 'translatorContact'],
  ['SLR', 'documentSubtitleListReferenceCode', 'reference'],
  ['PUB', 'documentPublisher', 'publisher'],
  ['EN', 'documentEditorsName', 'editor'],
  ['ECD', 'documentEditorsContactDetails', 'editorContact'],
]
const dates = [
  ['CD', 'documentCreationDate', 'creationDate'],
  ['RD', 'documentRevisionDate', 'revisionDate'],
] as const

/** Countries of ISO 3166-1 in which broadcasters exchange STL, by three letters and by two. */
const countries: ReadonlyMap<string, string> = new Map(
  (
    'ALB AL,AND AD,ARM AM,AUS AU,AUT AT,AZE AZ,BEL BE,BGR BG,BIH BA,BLR BY,BRA BR,CAN CA,CHE CH,CHN CN,CYP CY,CZE CZ,' +
    'DEU DE,DNK DK,DZA DZ,EGY EG,ESP ES,EST EE,FIN FI,FRA FR,GBR GB,GEO GE,GRC GR,HRV HR,HUN HU,IND IN,IRL IE,ISL IS,' +
    'ISR IL,ITA IT,JOR JO,JPN JP,LBN LB,LBY LY,LTU LT,LUX LU,LVA LV,MAR MA,MCO MC,MDA MD,MEX MX,MKD MK,MLT MT,MNE ME,' +
    'NLD NL,NOR NO,NZL NZ,POL PL,PRT PT,ROU RO,RUS RU,SMR SM,SRB RS,SVK SK,SVN SI,SWE SE,TUN TN,TUR TR,UKR UA,USA US,' +
    'VAT VA,ZAF ZA'
  )
    .split(',')
    .map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]),
)
const countriesByTwo = new Map([...countries].map(([three, two]) => [two, three]))

/** The metadata of EBU-TT that a document has: its own, and what the header of the STL file said that it was read from. */
export function listProgrammeMetadata(document: TimedTextDocument): JsonValue | undefined {
  const own = document.ext?.ttml?.metadata
  const gsi = findGsi(document)
  if (!gsi) return own
  const entries: [string, string][] = []
  const add = (element: string, value: string | undefined) => {
    if (value) entries.push([`ebuttm:${element}`, value])
  }
  for (const [field, element] of titles) add(element, readGsiField(gsi, field).trim())
  for (const [field, element] of dates) add(element, toLongDate(readAscii(gsi, field)))
  const country = readAscii(gsi, 'CO').trim().toUpperCase()
  add('documentCountryOfOrigin', countries.get(country) ?? country)
  for (const [field, element] of [
    ['RN', 'documentRevisionNumber'],
    ['TNS', 'documentTotalNumberOfSubtitles'],
    ['MNC', 'documentMaximumNumberOfDisplayableCharacterInAnyRow'],
  ] as const) {
    const digits = readAscii(gsi, field).trim()
    add(element, /^\d+$/.test(digits) ? String(Number(digits)) : undefined)
  }
  return [...(Array.isArray(own) ? own : []), ...entries]
}

/** The timecode of frame 0 of a document that was read from an STL file, `HH:MM:SS:FF`. */
export function findProgrammeStart(document: TimedTextDocument): string | undefined {
  const gsi = findGsi(document)
  if (!gsi) return undefined
  const { timing, ext } = document
  const { start } = ext?.stl ?? {}
  if (typeof start === 'number' && start >= 0 && timing.unit === 'frames' && findTimecodeBase(timing.rate)) {
    const dropFrame = ext?.stl?.dropFrame === true && mayDropFrame(timing.rate)
    return formatTimecode(start, { rate: timing.rate, dropFrame }).replace(';', ':')
  }
  if (ext?.stl?.startsAtProgramme !== true) return '00:00:00:00'
  return readAscii(gsi, 'TCP').replace(/(\d\d)(?=\d)/g, '$1:')
}

/** Whether the header has bytes of its user that no metadata has a place for. */
export function hasUserData(document: TimedTextDocument): boolean {
  const gsi = findGsi(document)
  return gsi !== undefined && getGsiBytes(gsi, 'UDA').some(byte => byte !== 0x20 && byte !== 0)
}

/** What the metadata of EBU-TT says, as options for the header of an STL file. */
export function toHeaderOptions({ ext }: TimedTextDocument): EbuStlWriteOptions {
  const find = (wanted: string) => findMetadata(ext?.ttml, `ebuttm:${wanted}`)
  const country = find('documentCountryOfOrigin')?.toUpperCase()
  const three = country?.length === 3 ? country : countriesByTwo.get(country ?? '')
  const revision = find('documentRevisionNumber')
  const columns = find('documentMaximumNumberOfDisplayableCharacterInAnyRow')
  const start = find('documentStartOfProgramme')
  const texts = [
    ...titles.map(([, element, option]) => [option, find(element)]),
    ...dates.map(([, element, option]) => [option, toShortDate(find(element))]),
    ['country', three],
  ].filter(([, value]) => value)
  return {
    ...Object.fromEntries(texts),
    ...(revision && /^\d{1,2}$/.test(revision) && { revisionNumber: Number(revision) }),
    ...(isCountedFrom(ext?.ttml, start) && { startTimecode: start }),
    ...(columns && /^[1-9]\d?$/.test(columns) && { maxCharacters: Number(columns) }),
  }
}

/** Whether a label is that of frame 0 at every rate that STL has. */
function isCountedFrom(ttml: JsonObject | undefined, label: string | undefined): boolean {
  const isLabel = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d:(?:[01]\d|2[0-3])$/.test(label ?? '')
  return isLabel && ttml?.timeBase === 'smpte' && ttml.dropMode !== 'dropNTSC'
}

function findMetadata(ttml: JsonObject | undefined, wanted: string): string | undefined {
  if (!Array.isArray(ttml?.metadata)) return undefined
  const found: unknown = ttml.metadata.find(entry => Array.isArray(entry) && entry[0] === wanted)
  const value: unknown = Array.isArray(found) ? found[1] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Dates of STL have two digits of the year; the standard is of 1991. */
function toLongDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return year === undefined ? undefined : `${Number(year) < 70 ? 20 : 19}${year}-${month}-${day}`
}

function toShortDate(text: string | undefined): string | undefined {
  const [, year, month, day] = /^\d\d(\d\d)-(\d\d)-(\d\d)/.exec(text ?? '') ?? []
  return year === undefined ? undefined : `${year}${month}${day}`
}
