import { createLossLog, type LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TimedTextDocument } from '../../../document/document.ts'
import { hasDuration, sortByStart } from '../../../document/write-order.ts'
import type { TextWriteResult, WriteOptions } from '../../../format.ts'
import { isGenericFamily } from '../../../text/font-families.ts'
import { hasUserData, listProgrammeMetadata } from '../../programme.ts'
import { listCurrent } from '../metadata/embedded.ts'
import { listForeign } from '../metadata/foreign.ts'
import { defaultGrid } from '../places/grid.ts'
import { layoutToBox, regionToBox } from '../places/places.ts'
import {
  defaultFamily,
  ebuttdProfile,
  ebuttProfile,
  imscProfile,
  isActiveArea,
  ittProfile,
  type Profile,
} from '../profiles.ts'
import { tellRenderModel } from '../render-model/tell.ts'
import { IdRegistry } from './escape.ts'
import { IttRegionWriter } from './itt-regions.ts'
import { type Clock, chooseClock, chooseIttClock, createMediaClock, type EbuttOptions } from './write-clock.ts'
import { CueWriter } from './write-cue.ts'
import { writeMetadata } from './write-metadata.ts'
import { type PlaceWriter, RegionWriter } from './write-regions.ts'
import { isLanguageTag, StyleWriter } from './write-styles.ts'

/** Writes EBU-TT-D, valid by the schema of the EBU. The support table is in this folder's support.ts. */
export function writeEbuttd(document: TimedTextDocument): TextWriteResult {
  const log = createLossLog()
  return write(document, ebuttdProfile, createMediaClock(document), readCells(document), log)
}

/**
 * Writes EBU-TT Part 1, valid by the schema of the EBU. Throws a TimebaseError where the rate or the start of programme
 * of the options have no timecode.
 */
export function writeEbutt(document: TimedTextDocument, options: EbuttOptions = {}): TextWriteResult {
  const log = createLossLog()
  const cells = options.teletextGrid || isTeletext(document) ? '40 24' : readCells(document)
  return write(document, ebuttProfile, chooseClock(document, options, log), cells, log)
}

/**
 * Writes IMSC Text: of version 1.1, or of 1.3 where the document has what came with it. What the hypothetical render model
 * (IMSC-HRM) has no time to draw is reported.
 */
export function writeImsc(document: TimedTextDocument): TextWriteResult {
  const log = createLossLog()
  return write(document, imscProfile, createMediaClock(document), readCells(document), log)
}

/** Writes iTunes Timed Text. */
export function writeItt(document: TimedTextDocument, options: WriteOptions = {}): TextWriteResult {
  const log = createLossLog()
  const sorted = { ...document, cues: Array.from(sortByStart(document.cues, log), index => document.cues[index]!) }
  const clock = chooseIttClock(sorted, options.programmeStart?.dropFrame, log)
  const { content, diagnostics } = write(sorted, ittProfile, clock, readCells(document), log)
  // Its readers know elements by their names alone.
  const plain = content.replaceAll('<tt:', '<').replaceAll('</tt:', '</').replace(' xmlns:tt=', ' xmlns=')
  return { content: plain, diagnostics }
}

function write(
  document: TimedTextDocument,
  profile: Profile,
  clock: Clock,
  cells: string,
  log: LossLog,
): TextWriteResult {
  const { language = '', regions = [], styleSheets = [], notes = [], ext } = document
  const ids = new IdRegistry()
  const names = nameCues(clock.cues, ids, log)
  const styles = new StyleWriter(
    profile,
    ids,
    ext?.ttml?.styles,
    ext?.stl?.isBoxed === true ? '#000000' : undefined,
    log,
  )
  const rows = Number(cells.split(' ')[1])
  const places =
    profile === ittProfile
      ? createIttPlaces(document, rows, ids, log)
      : new RegionWriter(regions, rows, { profile, ids, styles, log })
  const writer = new CueWriter(profile, clock, ids, styles, places, log)
  const paragraphs = clock.cues.map((cue, index) =>
    cue.hidden || !hasDuration(cue, index, log) ? '' : writer.write(cue, names[index]!, index),
  )
  if (notes.length > 0) log.lose('COMMENT_DROPPED', 'info', `${profile.name} has no notes after the last cue`)
  if (styleSheets.length > 0) log.lose('STYLE_UNSUPPORTED', 'info', `${profile.name} has no style sheets`)
  clock.cues.forEach((cue, index) => {
    if (cue.hidden) log.lose('COMMENT_DROPPED', 'info', `${profile.name} has no hidden cues; they were left out`, index)
  })
  if (language !== '' && !isLanguageTag(language)) {
    log.lose('STYLE_UNSUPPORTED', 'warning', 'A language that is no tag was left out')
  }
  const count = paragraphs.filter(paragraph => paragraph !== '').length
  if (hasUserData(document)) {
    log.lose('COMMENT_DROPPED', 'info', `${profile.name} has no place for the user data of an STL header`)
  }
  const metadata = writeMetadata(listProgrammeMetadata(document), profile, { start: clock.start, count }, log)
  const current = listCurrent(document, () =>
    log.lose('COMMENT_DROPPED', 'warning', 'An embedded file was left out, since the subtitles have been edited'),
  )
  const foreign = listForeign(current, ids, log)
    .map(xml => `${xml}\n`)
    .join('')
  if (!profile.hasMetadata && metadata.copyright + metadata.inner + foreign !== '') {
    log.lose('COMMENT_DROPPED', 'info', `${profile.name} has no metadata`)
  }
  const body = paragraphs.join('')
  const bodyStyle = body === '' ? '' : styles.toBody(findFontFamily(document, profile === ittProfile))
  const styling = styles.writeStyles()
  const layout = places.write()
  if (profile === ittProfile) tellOverlaps(clock.cues, places, log)
  if (profile === imscProfile) tellRenderModel(clock.cues, { document, rows, places }, log)
  const content =
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<tt:tt${writeRoot(document, profile, styling, log)} ${clock.attributes}` +
    `${profile === ittProfile ? '' : ` ttp:cellResolution="${cells}"`}` +
    ` xml:lang="${isLanguageTag(language) ? language : ''}">\n<tt:head>\n` +
    (profile.hasMetadata
      ? `${metadata.copyright}<tt:metadata>\n${metadata.inner}${styles.writeAgents()}${foreign}</tt:metadata>\n`
      : '') +
    `<tt:styling>\n${styling}</tt:styling>\n<tt:layout>\n${layout}</tt:layout>\n</tt:head>\n` +
    `${body === '' ? '' : `<tt:body style="${bodyStyle}">\n<tt:div>\n${body}</tt:div>\n</tt:body>\n`}</tt:tt>\n`
  return { content, diagnostics: log.list() }
}

function createIttPlaces(
  { regions = [] }: TimedTextDocument,
  rows: number,
  ids: IdRegistry,
  log: LossLog,
): IttRegionWriter {
  for (const id of ['top', 'bottom']) ids.claim(id)
  const boxes = regions.map(region => [region.id, regionToBox(region, rows) ?? layoutToBox({}, rows)] as const)
  if (boxes.length > 0)
    log.lose('POSITION_APPROXIMATED', 'info', 'iTT has two regions; those of the file were left out')
  return new IttRegionWriter(new Map(boxes), rows, log)
}

/** Players of iTT show one subtitle in a region at a time. */
function tellOverlaps(cues: readonly Cue<number>[], places: PlaceWriter, log: LossLog): void {
  const ends = new Map<string, number>()
  for (const [index, cue] of cues.entries()) {
    if (cue.hidden || cue.end <= cue.start) continue
    const region = places.place(cue, index)
    if (cue.start < (ends.get(region) ?? 0)) {
      const message = 'iTT shows one subtitle at the top and one at the bottom; others overlap'
      log.lose('TIMING_OVERLAP', 'warning', message, index)
    }
    ends.set(region, Math.max(cue.end, ends.get(region) ?? 0))
  }
}

const imsc = 'http://www.w3.org/ns/ttml/profile/imsc1'

/** The namespaces of a file, and the profile that it says it keeps. */
function writeRoot({ ext }: TimedTextDocument, profile: Profile, styling: string, log: LossLog): string {
  const isImsc = profile === imscProfile
  const { activeArea } = ext?.ttml ?? {}
  const area = typeof activeArea === 'string' && isActiveArea(activeArea) ? activeArea : undefined
  if (area !== undefined && !isImsc) {
    log.lose('POSITION_APPROXIMATED', 'info', `${profile.name} has no active area; it was left out`)
  }
  // IMSC 1.3 is 1.1 with letters above and below the line.
  const version = styling.includes('tts:fontVariant=') ? '1.3' : '1.1'
  return [
    ' xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"',
    ' xmlns:tts="http://www.w3.org/ns/ttml#styling"',
    profile.hasMetadata && ' xmlns:ttm="http://www.w3.org/ns/ttml#metadata"',
    profile.hasMetadata && ' xmlns:ebuttm="urn:ebu:tt:metadata" xmlns:ebutts="urn:ebu:tt:style"',
    profile.styles.has('fillLineGap') && ` xmlns:itts="${imsc}#styling"`,
    isImsc && area !== undefined && ` xmlns:ittp="${imsc}#parameter" ittp:activeArea="${area}"`,
    isImsc && ` ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc${version}/text"`,
  ]
    .filter(Boolean)
    .join('')
}

/** Ids of the paragraphs: those of cues where they can be, else their numbers. */
function nameCues(cues: readonly Cue<number>[], ids: IdRegistry, log: LossLog): string[] {
  const names = cues.map(({ id, hidden }, index) => {
    if (id === undefined || hidden) return undefined
    if (ids.claim(id)) return id
    const message = 'Identifiers that are no names in XML, or are used twice, were left out'
    log.lose('IDENTIFIER_DROPPED', 'warning', message, index)
    return undefined
  })
  let number = 0
  return names.map((name, index) => {
    if (!cues[index]!.hidden) number++
    return name ?? ids.create('sub', number)
  })
}

/**
 * The family of fonts of what says none: that of the file which was read, else one without serifs, which in teletext all
 * have one width. Players would take one of typewriters, since that is what TTML has them do.
 */
function findFontFamily(document: TimedTextDocument, isItt: boolean): string {
  if (isItt) return 'sansSerif'
  const kept = document.ext?.ttml?.fontFamily
  if (typeof kept === 'string' && isGenericFamily(kept)) return kept
  return hasTeletextRows(document) ? 'monospaceSansSerif' : defaultFamily
}

/** Whether the grid of a file is that of teletext: a line in double height takes two of its 24 rows. */
function isTeletext(document: TimedTextDocument): boolean {
  return document.ext?.ttml?.cellResolution === undefined && hasTeletextRows(document)
}

function hasTeletextRows({ cues, ext }: TimedTextDocument): boolean {
  return (
    ext?.stl?.mode === 'teletext' ||
    cues.some(({ textParts }) => textParts.some(part => part.type === 'text' && part.style?.doubleHeight))
  )
}

/** The grid of the file that was read. */
function readCells(document: TimedTextDocument): string {
  const cells = document.ext?.ttml?.cellResolution
  const isGrid = typeof cells === 'string' && /^[1-9]\d{0,3} [1-9]\d{0,3}$/.test(cells)
  return isGrid ? cells : `${defaultGrid.columns} ${defaultGrid.rows}`
}
