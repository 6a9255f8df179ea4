import { type Context, createContext, type Script } from '../script.ts'
import { defaultFields, type Style, type StyleFields } from '../styles/style.ts'
import { createState, toTextStyle } from '../text/run-state.ts'

/** The styles of a file that is written: those of its document, and those that its cues need in addition. */
export class StyleSet {
  readonly context: Context
  readonly #listed: StyleFields[]
  readonly #plain = new Map<boolean, Style>()

  constructor({ info, styles }: Script) {
    this.context = createContext({ info, styles }, () => {})
    this.#listed = [...styles]
  }

  /** The fields of all styles. */
  get listed(): readonly StyleFields[] {
    return this.#listed
  }

  /** The style of a name; the default one where there is none. */
  find(name: unknown): Style {
    const { styles, defaultStyle } = this.context
    return (typeof name === 'string' ? styles.get(name) : undefined) ?? defaultStyle
  }

  /** A style of which the document says nothing: white, in the font of the default style, with or without a box. */
  getPlain(isBoxed: boolean): Style {
    const { styles, defaultStyle } = this.context
    const isPlain = (style: Style) =>
      style.isBoxed === isBoxed && toTextStyle(createState(style, defaultStyle)) === undefined && isSafe(style.name)
    let plain = this.#plain.get(isBoxed) ?? [defaultStyle, ...styles.values()].find(isPlain)
    plain ??= this.#add(isBoxed)
    this.#plain.set(isBoxed, plain)
    return plain
  }

  #add(isBoxed: boolean): Style {
    const { styles, defaultStyle } = this.context
    const name = findFreeName(isBoxed ? 'Box' : 'Plain', styles)
    const { Bold, Italic, Underline, StrikeOut, PrimaryColour } = defaultFields
    const flat = { Bold, Italic, Underline, StrikeOut, PrimaryColour }
    const own = this.#listed.findLast(({ Name }) => Name === defaultStyle.name)
    const box = isBoxed ? { BorderStyle: '3', OutlineColour: '&HFF000000' } : { BorderStyle: '1' }
    this.#listed.push({ ...own, ...flat, ...box, Name: name })
    return {
      ...defaultStyle,
      name,
      isBold: false,
      isItalic: false,
      isUnderlined: false,
      isStruckThrough: false,
      text: { rgb: 'ffffff', alpha: 0 },
      outline: { rgb: '000000', alpha: isBoxed ? 255 : 0 },
      isBoxed,
    }
  }
}

/** Whether a style can be named in `\r`. */
function isSafe(name: string): boolean {
  return !/[\\{}()]/.test(name)
}

function findFreeName(wanted: string, styles: ReadonlyMap<string, Style>): string {
  let name = wanted
  for (let number = 2; styles.has(name); number++) name = `${wanted} ${number}`
  return name
}
