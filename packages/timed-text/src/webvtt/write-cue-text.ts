import { formatClock } from '../clock.ts'
import { isColour } from '../colour.ts'
import type { DiagnosticCode } from '../diagnostics.ts'
import type { Colour, Cue, TextStyle } from '../document.ts'
import { isPlain, isSameText, normaliseParts, toPlainText } from '../text-parts.ts'
import { createTagWriter, rememberLast } from '../write-tags.ts'
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
  const ours = writeCueText(cue, () => {})
  return payload === ours || listTags(payload) === listTags(ours)
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
  if (cue.textParts.every(isPlain)) {
    const text = toPlainText(cue.textParts)
    if (text === '') return ''
    if (!text.includes('\r')) return fillBlankLines(escapeText(text))
  }
  const textParts = normaliseParts(cue.textParts)
  if (textParts.length === 0) return ''
  const writer = createTagWriter()
  const findTags = rememberLast((style: TextStyle | undefined) => toTags(style, report))
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
    writer.write(escapeText(part.content), findTags(part.style), lead)
  }
  return fillBlankLines(writer.finish())
}

function fillBlankLines(text: string): string {
  if (text !== '' && !/^\n|\n\n|\n$/.test(text)) return text
  return text
    .split('\n')
    .map(line => line || '\u00a0')
    .join('\n')
}

function toTags(style: TextStyle | undefined, report: ReportLoss): string[] {
  if (!style) return []
  for (const name of ['strikeThrough', 'fontFamily', 'fontSize', 'doubleHeight'] as const) {
    if (style[name] !== undefined) report('STYLE_UNSUPPORTED', `WebVTT has no ${name}; it was left out`)
  }
  const tags: string[] = []
  if (style.speaker !== undefined) tags.push(...writeAnnotated('v', style.speaker, report))
  if (style.language !== undefined) tags.push(...writeAnnotated('lang', style.language, report))
  if (style.ruby) tags.push('ruby')
  if (style.ruby === 'text') tags.push('rt')
  const classes = listClasses(style, report)
  if (classes.length > 0) tags.push(`c.${classes.join('.')}`)
  if (style.bold) tags.push('b')
  if (style.italic) tags.push('i')
  if (style.underline) tags.push('u')
  return tags
}

function listClasses({ classes = [], colour, backgroundColour }: TextStyle, report: ReportLoss): string[] {
  const names: string[] = []
  for (const name of classes) {
    // A class that ends in "--" would make an arrow with the ">" of its tag.
    if (name === '' || /[\0\t\n\f\r .>]|--$/.test(name))
      report('STYLE_UNSUPPORTED', 'A class that is no word was left out')
    else names.push(name)
  }
  if (colour !== undefined) addColour(names, colour, colourToClass, report)
  if (backgroundColour !== undefined) addColour(names, backgroundColour, backgroundToClass, report)
  return names
}

function addColour(names: string[], colour: Colour, toClass: (colour: Colour) => string, report: ReportLoss): void {
  if (isColour(colour)) names.push(toClass(colour))
  else report('STYLE_UNSUPPORTED', 'A colour that is not #rrggbb was left out')
}

function writeAnnotated(tag: 'v' | 'lang', value: string, report: ReportLoss): string[] {
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
