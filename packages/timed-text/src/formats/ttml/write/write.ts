import { createLossLog, type LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TimedTextDocument } from '../../../document/document.ts'
import { hasDuration } from '../../../document/write-order.ts'
import type { TextWriteResult } from '../../../format.ts'
import { IdRegistry } from '../escape.ts'
import { listCurrent } from '../metadata/embedded.ts'
import { listForeign } from '../metadata/foreign.ts'
import { defaultGrid } from '../places/grid.ts'
import { ebuttdProfile, ebuttProfile, type Profile } from '../profiles.ts'
import { type Clock, chooseClock, createMediaClock, type EbuttOptions } from './write-clock.ts'
import { CueWriter } from './write-cue.ts'
import { writeMetadata } from './write-metadata.ts'
import { RegionWriter } from './write-regions.ts'
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
  const cells = options.teletextGrid ? '40 24' : readCells(document)
  return write(document, ebuttProfile, chooseClock(document, options, log), cells, log)
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
  const styles = new StyleWriter(profile, ids, ext?.ttml?.styles, log)
  const rows = Number(cells.split(' ')[1])
  const places = new RegionWriter(regions, rows, { profile, ids, styles, log })
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
  const metadata = writeMetadata(ext?.ttml?.metadata, profile, { start: clock.start, count }, log)
  const current = listCurrent(document, () =>
    log.lose('COMMENT_DROPPED', 'warning', 'An embedded file was left out, since the subtitles have been edited'),
  )
  const foreign = listForeign(current, ids, log)
    .map(xml => `${xml}\n`)
    .join('')
  const body = paragraphs.join('')
  const content =
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"` +
    ` xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"` +
    ` xmlns:ebuttm="urn:ebu:tt:metadata" xmlns:ebutts="urn:ebu:tt:style"` +
    `${profile.name === 'EBU-TT' ? ' xmlns:itts="http://www.w3.org/ns/ttml/profile/imsc1#styling"' : ''}` +
    ` ${clock.attributes} ttp:cellResolution="${cells}" xml:lang="${isLanguageTag(language) ? language : ''}">\n` +
    `<tt:head>\n${metadata.copyright}<tt:metadata>\n${metadata.inner}${styles.writeAgents()}${foreign}</tt:metadata>\n` +
    `<tt:styling>\n${styles.writeStyles()}</tt:styling>\n<tt:layout>\n${places.write()}</tt:layout>\n</tt:head>\n` +
    `${body === '' ? '' : `<tt:body>\n<tt:div>\n${body}</tt:div>\n</tt:body>\n`}</tt:tt>\n`
  return { content, diagnostics: log.list() }
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

/** The grid of the file that was read. */
function readCells(document: TimedTextDocument): string {
  const cells = document.ext?.ttml?.cellResolution
  const isGrid = typeof cells === 'string' && /^[1-9]\d{0,3} [1-9]\d{0,3}$/.test(cells)
  return isGrid ? cells : `${defaultGrid.columns} ${defaultGrid.rows}`
}
