import { type Frames, framesToLabel, type TimecodeFormat } from '@rushes/timebase'
import type { LossLog } from '../../../document/diagnostics.ts'
import { blockLength, lastBlock } from '../layout/blocks.ts'
import { encodeCodePage } from '../layout/code-pages.ts'
import {
  type GsiField,
  getGsiBytes,
  gsiLength,
  readAscii,
  setGsiField,
  setGsiNumber,
  setGsiText,
} from '../layout/gsi.ts'
import { findLanguage, findLanguageCode } from '../layout/languages.ts'
import type { EbuStlTitles, EbuStlWriteOptions } from './write-options.ts'

const titleFields: readonly (readonly [name: keyof EbuStlTitles, field: GsiField])[] = [
  ['originalProgrammeTitle', 'OPT'],
  ['originalEpisodeTitle', 'OET'],
  ['translatedProgrammeTitle', 'TPT'],
  ['translatedEpisodeTitle', 'TET'],
  ['translator', 'TN'],
  ['translatorContact', 'TCD'],
  ['reference', 'SLR'],
  ['publisher', 'PUB'],
  ['editor', 'EN'],
  ['editorContact', 'ECD'],
]

const textFields: readonly (readonly [name: 'country' | 'creationDate' | 'revisionDate', field: GsiField])[] = [
  ['country', 'CO'],
  ['creationDate', 'CD'],
  ['revisionDate', 'RD'],
]

const numberFields: readonly (readonly [name: 'revisionNumber' | 'maxCharacters' | 'maxRows', field: GsiField])[] = [
  ['revisionNumber', 'RN'],
  ['maxCharacters', 'MNC'],
  ['maxRows', 'MNR'],
]

/** A header that says nothing of its programme yet. */
export function createHeader(): Uint8Array {
  const gsi = new Uint8Array(gsiLength).fill(0x20)
  for (const [field, text] of [
    ['CPN', '850'],
    ['DSC', '1'],
    ['LC', '00'],
    ['RN', '00'],
    ['MNC', '40'],
    ['MNR', '23'],
    ['TCS', '1'],
    ['TCP', '00000000'],
    ['TND', '1'],
    ['DSN', '1'],
  ] as const) {
    setGsiText(gsi, field, text)
  }
  return gsi
}

/** Sets what the options say of the programme, and the language, where the header does not say it already. */
export function setDescription(
  gsi: Uint8Array,
  options: EbuStlWriteOptions,
  language: string | undefined,
  log: LossLog,
): void {
  const codePage = readAscii(gsi, 'CPN')
  for (const [name, field] of titleFields) {
    const title = options[name]
    if (title === undefined) continue
    const { bytes, isExact } = encodeCodePage(title, codePage)
    if (!isExact)
      log.lose('UNENCODABLE_CHARACTER', 'warning', 'Letters of the header lost their accents, or became "_"')
    if (bytes.length > getGsiBytes(gsi, field).length) {
      log.lose('EXPORT_TEXT_ALTERED', 'warning', 'Titles and names were cut at the length of their fields')
    }
    setGsiField(gsi, field, bytes)
  }
  for (const [name, field] of textFields) setGsiText(gsi, field, options[name] ?? readAscii(gsi, field))
  for (const [name, field] of numberFields) {
    const value = options[name]
    if (value !== undefined) setGsiNumber(gsi, field, value)
  }
  if (options.displayStandardCode !== undefined) setGsiText(gsi, 'DSC', String(options.displayStandardCode))
  if (language === undefined || findLanguage(readAscii(gsi, 'LC')) === language) return
  const code = findLanguageCode(language)
  if (code === readAscii(gsi, 'LC').toUpperCase()) return
  if (code === undefined)
    log.lose('STYLE_UNSUPPORTED', 'info', `EBU STL has no code for the language ${language.slice(0, 40)}`)
  setGsiText(gsi, 'LC', code ?? '00')
}

/** Sets how many blocks, subtitles and groups there are, and when the first begins. */
export function setCounts(
  gsi: Uint8Array,
  chunks: readonly Uint8Array[],
  firstCue: Frames | undefined,
  timecode: TimecodeFormat,
): void {
  let blocks = 0
  let subtitles = 0
  const groups = new Set<number>()
  for (const chunk of chunks) {
    for (let offset = 0; offset + blockLength <= chunk.length; offset += blockLength) {
      blocks += 1
      if (chunk[offset + 3] !== lastBlock) continue
      subtitles += 1
      groups.add(chunk[offset]!)
    }
  }
  setGsiNumber(gsi, 'TNB', blocks)
  setGsiNumber(gsi, 'TNS', subtitles)
  setGsiNumber(gsi, 'TNG', Math.max(1, groups.size))
  setGsiText(gsi, 'TCF', formatLabel(firstCue ?? 0, timecode))
}

/** A time code as headers write it, `HHMMSSFF`. */
export function formatLabel(frames: Frames, timecode: TimecodeFormat): string {
  const { hours, minutes, seconds, frames: rest } = framesToLabel(frames, timecode)
  return [hours, minutes, seconds, rest].map(number => String(number).padStart(2, '0')).join('')
}
