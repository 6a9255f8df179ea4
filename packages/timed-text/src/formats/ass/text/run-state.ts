import type { TextStyle } from '../../../document/document.ts'
import { type Paint, toColour } from '../styles/colours.ts'
import type { Style } from '../styles/style.ts'
import type { FlagName, OverrideTag } from './override-tags.ts'

/**
 * How text is painted at a place of an event. The document says nothing of the font and the size of the default style,
 * nor of opaque white, unless tags of the event name them.
 */
export interface RunState {
  readonly flags: Readonly<Record<FlagName, boolean>>
  readonly text: Paint
  readonly isColoured: boolean
  /** The colour of the box behind the text. */
  readonly outline: Paint
  readonly isBoxed: boolean
  readonly fontFamily: string | undefined
  readonly fontSize: string | undefined
  /** What 100 % of `fontSize` are. */
  readonly wholeSize: number
}

/** The state of text in a style. */
export function createState(style: Style, defaultStyle: Style): RunState {
  return {
    flags: {
      bold: style.isBold,
      italic: style.isItalic,
      underline: style.isUnderlined,
      strikeThrough: style.isStruckThrough,
    },
    text: style.text,
    isColoured: style.text.rgb !== 'ffffff' || style.text.alpha !== 0,
    outline: style.outline,
    isBoxed: style.isBoxed,
    fontFamily: style.fontName === defaultStyle.fontName ? undefined : style.fontName,
    fontSize: style.fontSize === defaultStyle.fontSize ? undefined : toSize(style.fontSize, defaultStyle.fontSize),
    wholeSize: defaultStyle.fontSize,
  }
}

/** In percent of the size of the default style. */
function toSize(size: number, whole: number): string {
  return `${Math.round((size * 10_000) / whole) / 100}%`
}

type StyleTag = Extract<OverrideTag, { kind: 'flag' | 'colour' | 'alpha' | 'font' | 'size' }>

/** The state after a tag, `base` being that of the style; undefined where the tag is of an outline without a box. */
export function applyTag(state: RunState, tag: StyleTag, base: RunState): RunState | undefined {
  switch (tag.kind) {
    case 'flag':
      return { ...state, flags: { ...state.flags, [tag.name]: tag.isOn ?? base.flags[tag.name] } }
    case 'colour':
      return applyColour(state, tag, base)
    case 'alpha':
      return applyAlpha(state, tag, base)
    case 'font':
      return { ...state, fontFamily: tag.name ?? base.fontFamily }
    case 'size':
      return { ...state, fontSize: tag.size === undefined ? base.fontSize : toSize(tag.size, state.wholeSize) }
  }
}

function applyColour(
  state: RunState,
  { of, rgb }: Extract<StyleTag, { kind: 'colour' }>,
  base: RunState,
): RunState | undefined {
  if (of === 'text') {
    const text = { ...state.text, rgb: rgb ?? base.text.rgb }
    return { ...state, text, isColoured: rgb !== undefined || base.isColoured }
  }
  return state.isBoxed ? { ...state, outline: { ...state.outline, rgb: rgb ?? base.outline.rgb } } : undefined
}

function applyAlpha(
  state: RunState,
  { of, alpha }: Extract<StyleTag, { kind: 'alpha' }>,
  base: RunState,
): RunState | undefined {
  if (of === 'outline' && !state.isBoxed) return undefined
  return {
    ...state,
    ...(of !== 'outline' && { text: { ...state.text, alpha: alpha ?? base.text.alpha } }),
    ...(of !== 'text' && { outline: { ...state.outline, alpha: alpha ?? base.outline.alpha } }),
  }
}

/** What the document says of text in a state; undefined where it is nothing. */
export function toTextStyle(state: RunState): TextStyle | undefined {
  const { flags, text, outline, fontFamily, fontSize } = state
  const style: TextStyle = {
    ...(flags.bold && { bold: true }),
    ...(flags.italic && { italic: true }),
    ...(flags.underline && { underline: true }),
    ...(flags.strikeThrough && { strikeThrough: true }),
    ...((state.isColoured || text.alpha !== 0) && { colour: toColour(text) }),
    ...(state.isBoxed && outline.alpha < 255 && { backgroundColour: toColour(outline) }),
    ...(fontFamily !== undefined && { fontFamily }),
    ...(fontSize !== undefined && { fontSize }),
  }
  return Object.keys(style).length > 0 ? style : undefined
}
