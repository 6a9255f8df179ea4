import { olderPlaces } from '../text/override-tags.ts'
import { type Paint, readPaint } from './colours.ts'

/** The fields of a style in the order of v4+, by their names. */
export type StyleFields = Readonly<Record<string, string>>

/** What of a style decides how text is read. */
export interface Style {
  readonly name: string
  readonly fontName: string
  readonly fontSize: number
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isStruckThrough: boolean
  readonly text: Paint
  readonly outline: Paint
  /** Whether text has a box of the colour of its outline behind it. */
  readonly isBoxed: boolean
  /** A place as on a numeric keypad. */
  readonly digit: number
  readonly margins: Margins
}

/** In the pixels of the script. */
export interface Margins {
  readonly left: number
  readonly right: number
  readonly vertical: number
}

/** The fields of v4+ with what they are where a file does not say. */
export const defaultFields = {
  Name: 'Default',
  Fontname: 'Arial',
  Fontsize: '18',
  PrimaryColour: '&H00FFFFFF',
  SecondaryColour: '&H000000FF',
  OutlineColour: '&H00000000',
  BackColour: '&H00000000',
  Bold: '0',
  Italic: '0',
  Underline: '0',
  StrikeOut: '0',
  ScaleX: '100',
  ScaleY: '100',
  Spacing: '0',
  Angle: '0',
  BorderStyle: '1',
  Outline: '2',
  Shadow: '0',
  Alignment: '2',
  MarginL: '20',
  MarginR: '20',
  MarginV: '20',
  Encoding: '1',
} as const satisfies StyleFields

/** The style of documents that were not read from ASS: within the safe area of 1920 by 1080 pixels. */
export const ownFields: StyleFields = {
  ...defaultFields,
  Fontsize: '54',
  Outline: '3',
  MarginL: '192',
  MarginR: '192',
  MarginV: '108',
}

export const styleFieldNames = Object.keys(defaultFields) as (keyof typeof defaultFields)[]

/** The fields in which the styles of SSA v4 differ: no underline, one colour for outline and shadow, older places. */
export const olderFieldNames = [
  'Name',
  'Fontname',
  'Fontsize',
  'PrimaryColour',
  'SecondaryColour',
  'TertiaryColour',
  'BackColour',
  'Bold',
  'Italic',
  'BorderStyle',
  'Outline',
  'Shadow',
  'Alignment',
  'MarginL',
  'MarginR',
  'MarginV',
  'AlphaLevel',
  'Encoding',
]

/** The fields of a style of SSA v4 as those of v4+. */
export function upgradeFields(older: StyleFields): StyleFields {
  const { TertiaryColour: _tertiary, AlphaLevel: _alpha, ...fields } = older
  return {
    ...fields,
    ...(fields.BackColour !== undefined && { OutlineColour: fields.BackColour }),
    Alignment: String(olderPlaces[Number(fields.Alignment)] ?? defaultFields.Alignment),
  }
}

/** Reads the fields of a style; `report` is called with those whose values cannot be used. */
export function readStyle(fields: StyleFields, report: (problem: string) => void): Style {
  const read = <Value>(name: keyof typeof defaultFields, parse: (text: string) => Value | undefined): Value => {
    const text = fields[name]
    const value = text === undefined ? undefined : parse(text)
    if (text !== undefined && value === undefined) report(`${name} of a style cannot be "${text.slice(0, 40)}"`)
    return value ?? parse(defaultFields[name])!
  }
  return {
    name: fields.Name ?? '',
    fontName: read('Fontname', text => text || undefined),
    fontSize: read('Fontsize', text => parseNumber(text, 1)),
    isBold: read('Bold', parseFlag),
    isItalic: read('Italic', parseFlag),
    isUnderlined: read('Underline', parseFlag),
    isStruckThrough: read('StrikeOut', parseFlag),
    text: read('PrimaryColour', readPaint),
    outline: read('OutlineColour', readPaint),
    isBoxed: read('BorderStyle', text => parseNumber(text, 0)) === 3,
    digit: read('Alignment', text => (/^[1-9]$/.test(text) ? Number(text) : undefined)),
    margins: {
      left: read('MarginL', text => parseNumber(text, 0)),
      right: read('MarginR', text => parseNumber(text, 0)),
      vertical: read('MarginV', text => parseNumber(text, 0)),
    },
  }
}

function parseFlag(text: string): boolean | undefined {
  return /^-?\d{1,4}$/.test(text) ? Number(text) !== 0 : undefined
}

/** A number of at least `min`, as sizes and margins are. */
export function parseNumber(text: string, min: number): number | undefined {
  const value = /^\d{1,6}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
  return value >= min ? value : undefined
}

/** The margins of an event: 0 is that of the style. */
export function applyMargins(style: Margins, event: Margins): Margins {
  return {
    left: event.left || style.left,
    right: event.right || style.right,
    vertical: event.vertical || style.vertical,
  }
}
