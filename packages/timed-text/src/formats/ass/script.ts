import type { JsonValue, TimedTextDocument } from '../../document/document.ts'
import {
  defaultFields,
  type Margins,
  ownFields,
  readStyle,
  type Style,
  type StyleFields,
  styleFieldNames,
} from './styles/style.ts'

/** A line of [Script Info]: a name and a value. */
export type InfoEntry = readonly [name: string, value: string]

/** What is in a file before its events. */
export interface Script {
  readonly info: readonly InfoEntry[]
  readonly styles: readonly StyleFields[]
}

/** The size of the picture in pixels of the script, and the margins of text whose cue says nothing of its place. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly margins: Margins
}

/** How the events of a script are read and written. */
export interface Context {
  readonly frame: Frame
  /** By name; the last of a name counts. */
  readonly styles: ReadonlyMap<string, Style>
  /** The style named `Default`, else the first: what it has, text has where a document says nothing. */
  readonly defaultStyle: Style
  /** How lines are wrapped; 2 where `\n` breaks a line. */
  readonly wrapStyle: number
}

/** What the writer puts before the events of a document that was not read from ASS. */
export const defaultScript: Script = {
  info: [
    ['WrapStyle', '0'],
    ['ScaledBorderAndShadow', 'yes'],
    ['PlayResX', '1920'],
    ['PlayResY', '1080'],
  ],
  styles: [ownFields],
}

/** How many entries and styles are read. */
export const maxEntries = 1000

export function createContext({ info, styles: listed }: Script, report: (problem: string) => void): Context {
  const all = (listed.length > 0 ? listed : [defaultFields]).map(fields => readStyle(fields, report))
  const styles = new Map(all.map(style => [style.name, style]))
  const [first] = styles.values()
  const defaultStyle = all.findLast(({ name }) => name.toLowerCase() === 'default') ?? first!
  return {
    frame: { ...readSize(info), margins: defaultStyle.margins },
    styles,
    defaultStyle,
    wrapStyle: Number(findInfo(info, 'WrapStyle') ?? 0),
  }
}

/** The size of the picture; where one length is missing, the picture is 4:3, as it was when the format was made. */
function readSize(info: readonly InfoEntry[]): { width: number; height: number } {
  const [width, height] = ['PlayResX', 'PlayResY'].map(name => {
    const text = findInfo(info, name) ?? ''
    return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
  })
  if (width !== undefined) return { width, height: height ?? (width === 1280 ? 1024 : (width * 3) / 4) }
  if (height !== undefined) return { width: height === 1024 ? 1280 : (height * 4) / 3, height }
  return { width: 384, height: 288 }
}

export function findInfo(info: readonly InfoEntry[], name: string): string | undefined {
  return info.findLast(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

/** The script as `ext.ass` of a document has it. */
export function toExtension({ info, styles }: Script): { readonly [Name in keyof Script]: JsonValue } {
  return { info, styles }
}

/** The script that a document was read from; undefined where it was not read from ASS. */
export function findScript({ ext }: TimedTextDocument): Script | undefined {
  const source = ext?.ass
  if (!source || !Array.isArray(source.info) || !Array.isArray(source.styles)) return undefined
  const info = source.info.filter(isInfoEntry).slice(0, maxEntries)
  const styles = source.styles.map(toStyleFields).filter(style => style !== undefined)
  return { info, styles: styles.length > 0 ? styles.slice(0, maxEntries) : [defaultFields] }
}

function isInfoEntry(entry: JsonValue): entry is InfoEntry {
  if (!Array.isArray(entry) || entry.length !== 2) return false
  const [name, value]: readonly unknown[] = entry
  return isInfoName(name) && typeof value === 'string' && isTrimmedLine(value)
}

/** Whether a name is one of an entry that is written as it was read. */
function isInfoName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z][a-z0-9 _-]{0,40}$/i.test(name) && !/^(?:scripttype|language)$/i.test(name)
}

/** The fields of a style that are known and can be written; undefined without a name. */
function toStyleFields(value: JsonValue): StyleFields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = styleFieldNames.flatMap(name => {
    const text: unknown = Reflect.get(value, name)
    return typeof text === 'string' && isTrimmedLine(text) && !text.includes(',') ? [[name, text]] : []
  })
  const known: StyleFields = Object.fromEntries(fields)
  return isStyleName(known.Name) ? known : undefined
}

function isStyleName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && isTrimmedLine(name) && !/^\*|,/.test(name)
}

function isTrimmedLine(text: string): boolean {
  return text.trim() === text && !/[\0\r\n]/.test(text)
}
