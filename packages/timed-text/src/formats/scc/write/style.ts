import type { DiagnosticCode, Severity } from '../../../document/diagnostics.ts'
import type { Colour, TextStyle } from '../../../document/document.ts'
import { isColour, toFullColour } from '../../../text/colour.ts'
import type { Attribute } from '../line21/codes.ts'
import { colours, getColour, italicBit, plainState, underlineBit } from '../line21/states.ts'

/** Reports what is lost of one cue, as a warning unless another severity is given. */
export type Lose = (code: DiagnosticCode, message: string, severity?: Severity) => void

const neverWritten = [
  'bold',
  'strikeThrough',
  'backgroundColour',
  'doubleHeight',
  'fontFamily',
  'fontSize',
  'speaker',
  'language',
  'classes',
  'ruby',
] as const satisfies readonly (keyof TextStyle)[]

/** The state of text in this style, as far as the file can hold it. */
export function styleToState(style: TextStyle | undefined, lose: Lose): number {
  if (!style) return plainState
  for (const name of neverWritten) {
    if (style[name] !== undefined) lose('STYLE_UNSUPPORTED', `SCC has no ${name}; it was left out`)
  }
  const { italic, underline, colour } = style
  return findColour(colour, lose) | (italic ? italicBit : 0) | (underline ? underlineBit : 0)
}

/** The nearest of the seven colours; black is written as white. */
function findColour(colour: Colour | undefined, lose: Lose): number {
  if (colour === undefined) return 0
  if (!isColour(colour)) {
    lose('STYLE_UNSUPPORTED', 'Colours that are not #rrggbb were left out')
    return 0
  }
  const nearest = toFullColour(colour)
  const index = nearest === '#000000' ? 0 : (colours as readonly Colour[]).indexOf(nearest)
  if (colours[index] !== colour) lose('COLOUR_APPROXIMATED', 'Colours went to the nearest of the seven of SCC')
  return index
}

/** The codes, of a cell each, that change how text is shown. */
export function listChanges(from: number, to: number): Attribute[] {
  if (from === to) return []
  const isUnderlined = (to & underlineBit) !== 0
  const colour = getColour(to)
  if ((to & italicBit) === 0) return [{ colour, isUnderlined }]
  const italics = { isItalic: true, isUnderlined }
  return getColour(from) === colour ? [italics] : [{ colour, isUnderlined }, italics]
}
