import { formatClock } from '../clock.ts'
import { isColour } from '../colour.ts'
import type { DiagnosticCode } from '../diagnostics.ts'
import type { Cue, TextStyle } from '../document.ts'
import { isSameText, normaliseParts } from '../text-parts.ts'
import { createTagWriter } from '../write-tags.ts'
import { backgroundToClass, colourToClass } from './colour-classes.ts'
import { collapseSpace, readCueText } from './read-cue-text.ts'

type ReportLoss = (code: DiagnosticCode, message: string) => void

/** The payload of a cue: that of its file while the text is still the same, else the text in our spelling. */
export function writePayload(cue: Cue<number>, report: ReportLoss): string {
  const kept = cue.ext?.webvtt?.payload
  if (typeof kept === 'string' && isPayload(kept) && isSameText(readPayload(kept, cue.start), cue.textParts))
    return kept
  return writeCueText(cue, report)
}

/** Whether our spelling of a cue has the tags of the payload it was read from, so that the payload need not be kept. */
export function isSpelledAlike(payload: string, cue: Cue<number>): boolean {
  if (!payload.includes('<')) return true
  return listTags(payload) === listTags(writeCueText(cue, () => {}))
}

/** Reads a payload for its text alone. A line of one U+00A0 is how a blank line is written. */
export function readPayload(
  payload: string,
  start: number,
  report: (problem: string, line: number) => void = () => {},
): Cue<number>['textParts'] {
  const text = payload.includes('\u00a0') ? payload.replace(/^\u00a0$/gm, '') : payload
  return readCueText(text, start, report)
}

/** Whether a text can stand in a cue as it is: no blank line, no arrow, no foreign line ends. */
function isPayload(text: string): boolean {
  return !/[\0\r]|-->|\n\n|^\n|\n$/.test(text) && text !== ''
}

function listTags(payload: string): string {
  return (payload.match(/<[^<>]*>/g) ?? []).join('')
}

function writeCueText(cue: Cue<number>, report: ReportLoss): string {
  const textParts = normaliseParts(cue.textParts)
  if (textParts.length === 0) return ''
  const writer = createTagWriter()
  let current: number | undefined
  for (const part of textParts) {
    if (part.type === 'lineBreak') {
      writer.write('\n')
      continue
    }
    if (part.end !== undefined) report('STYLE_UNSUPPORTED', 'WebVTT has no end of a run; it was left out')
    const start = part.start === cue.start ? undefined : part.start
    const lead = start === current ? '' : `<${formatClock(Math.max(0, start ?? cue.start), '.')}>`
    current = start
    writer.write(escapeText(part.content), toTags(part.style, report), lead)
  }
  return writer
    .finish()
    .split('\n')
    .map(line => line || '\u00a0')
    .join('\n')
}

function toTags(style: TextStyle | undefined, report: ReportLoss): string[] {
  if (!style) return []
  const { speaker, language, ruby, bold, italic, underline, strikeThrough, fontFamily, fontSize } = style
  for (const [name, value] of Object.entries({ strikeThrough, fontFamily, fontSize })) {
    if (value !== undefined) report('STYLE_UNSUPPORTED', `WebVTT has no ${name}; it was left out`)
  }
  const classes = listClasses(style, report)
  return [
    ...writeAnnotated('v', speaker, report),
    ...writeAnnotated('lang', language, report),
    ...(ruby ? ['ruby'] : []),
    ...(ruby === 'text' ? ['rt'] : []),
    ...(classes.length > 0 ? [['c', ...classes].join('.')] : []),
    ...(bold ? ['b'] : []),
    ...(italic ? ['i'] : []),
    ...(underline ? ['u'] : []),
  ]
}

function listClasses({ classes = [], colour, backgroundColour }: TextStyle, report: ReportLoss): string[] {
  const names: string[] = []
  for (const name of classes) {
    // A class that ends in "--" would make an arrow with the ">" of its tag.
    if (name === '' || /[\0\t\n\f\r .>]|--$/.test(name))
      report('STYLE_UNSUPPORTED', 'A class that is no word was left out')
    else names.push(name)
  }
  for (const value of [colour, backgroundColour]) {
    if (value !== undefined && !isColour(value))
      report('STYLE_UNSUPPORTED', 'A colour that is not #rrggbb was left out')
  }
  if (colour && isColour(colour)) names.push(colourToClass(colour))
  if (backgroundColour && isColour(backgroundColour)) names.push(backgroundToClass(backgroundColour))
  return names
}

function writeAnnotated(tag: 'v' | 'lang', value: string | undefined, report: ReportLoss): string[] {
  if (value === undefined) return []
  const name = collapseSpace(value)
  if (name !== value) report('EXPORT_TEXT_ALTERED', 'White space in the name of a speaker or language was collapsed')
  // The dash is escaped so that "--" and the ">" of the tag make no arrow.
  return name ? [`${tag} ${escapeText(name).replace(/-$/, '&#45;')}`] : []
}

function escapeText(text: string): string {
  if (!/[&<>\0\u00a0]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\0', '\ufffd')
}
