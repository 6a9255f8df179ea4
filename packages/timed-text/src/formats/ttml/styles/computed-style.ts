import type { TextStyle } from '../../../document/document.ts'
import { isColour } from '../../../text/colour.ts'
import { noStyles } from './style-table.ts'
import { formatNumber, imscStyles, initialValues, parseLength, type StyleName, type Styles } from './style-values.ts'

/** What an element does not hand on to those inside it. */
const ownOnly: readonly StyleName[] = [
  'backgroundColor',
  'padding',
  'unicodeBidi',
  'display',
  'ruby',
  'origin',
  'extent',
  'displayAlign',
  'showBackground',
  'overflow',
  'position',
  'opacity',
  'luminanceGain',
  'disparity',
]

/** What paragraphs and spans say beyond what documents have members for. */
const keptOfParagraphs: readonly StyleName[] = [
  'backgroundColor',
  'lineHeight',
  'direction',
  'unicodeBidi',
  'wrapOption',
  'multiRowAlign',
  'linePadding',
  'fillLineGap',
  ...imscStyles,
]
const keptOfSpans: readonly StyleName[] = ['lineHeight', 'direction', 'unicodeBidi', 'wrapOption', ...imscStyles]

const ownOfSpans: ReadonlySet<StyleName> = new Set<StyleName>(['unicodeBidi', 'opacity'])

/** The members of a style that the attributes of an element decide. */
type Look = Omit<TextStyle, 'speaker' | 'language' | 'classes' | 'ruby'>

/**
 * The style of an element with what it inherited. What is computed from it is remembered, since thousands of elements
 * have the same.
 */
export class ComputedStyle {
  readonly values: Styles
  /** The colour behind the text: that of the innermost span that has one. */
  readonly spanBackground: string | undefined
  readonly #blocks = new Map<Styles, ComputedStyle>()
  readonly #spans = new Map<Styles, ComputedStyle>()
  #look: Look | undefined
  /** The style of a run whose speaker and language are those of the document. */
  #plain: { readonly style: TextStyle | undefined } | undefined
  readonly #textStyles = new Map<string, TextStyle | undefined>()
  #kept: { readonly styles: Styles | undefined } | undefined
  /** What was last asked for: most spans are in paragraphs of one style. */
  #keptIn: { readonly paragraph: ComputedStyle; readonly styles: Styles | undefined } | undefined

  constructor(values: Styles, spanBackground?: string) {
    this.values = values
    this.spanBackground = spanBackground
  }

  /** The style of a region, division or paragraph inside this one. */
  derive(specified: Styles): ComputedStyle {
    return this.#remember(this.#blocks, specified, () => new ComputedStyle(inherit(this.values, specified)))
  }

  /** The style of a span inside this paragraph or span. */
  deriveSpan(specified: Styles): ComputedStyle {
    return this.#remember(this.#spans, specified, () => {
      const own = specified.backgroundColor
      const isSeen = own !== undefined && !(own.endsWith('00') && own.length === 9 && this.spanBackground !== undefined)
      return new ComputedStyle(inherit(this.values, specified), isSeen ? own : this.spanBackground)
    })
  }

  #remember(styles: Map<Styles, ComputedStyle>, specified: Styles, create: () => ComputedStyle): ComputedStyle {
    let style = styles.get(specified)
    if (!style) {
      style = create()
      if (styles.size < 10_000) styles.set(specified, style)
    }
    return style
  }

  /** The style of a run of text; undefined where it says nothing. */
  toTextStyle(
    speaker: string | undefined,
    language: string | undefined,
    ruby: TextStyle['ruby'],
  ): TextStyle | undefined {
    if (speaker === undefined && language === undefined && !ruby) {
      this.#plain ??= { style: this.#createTextStyle({}) }
      return this.#plain.style
    }
    const key = `${ruby ?? ''} ${language ?? ''} ${speaker ?? ''}`
    if (this.#textStyles.has(key)) return this.#textStyles.get(key)
    const style = this.#createTextStyle({
      ...(speaker !== undefined && { speaker }),
      ...(language !== undefined && { language }),
      ...(ruby && { ruby }),
    })
    if (this.#textStyles.size < 1000) this.#textStyles.set(key, style)
    return style
  }

  #createTextStyle(more: TextStyle): TextStyle | undefined {
    this.#look ??= toLook(this.values, this.spanBackground)
    const style: TextStyle = { ...this.#look, ...more }
    return Object.keys(style).length > 0 ? style : undefined
  }

  /** What a paragraph says beyond its text and its place; undefined when nothing. */
  listKept(): Styles | undefined {
    this.#kept ??= { styles: pick(keptOfParagraphs, name => this.values[name]) }
    return this.#kept.styles
  }

  /** What a span says beyond its text, and other than its paragraph. */
  listKeptIn(paragraph: ComputedStyle): Styles | undefined {
    if (this === paragraph) return undefined
    if (this.#keptIn?.paragraph !== paragraph) {
      const differs = (name: StyleName) => ownOfSpans.has(name) || this.values[name] !== paragraph.values[name]
      const styles = pick(keptOfSpans, name => (differs(name) ? this.values[name] : undefined))
      this.#keptIn = { paragraph, styles }
    }
    return this.#keptIn.styles
  }
}

function pick(names: readonly StyleName[], find: (name: StyleName) => string | undefined): Styles | undefined {
  const styles: { [Name in StyleName]?: string } = {}
  for (const name of names) {
    const value = find(name)
    if (value !== undefined && value !== initialValues[name]) styles[name] = value
  }
  return Object.keys(styles).length > 0 ? styles : undefined
}

function inherit(outer: Styles, specified: Styles): Styles {
  const inherited: { [Name in StyleName]?: string } = { ...outer }
  for (const name of ownOnly) delete inherited[name]
  if (specified === noStyles) return inherited
  Object.assign(inherited, specified)
  if (specified.fontSize !== undefined) inherited.fontSize = scale(specified.fontSize, outer.fontSize)
  return inherited
}

/** A font size in percent is one of the size around it; without one around it, of the cell. */
function scale(size: string, outer: string | undefined): string {
  if (outer === undefined) return size
  const [outerWidth = '', outerHeight = outerWidth] = outer.split(' ')
  const sizes = size.split(' ')
  const scaled = sizes.map((text, index) => {
    const length = parseLength(text)
    const base = parseLength(index === 1 ? outerHeight : outerWidth)
    if (!length || !base || length.unit !== '%') return text
    return `${formatNumber((length.value * base.value) / 100)}${base.unit}`
  })
  return scaled.join(' ')
}

function toLook(values: Styles, background: string | undefined): Look {
  const { color, fontStyle, fontWeight, textDecoration, fontFamily, fontSize } = values
  const decorations = textDecoration?.toLowerCase().split(' ') ?? []
  return {
    ...(fontWeight === 'bold' && { bold: true }),
    ...(fontStyle !== undefined && fontStyle !== 'normal' && { italic: true }),
    ...(decorations.includes('underline') && { underline: true }),
    ...(decorations.includes('linethrough') && { strikeThrough: true }),
    ...(color !== undefined && isColour(color) && { colour: color }),
    ...(background !== undefined && isColour(background) && { backgroundColour: background }),
    ...(fontFamily !== undefined && { fontFamily }),
    ...(fontSize !== undefined && toSize(fontSize)),
  }
}

/** A size twice as high as it is wide is what teletext calls double height; one cell is the size without a name. */
function toSize(size: string): Pick<TextStyle, 'fontSize' | 'doubleHeight'> {
  const [first = '', second = ''] = size.split(' ')
  const [width, height] = [parseLength(first), parseLength(second)]
  if (!width || !height || width.unit !== height.unit || height.value !== 2 * width.value) return { fontSize: size }
  return { doubleHeight: true, ...(first !== '1c' && { fontSize: first }) }
}
