import { formatClock } from '../../document/clock.ts'
import { createLossLog, type LossLog } from '../../document/diagnostics.ts'
import type { Cue, Extensions, TimedTextDocument } from '../../document/document.ts'
import { toMillisecondDocument } from '../../document/times.ts'
import { hasDuration, sortByStart } from '../../document/write-order.ts'
import type { TextWriteResult } from '../../format.ts'
import { splitLines } from '../../text/text-parts.ts'
import { replaceUnwritable } from '../../text/unwritable.ts'
import { createColourSheet } from './cue-text/colour-classes.ts'
import { CueTextWriter } from './cue-text/write-cue-text.ts'
import { formatRegion } from './region.ts'
import { formatSettings } from './settings.ts'

/** Writes WebVTT with LF line ends: header, styles, regions, cues. The support table is in this folder's support.ts. */
export function writeWebvtt(document: TimedTextDocument): TextWriteResult {
  const log = createLossLog()
  const { cues, regions = [], styleSheets = [], notes = [], ext } = toMillisecondDocument(document)
  const shown = cues.filter(cue => !cue.hidden)
  const blocks = [`WEBVTT${findHeader(ext)}`]
  for (const sheet of [createColourSheet(shown), ...styleSheets]) blocks.push(...writeStyleSheet(sheet, log))
  const ids = new Set<string>()
  for (const region of regions) {
    if (ids.has(region.id)) {
      log.lose('POSITION_APPROXIMATED', 'warning', 'Regions with the id of one before them were left out')
      continue
    }
    ids.add(region.id)
    const block = formatRegion(region, problem => log.lose('POSITION_APPROXIMATED', 'warning', problem))
    if (block) blocks.push(block)
    else log.lose('POSITION_APPROXIMATED', 'warning', 'Regions whose id is not one word were left out')
  }
  const texts = new CueTextWriter()
  let content = blocks.join('\n\n')
  for (const index of sortByStart(cues, log)) {
    const cue = cues[index]!
    if (cue.notes) for (const note of cue.notes) content += `\n\n${writeNote(note, log)}`
    if (cue.hidden) log.lose('COMMENT_DROPPED', 'info', 'WebVTT has no hidden cues; they were left out', index)
    else if (hasDuration(cue, index, log)) content += `\n\n${writeCue(cue, index, texts, log)}`
  }
  for (const note of notes) content += `\n\n${writeNote(note, log)}`
  return { content: `${replaceUnwritable(content, log)}\n`, diagnostics: log.list() }
}

function writeCue(cue: Cue<number>, index: number, texts: CueTextWriter, log: LossLog): string {
  if (cue.start < 0 || cue.end < 0) log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
  const times = `${formatClock(Math.max(0, cue.start), '.')} --> ${formatClock(Math.max(0, cue.end), '.')}`
  const settings =
    cue.layout || cue.region !== undefined
      ? formatSettings(cue, problem => log.lose('POSITION_APPROXIMATED', 'warning', problem, index))
      : ''
  const payload = texts.write(cue, (code, message) => log.lose(code, 'warning', message, index))
  const id = cue.id === undefined ? '' : writeId(cue.id, index, log)
  return payload === '' ? id + times + settings : `${id}${times}${settings}\n${payload}`
}

function writeId(id: string, index: number, log: LossLog): string {
  if (id !== '' && !/[\0\r\n]|-->/.test(id)) return `${id}\n`
  log.lose('IDENTIFIER_DROPPED', 'warning', 'Identifiers that are not one line, or hold an arrow, were left out', index)
  return ''
}

function writeStyleSheet(sheet: string, log: LossLog): string[] {
  const lines = splitLines(sheet).filter(line => line !== '')
  if (lines.length === 0) return []
  if (lines.every(line => !/\0|-->/.test(line))) return [['STYLE', ...lines].join('\n')]
  log.lose('STYLE_UNSUPPORTED', 'warning', 'A style sheet with an arrow in it was left out')
  return []
}

/** Notes have no escape: an arrow in one is broken up, a blank line is written as U+00A0. */
function writeNote(note: string, log: LossLog): string {
  if (note.includes('-->')) log.lose('EXPORT_TEXT_ALTERED', 'warning', 'Arrows in notes were written as "-- >"')
  const [first = '', ...others] = splitLines(note.replaceAll('-->', '-- >').replaceAll('\0', '\ufffd'))
  if (others.length === 0) return first ? `NOTE ${first}` : 'NOTE'
  return ['NOTE', ...[first, ...others].map(line => line || '\u00a0')].join('\n')
}

/** The header that the document was read with, while it still is one. */
function findHeader(ext: Extensions | undefined): string {
  const header = ext?.webvtt?.header
  if (typeof header !== 'string' || /[\0\r]|-->|\n\n|\n$|^[^\t\n ]/.test(header)) return ''
  return header
}
