import type { LossLog } from '../../../document/diagnostics.ts'
import type { Colour, TextRun, TextStyle } from '../../../document/document.ts'
import { isColour } from '../../../text/colour.ts'
import { isXmlText } from '../../xml/characters.ts'
import type { Profile } from '../profiles.ts'
import {
  formatNumber,
  imscStyles,
  normaliseStyle,
  parseLength,
  type StyleName,
  type Styles,
} from '../styles/style-values.ts'
import { escapeAttribute, type IdRegistry } from './escape.ts'

/** The attributes of styles in the order in which they are written. */
const attributes: readonly (readonly [StyleName, string])[] = [
  ['direction', 'tts:direction'],
  ['fontFamily', 'tts:fontFamily'],
  ['fontSize', 'tts:fontSize'],
  ['lineHeight', 'tts:lineHeight'],
  ['textAlign', 'tts:textAlign'],
  ['color', 'tts:color'],
  ['backgroundColor', 'tts:backgroundColor'],
  ['fontStyle', 'tts:fontStyle'],
  ['fontWeight', 'tts:fontWeight'],
  ['textDecoration', 'tts:textDecoration'],
  ['unicodeBidi', 'tts:unicodeBidi'],
  ['wrapOption', 'tts:wrapOption'],
  ['multiRowAlign', 'ebutts:multiRowAlign'],
  ['linePadding', 'ebutts:linePadding'],
  ['fillLineGap', 'itts:fillLineGap'],
  ...imscStyles.map((name): [StyleName, string] => [name, `${name === 'forcedDisplay' ? 'itts' : 'tts'}:${name}`]),
]

/** The styles of a file that is written: each look once, under the name it had in the file it came from. */
export class StyleWriter {
  readonly #profile: Profile
  readonly #ids: IdRegistry
  readonly #log: LossLog
  /** Names of the file that was read, by the attributes they stand for. */
  readonly #kept = new Map<string, string>()
  readonly #written = new Map<string, string>()
  readonly #agents = new Map<string, string>()
  readonly #spans = new WeakMap<TextStyle, string>()
  readonly #paragraphs = new Map<string, string>()
  /** What runs have that say no ground of their own. */
  readonly #plain: TextStyle | undefined
  #hasLost = false

  constructor(profile: Profile, ids: IdRegistry, kept: unknown, ground: Colour | undefined, log: LossLog) {
    this.#plain = ground && { backgroundColour: ground }
    this.#profile = profile
    this.#ids = ids
    this.#log = log
    if (typeof kept !== 'object' || kept === null) return
    for (const [id, style] of Object.entries(kept).slice(0, 10_000)) {
      const key = this.#format(readStyles(style), () => {})
      if (key !== '' && !this.#kept.has(key)) this.#kept.set(key, id)
    }
  }

  /** The attributes of a span, with a leading space; empty where its text needs no span. */
  toSpan({ style: given, ext }: TextRun, cueIndex: number): string {
    const kept = ext?.ttml?.style
    if (kept !== undefined) return this.#createSpan({ ...this.#plain, ...given }, readStyles(kept), cueIndex)
    const style = given ?? this.#plain
    if (!style) return ''
    const known = this.#spans.get(style)
    if (known !== undefined) return known
    this.#hasLost = false
    const span = this.#createSpan({ ...this.#plain, ...style }, {}, cueIndex)
    // Losses are reported for every cue.
    if (!this.#hasLost) this.#spans.set(style, span)
    return span
  }

  /** The style of a paragraph, with what was kept of the one that was read; empty where it has none. */
  toParagraph(textAlign: string, kept: unknown, cueIndex: number): string {
    const key = kept === undefined ? textAlign : undefined
    const known = key === undefined ? undefined : this.#paragraphs.get(key)
    if (known !== undefined) return known
    this.#hasLost = false
    const isSaid = textAlign !== 'center' || this.#profile.styles.has('textAlign')
    const styles = { ...readStyles(kept), ...(isSaid && { textAlign }) }
    const attributes = this.#format(styles, problem => this.#lose(problem, cueIndex))
    const id = attributes === '' ? '' : this.#findId(attributes)
    if (key !== undefined && !this.#hasLost) this.#paragraphs.set(key, id)
    return id
  }

  /** The style of a body, whose texts are in a family of fonts unless they say another. */
  toBody(fontFamily: string): string {
    return this.#findId(this.#format({ fontFamily }, () => {}))
  }

  /** The style of a region; undefined where it has none. */
  toRegion(kept: unknown): string | undefined {
    const { backgroundColor, opacity, luminanceGain, disparity } = readStyles(kept)
    const said = Object.entries({ backgroundColor, opacity, luminanceGain, disparity })
    const styles: Styles = Object.fromEntries(said.filter(([, value]) => value !== undefined))
    const key = this.#format(styles, problem => this.#lose(problem))
    return key === '' ? undefined : this.#findId(key)
  }

  writeStyles(): string {
    if (this.#written.size === 0) this.#findId(this.#format({ textAlign: 'center' }, () => {}))
    return [...this.#written].map(([key, id]) => `<tt:style xml:id="${id}"${key}/>\n`).join('')
  }

  writeAgents(): string {
    return [...this.#agents]
      .map(([name, id]) => {
        const full = `<ttm:name type="full">${name}</ttm:name>`
        return `<ttm:agent xml:id="${id}" type="person">${full}</ttm:agent>\n`
      })
      .join('')
  }

  #lose(problem: string, cueIndex?: number): void {
    this.#hasLost = true
    this.#log.lose('STYLE_UNSUPPORTED', 'warning', problem, cueIndex)
  }

  #createSpan(style: TextStyle, kept: Styles, cueIndex: number): string {
    const lose = (problem: string) => this.#lose(problem, cueIndex)
    const { speaker, language } = style
    const key = this.#format({ ...kept, ...toStyles(style, this.#profile, lose) }, lose)
    const { hasMetadata, name } = this.#profile
    if (speaker !== undefined && !hasMetadata) lose(`${name} has no speaker; it was left out`)
    const agent = speaker === undefined || !hasMetadata ? undefined : this.#findAgent(speaker, cueIndex)
    const isLanguage = language !== undefined && isLanguageTag(language)
    if (language !== undefined && !isLanguage) lose('A language that is no tag was left out')
    return [
      key !== '' && ` style="${this.#findId(key)}"`,
      agent && ` ttm:agent="${agent}"`,
      isLanguage && ` xml:lang="${language}"`,
    ]
      .filter(Boolean)
      .join('')
  }

  #findId(key: string): string {
    const written = this.#written.get(key)
    if (written !== undefined) return written
    const kept = this.#kept.get(key)
    const id = kept !== undefined && this.#ids.claim(kept) ? kept : this.#ids.create('s', this.#written.size + 1)
    this.#written.set(key, id)
    return id
  }

  #findAgent(speaker: string, cueIndex: number): string | undefined {
    const collapsed = speaker.trim().replace(/[\t\n\r ]+/g, ' ')
    const name = escapeAttribute(collapsed)
    if (collapsed !== speaker || !isXmlText(collapsed)) {
      this.#hasLost = true
      const message = 'White space and control characters in the name of a speaker were left out'
      this.#log.lose('EXPORT_TEXT_ALTERED', 'warning', message, cueIndex)
    }
    if (name === '') return undefined
    const known = this.#agents.get(name)
    if (known !== undefined) return known
    const id = this.#ids.create('agent', this.#agents.size + 1)
    this.#agents.set(name, id)
    return id
  }

  /** Styles as attributes, as far as the format has them. */
  #format(styles: Styles, lose: (problem: string) => void): string {
    let text = ''
    for (const [name, attribute] of attributes) {
      const given = styles[name]
      if (given === undefined) continue
      const value = this.#profile.styles.has(name) ? toValue(name, given, this.#profile) : undefined
      if (value === undefined) lose(`Values of ${name} that ${this.#profile.name} does not have were left out`)
      else text += ` ${attribute}="${escapeAttribute(value)}"`
    }
    return text
  }
}

/** Styles that were kept with a document, checked again: anyone may have changed them. */
function readStyles(kept: unknown): Styles {
  if (typeof kept !== 'object' || kept === null) return {}
  const styles: { [Name in StyleName]?: string } = {}
  for (const [name] of attributes) {
    const text: unknown = Reflect.get(kept, name)
    const value = typeof text === 'string' ? normaliseStyle(name, text) : undefined
    if (value !== undefined) styles[name] = value
  }
  return styles
}

export function isLanguageTag(language: string): boolean {
  return /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/.test(language)
}

function toStyles(style: TextStyle, profile: Profile, lose: (problem: string) => void): Styles {
  const { name, decorations, hasRuby, sizes } = profile
  const { colour, backgroundColour, fontFamily, fontSize, doubleHeight, classes } = style
  const ruby = hasRuby ? undefined : style.ruby
  const strikeThrough = decorations.has('lineThrough') ? undefined : style.strikeThrough
  for (const [member, value] of Object.entries({ strikeThrough, classes, ruby })) {
    if (value !== undefined) lose(`${name} has no ${member}; it was left out`)
  }
  for (const value of [colour, backgroundColour]) {
    if (value !== undefined && !isColour(value)) lose('A colour that is not #rrggbb was left out')
  }
  const isDoubled = doubleHeight && sizes === 'cells and width'
  if (doubleHeight && !isDoubled) lose(`${name} has no double height; it was left out`)
  const size = isDoubled ? doubleSize(fontSize ?? '1c') : fontSize
  const lines = [style.underline && 'underline', strikeThrough === undefined && style.strikeThrough && 'lineThrough']
  const values: readonly (readonly [StyleName, string | undefined | false])[] = [
    ['color', colour && isColour(colour) && colour],
    ['backgroundColor', backgroundColour && isColour(backgroundColour) && backgroundColour],
    ['fontFamily', fontFamily],
    ['fontSize', size],
    ['fontStyle', style.italic && 'italic'],
    ['fontWeight', style.bold && 'bold'],
    ['textDecoration', lines.filter(Boolean).join(' ')],
  ]
  return Object.fromEntries(values.filter(([, value]) => value))
}

function doubleSize(size: string): string {
  const length = parseLength(size)
  return length ? `${size} ${formatNumber(2 * length.value)}${length.unit}` : size
}

/** A value as the format has it; undefined where it has none such. */
function toValue(name: StyleName, text: string, { sizes, decorations }: Profile): string | undefined {
  switch (name) {
    case 'fontFamily':
      return normaliseStyle(name, text)
    case 'fontSize':
      return toFontSize(text, sizes)
    case 'lineHeight': {
      const length = parseLength(text)
      if (!length) return text === 'normal' ? text : undefined
      const isKnown = length.value >= 0 && (length.unit === '%' || (length.unit === 'c' && sizes !== 'percent'))
      return isKnown ? `${formatNumber(length.value)}${length.unit}` : undefined
    }
    case 'linePadding': {
      const length = parseLength(text)
      return length && length.unit === 'c' && length.value >= 0 ? `${formatNumber(length.value)}c` : undefined
    }
    case 'fontStyle':
      return text === 'oblique' ? 'italic' : text
    case 'textDecoration':
      return decorations.has(text) ? text : undefined
    case 'textAlign':
      return text === 'justify' ? undefined : text
    default:
      return text
  }
}

/** A font size in percent of the cell; some formats have cells too, and one a width of its own. */
function toFontSize(text: string, sizes: Profile['sizes']): string | undefined {
  const lengths = text.split(' ').map(parseLength)
  if (lengths.length > (sizes === 'cells and width' ? 2 : 1)) return undefined
  if (lengths.some(length => !length || length.value < 0)) return undefined
  if (lengths.some(length => length!.unit !== '%' && length!.unit !== 'c')) return undefined
  if (sizes !== 'percent') return lengths.map(length => `${formatNumber(length!.value)}${length!.unit}`).join(' ')
  const { value, unit } = lengths[0]!
  return `${formatNumber(unit === 'c' ? value * 100 : value)}%`
}
