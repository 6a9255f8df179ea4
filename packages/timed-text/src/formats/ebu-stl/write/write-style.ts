import type { DiagnosticCode, Severity } from '../../../document/diagnostics.ts'
import type { Colour, TextStyle } from '../../../document/document.ts'
import { isColour, toFullColour } from '../../../text/colour.ts'
import type { TextMode } from '../read/read-text.ts'
import {
  backgroundShift,
  black,
  boxBit,
  doubleHeightBit,
  italicBit,
  plainState,
  underlineBit,
  white,
} from '../text-styles.ts'

/** Is told what is lost of one cue; `warning` unless it says otherwise. */
export type Lose = (code: DiagnosticCode, message: string, severity?: Severity) => void

export interface StyleSettings {
  readonly mode: TextMode
  /** Undefined: as the style says. */
  readonly doubleHeight: boolean | undefined
  readonly includeColours: boolean
}

const neverWritten = [
  'bold',
  'strikeThrough',
  'fontFamily',
  'fontSize',
  'speaker',
  'language',
  'classes',
  'ruby',
] as const satisfies readonly (keyof TextStyle)[]

/** The state of text in this style, as far as the file can hold it. */
export function toState(style: TextStyle | undefined, settings: StyleSettings, lose: Lose): number {
  const { mode, doubleHeight = style?.doubleHeight === true } = settings
  if (style) for (const name of neverWritten) if (style[name] !== undefined) loseStyle(name, lose)
  if (mode === 'open') return toOpenState(style, lose)
  for (const name of ['italic', 'underline'] as const) {
    if (style?.[name]) lose('STYLE_UNSUPPORTED', `Teletext has no ${name}; it was left out`)
  }
  const height = doubleHeight ? doubleHeightBit : 0
  if (!style || !settings.includeColours) return plainState | height
  const foreground = findColour(style.colour, white, lose)
  return foreground | (findColour(style.backgroundColour, black, lose) << backgroundShift) | height
}

function loseStyle(name: string, lose: Lose): void {
  lose('STYLE_UNSUPPORTED', `EBU STL has no ${name}; it was left out`)
}

/** Open subtitles have one ground, that of a box, and no colours. */
function toOpenState(style: TextStyle | undefined, lose: Lose): number {
  if (!style) return plainState
  const { italic, underline, colour, backgroundColour, doubleHeight } = style
  if (colour !== undefined && colour !== '#ffffff') {
    lose('STYLE_UNSUPPORTED', 'Open subtitles have no colours; they were left out')
  }
  if (backgroundColour !== undefined && backgroundColour !== '#000000') {
    lose('COLOUR_APPROXIMATED', 'Grounds of open subtitles became black boxes')
  }
  if (doubleHeight) lose('STYLE_UNSUPPORTED', 'Open subtitles have no double height; it was left out')
  return (
    plainState |
    (italic ? italicBit : 0) |
    (underline ? underlineBit : 0) |
    (backgroundColour === undefined ? 0 : boxBit)
  )
}

/** The nearest of the eight colours. */
function findColour(colour: Colour | undefined, absent: number, lose: Lose): number {
  if (colour === undefined) return absent
  if (!isColour(colour)) {
    lose('STYLE_UNSUPPORTED', 'Colours that are not #rrggbb were left out')
    return absent
  }
  const nearest = toFullColour(colour)
  if (nearest !== colour) lose('COLOUR_APPROXIMATED', 'Colours went to the nearest of the eight of teletext')
  return [1, 3, 5].reduce((sum, place, bit) => sum + (nearest[place] === 'f' ? 1 << bit : 0), 0)
}
