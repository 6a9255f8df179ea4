import { assertWhole, createFrameClock } from '@rushes/timebase'
import { createLossLog, type LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TimedTextDocument, Timing } from '../../../document/document.ts'
import { toMillisecondDocument } from '../../../document/times.ts'
import { hasDuration, sortByStart } from '../../../document/write-order.ts'
import type { TextWriteResult } from '../../../format.ts'
import { replaceUnwritable } from '../../../text/unwritable.ts'
import { eventFieldNames } from '../read/read.ts'
import { isLanguage } from '../read/read-script.ts'
import { defaultScript, findScript, type InfoEntry } from '../script.ts'
import { defaultFields, type StyleFields, styleFieldNames } from '../styles/style.ts'
import { StyleSet } from './style-set.ts'
import { EventWriter } from './write-event.ts'

/** Writes ASS (v4.00+) with LF line ends, with the styles that the document was read with. */
export function writeAss(document: TimedTextDocument): TextWriteResult {
  const log = createLossLog()
  const { cues, notes = [], regions = [], styleSheets, language } = toMillisecondDocument(document)
  const script = findScript(document) ?? defaultScript
  const styles = new StyleSet(script)
  const writer = new EventWriter(styles, regions, log)
  let events = ''
  let last = formatTime(0)
  for (const index of sortByStart(cues, log)) {
    const cue = cues[index]!
    if (!hasDuration(cue, index, log)) continue
    reportTimes(document, index, cue, log)
    if (cue.id !== undefined) log.lose('IDENTIFIER_DROPPED', 'info', 'Identifiers were left out', index)
    const [start, end] = roundTimes(cue)
    last = formatTime(start)
    for (const note of cue.notes ?? []) events += writer.writeNote(note, last)
    events += writer.writeCue(cue, { start: last, end: formatTime(end) }, index)
  }
  for (const note of notes) events += writer.writeNote(note, last)
  if (regions.length > 0) log.lose('POSITION_APPROXIMATED', 'info', 'ASS has no regions; they were left out')
  if (styleSheets?.length) log.lose('STYLE_UNSUPPORTED', 'info', 'ASS has no style sheets; they were left out')
  const isTag = language !== undefined && isLanguage(language)
  if (language && !isTag) log.lose('STYLE_UNSUPPORTED', 'warning', 'A language that is no tag was left out')
  const content = writeHead(script.info, isTag ? language : undefined, styles.listed) + events
  return { content: replaceUnwritable(content, log), diagnostics: log.list() }
}

function writeHead(info: readonly InfoEntry[], language: string | undefined, styles: readonly StyleFields[]): string {
  const lines = [
    '[Script Info]',
    'ScriptType: v4.00+',
    ...(language ? [`Language: ${language}`] : []),
    ...info.map(([name, value]) => `${name}: ${value}`),
    '',
    '[V4+ Styles]',
    `Format: ${styleFieldNames.join(', ')}`,
    ...styles.map(fields => `Style: ${styleFieldNames.map(name => fields[name] ?? defaultFields[name]).join(',')}`),
    '',
    '[Events]',
    `Format: ${eventFieldNames.join(', ')}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Hundredths of a second; a cue is shown for one of them at least. */
function roundTimes({ start, end }: Cue<number>): readonly [start: number, end: number] {
  const [from, to] = [toHundredths(start), toHundredths(end)]
  return [from, Math.max(from + 1, to)]
}

function toHundredths(milliseconds: number): number {
  assertWhole(milliseconds, 'Milliseconds')
  return Math.max(0, Math.round(milliseconds / 10))
}

/** `H:MM:SS.cc` of hundredths. */
function formatTime(time: number): string {
  const seconds = Math.floor(time / 100)
  const minutes = Math.floor(seconds / 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}.${pad(time % 100)}`
}

/** Reports times that do not come back: frames do, up to a rate at which they are shorter than the rounding. */
function reportTimes({ cues, timing }: TimedTextDocument, index: number, cue: Cue<number>, log: LossLog): void {
  const { start, end } = cue
  if (start < 0 || end < 0) log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
  const rounded = roundTimes(cue)
  const { start: from, end: to } = cues[index]!
  if (![from, to].every((time, at) => time < 0 || comesBack(time, rounded[at]!, timing))) {
    log.lose('EXPORT_TIMING_REPAIRED', 'info', 'Times were rounded to hundredths of a second', index)
  }
}

function comesBack(time: number, hundredths: number, timing: Timing): boolean {
  const milliseconds = hundredths * 10
  if (timing.unit === 'milliseconds') return time === milliseconds
  return time === createFrameClock(timing.rate, timing.times).toNearestFrame(milliseconds)
}
