import { formatClock } from '../../document/clock.ts'
import { createLossLog, type LossLog } from '../../document/diagnostics.ts'
import type { Cue, CueLayout, TextPart, TextStyle, TimedTextDocument } from '../../document/document.ts'
import { toMillisecondDocument } from '../../document/times.ts'
import { hasDuration, sortByStart } from '../../document/write-order.ts'
import type { TextWriteResult } from '../../format.ts'
import { escapeReferences } from '../../text/character-references.ts'
import { isColour } from '../../text/colour.ts'
import { findGenericFont } from '../../text/font-families.ts'
import { appendText, normaliseParts } from '../../text/text-parts.ts'
import { replaceUnwritable } from '../../text/unwritable.ts'
import { changeTags, createTagSet, noTags, TagMemory } from '../../text/write-tags.ts'
import { layoutToAlignment } from './alignment.ts'
import { isTakenForTimes } from './straighten.ts'
import { beginsLikeTag } from './tags.ts'

/** Writes SubRip with LF line ends; cues are numbered from 1. The support table is in this folder's support.ts. */
export function writeSrt(document: TimedTextDocument): TextWriteResult {
  const log = createLossLog()
  const { cues, notes, regions, styleSheets } = toMillisecondDocument(document)
  const texts = new CueTextWriter(log)
  let content = ''
  let number = 0
  for (const index of sortByStart(cues, log)) {
    const cue = cues[index]!
    if (cue.hidden) log.lose('COMMENT_DROPPED', 'info', 'SubRip has no hidden cues; they were left out', index)
    else if (hasDuration(cue, index, log)) {
      content += (number > 0 ? '\n' : '') + writeCue(cue, ++number, index, texts, log)
    }
  }
  if (notes?.length || cues.some(cue => cue.notes?.length)) {
    log.lose('COMMENT_DROPPED', 'info', 'SubRip has no notes; they were left out')
  }
  if (regions?.length) log.lose('POSITION_APPROXIMATED', 'info', 'SubRip has no regions; they were left out')
  if (styleSheets?.length) log.lose('STYLE_UNSUPPORTED', 'info', 'SubRip has no style sheets; they were left out')
  return { content: replaceUnwritable(content, log), diagnostics: log.list() }
}

function writeCue(cue: Cue<number>, number: number, index: number, texts: CueTextWriter, log: LossLog): string {
  if (cue.id !== undefined)
    log.lose('IDENTIFIER_DROPPED', 'info', 'SubRip numbers its cues; identifiers were left out', index)
  if (cue.region !== undefined) log.lose('POSITION_APPROXIMATED', 'warning', 'Cues left their region', index)
  if (cue.start < 0 || cue.end < 0) log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
  const start = formatClock(Math.max(0, cue.start), ',')
  const end = formatClock(Math.max(0, cue.end), ',')
  const alignment = cue.layout ? writeAlignment(cue.layout, index, log) : ''
  const text = texts.write(alignment, cue.textParts, index)
  const times = `${number}\n${start} --> ${end}${cue.ext?.srt ? writeCoordinates(cue.ext.srt.coordinates) : ''}\n`
  return text === '' ? times : `${times}${text}\n`
}

function writeAlignment(layout: CueLayout, index: number, log: LossLog): string {
  const { digit, isExact } = layoutToAlignment(layout)
  if (!isExact) log.lose('POSITION_APPROXIMATED', 'warning', 'Positions went to the nearest of nine places', index)
  return digit === 2 ? '' : `{\\an${digit}}`
}

function writeCoordinates(coordinates: unknown): string {
  if (typeof coordinates !== 'object' || coordinates === null || Array.isArray(coordinates)) return ''
  const values = ['x1', 'x2', 'y1', 'y2'].map(name => Reflect.get(coordinates, name))
  if (!values.every(value => Number.isInteger(value) && value >= 0 && value < 1e6)) return ''
  return ` X1:${values[0]} X2:${values[1]} Y1:${values[2]} Y2:${values[3]}`
}

/** Writes the texts of the cues of one document. */
class CueTextWriter {
  readonly #log: LossLog
  readonly #tags = new TagMemory<TextStyle>()

  constructor(log: LossLog) {
    this.#log = log
  }

  write(alignment: string, parts: readonly TextPart<number>[], index: number): string {
    const usual = this.#writeUsual(parts)
    if (usual !== undefined) return alignment + usual
    const text = alignment + writeText(parts, index, this.#log)
    return text === '' ? '' : protectLines(text)
  }

  /** Most text needs no escapes and no protection, and has nothing that could be lost; undefined for all other. */
  #writeUsual(parts: readonly TextPart<number>[]): string | undefined {
    let content = ''
    let open = noTags
    let isLineStart = true
    for (const part of parts) {
      if (part.type === 'lineBreak') {
        if (isLineStart) return undefined
        content += '\n'
        isLineStart = true
        continue
      }
      if (part.start !== undefined || part.end !== undefined || needsCare(part.content)) return undefined
      if (isLineStart && isBlank(part.content.charCodeAt(0))) return undefined
      isLineStart = false
      const tags = part.style ? this.#tags.get(part.style, findTags) : noTags
      if (!tags) return undefined
      if (tags !== open) content += changeTags(open, tags)
      open = tags
      content += part.content
    }
    if (isLineStart || mayBeTimes(content)) return undefined
    return open === noTags ? content : content + open.closing
  }
}

/** Whether a text may need escapes; it may begin with half an arrow. */
function needsCare(content: string): boolean {
  return content === '' || content.charCodeAt(0) === 0x3e || /[<{&\r\n]|->/.test(content)
}

function isBlank(code: number): boolean {
  return code <= 0x20 || code === 0xa0
}

/** The tags of a style; undefined where something of it is lost. */
function findTags(style: TextStyle): readonly string[] | undefined {
  return isSupported(style) ? toTags(style) : undefined
}

function writeText(textParts: readonly TextPart<number>[], index: number, log: LossLog): string {
  let content = ''
  let open = noTags
  for (const part of keepSupported(normaliseParts(textParts), index, log)) {
    if (part.type === 'lineBreak') {
      content += '\n'
      continue
    }
    const tags = createTagSet(toTags(part.style))
    content += changeTags(open, tags) + escapeContent(part.content)
    open = tags
  }
  return content + open.closing
}

/** The parts of a cue without what SubRip cannot hold. */
function keepSupported(parts: readonly TextPart<number>[], index: number, log: LossLog): TextPart<number>[] {
  const supported: TextPart<number>[] = []
  for (const part of parts) {
    if (part.type === 'lineBreak') supported.push(part)
    else {
      if (part.start !== undefined || part.end !== undefined) {
        log.lose('STYLE_UNSUPPORTED', 'warning', 'SubRip has no times inside a cue; they were left out', index)
      }
      appendText(supported, part.content, toSupportedStyle(part.style, index, log), undefined)
    }
  }
  return supported
}

function toSupportedStyle(style: TextStyle | undefined, index: number, log: LossLog): TextStyle | undefined {
  if (!style || isSupported(style)) return style
  const { backgroundColour, speaker, language, classes, ruby, doubleHeight, colour, ...rest } = style
  const generic = rest.fontFamily === undefined ? undefined : findGenericFont(rest.fontFamily)
  const supported = generic === undefined ? rest : { ...rest, fontFamily: generic }
  if (generic !== undefined) log.lose('STYLE_UNSUPPORTED', 'info', 'A font was written for generic families', index)
  for (const [name, value] of Object.entries({ backgroundColour, speaker, language, classes, ruby, doubleHeight })) {
    if (value !== undefined) log.lose('STYLE_UNSUPPORTED', 'warning', `SubRip has no ${name}; it was left out`, index)
  }
  if (colour === undefined) return Object.keys(supported).length > 0 ? supported : undefined
  if (!isColour(colour)) {
    log.lose('STYLE_UNSUPPORTED', 'warning', 'Colours that are not #rrggbb were left out', index)
    return supported
  }
  if (colour.length > 7) log.lose('COLOUR_APPROXIMATED', 'warning', 'SubRip has no opacity; it was left out', index)
  return { ...supported, colour: `#${colour.slice(1, 7)}` }
}

const supportedMembers: ReadonlySet<string> = new Set<keyof TextStyle>([
  'bold',
  'italic',
  'underline',
  'strikeThrough',
  'colour',
  'fontFamily',
  'fontSize',
])

/** Whether nothing of a style has to go. */
function isSupported(style: TextStyle): boolean {
  let isEmpty = true
  for (const name in style) {
    if (!supportedMembers.has(name)) return false
    isEmpty = false
  }
  const { colour, fontFamily } = style
  if (fontFamily !== undefined && findGenericFont(fontFamily) !== undefined) return false
  return !isEmpty && (colour === undefined || (colour.length === 7 && isColour(colour)))
}

function toTags(style: TextStyle | undefined): string[] {
  const tags: string[] = []
  if (!style) return tags
  const { colour, fontFamily, fontSize } = style
  let attributes = ''
  if (colour !== undefined) attributes += ` color="${colour}"`
  if (fontFamily !== undefined) attributes += ` face="${escapeAttribute(fontFamily)}"`
  if (fontSize !== undefined) attributes += ` size="${escapeAttribute(fontSize)}"`
  if (attributes) tags.push(`font${attributes}`)
  if (style.bold) tags.push('b')
  if (style.italic) tags.push('i')
  if (style.underline) tags.push('u')
  if (style.strikeThrough) tags.push('s')
  return tags
}

function escapeAttribute(value: string): string {
  return escapeReferences(value).replace(/["<>{\r\n]/g, character => `&#${character.charCodeAt(0)};`)
}

/** Escapes what the reader would not take for text, and nothing else. */
function escapeContent(content: string): string {
  if (!mayNeedEscapes(content)) return content
  return escapeReferences(content)
    .replace(/[<{]/g, (mark, index: number, text: string) => {
      return beginsLikeTag(text, index) ? `&#${mark.charCodeAt(0)};` : mark
    })
    .replaceAll('-->', '--&gt;')
}

function mayNeedEscapes(text: string): boolean {
  return /[<{&]|-->/.test(text)
}

/** Keeps lines from being taken for the blank line that ends a cue, or for the times of the next one. */
function protectLines(text: string): string {
  if (!text.includes('->') && !mayBeTimes(text) && !hasIndentedLine(text)) return text
  return text
    .split('\n')
    .map(line => {
      if (line === '') return '\u00a0'
      if (line === '\u00a0' || /^[\t\v\f ]+$/.test(line)) return `&#${line.charCodeAt(0)};${line.slice(1)}`
      return isTakenForTimes(line) ? escapeTimes(line) : line
    })
    .join('\n')
}

function escapeTimes(line: string): string {
  return line.includes('->') ? line.replace('->', '-&gt;') : `&#${line.charCodeAt(0)};${line.slice(1)}`
}

function mayBeTimes(text: string): boolean {
  return text.includes(':') || text.includes('\uff1a')
}

/** Whether a line is empty or begins with white space. */
function hasIndentedLine(text: string): boolean {
  for (let start = 0; ; ) {
    const code = text.charCodeAt(start)
    // The end of the text is no number, and so no letter.
    if (Number.isNaN(code) || isBlank(code)) return true
    const lineEnd = text.indexOf('\n', start)
    if (lineEnd < 0) return false
    start = lineEnd + 1
  }
}
