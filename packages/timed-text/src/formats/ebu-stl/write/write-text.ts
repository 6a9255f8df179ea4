import type { TextPart, TextRun } from '../../../document/document.ts'
import type { Characters } from '../layout/characters.ts'
import { rowCells } from '../layout/columns.ts'
import { encodeText, type TellCharacter } from '../layout/encode-characters.ts'
import {
  boxBit,
  doubleHeightBit,
  getBackground,
  getForeground,
  italicBit,
  plainState,
  underlineBit,
} from '../text-styles.ts'
import { type Lose, type StyleSettings, toState } from './write-style.ts'

export interface TextSettings extends StyleSettings {
  readonly characters: Characters
  readonly useBox: boolean
  readonly rowsPerNewLine: 1 | 2
  /** Places lines by spaces, for the presentation that is to stay unchanged. */
  readonly padding: 'left' | 'center' | 'right' | undefined
}

/** A line of text with the state of each run; empty for a blank line. */
type Line = readonly { readonly content: string; readonly state: number }[]

export interface FieldBytes {
  readonly bytes: readonly number[]
  readonly lineCount: number
  readonly hasDoubleHeight: boolean
}

const space = 0x20
const newLine = 0x8a
const startBox = 0x0b
const endBox = 0x0a
const boxes = 2

/** Writes text as a field of any length. */
export function writeText(
  parts: readonly TextPart<number>[],
  settings: TextSettings,
  lose: Lose,
  tell: TellCharacter,
): FieldBytes {
  const lines = toLines(parts, settings, lose)
  const hasDoubleHeight = lines.some(line => line.some(({ state }) => state & doubleHeightBit))
  const bytes: number[] = []
  let breaks = 0
  for (const line of lines) {
    if (breaks > 0 && line.length > 0) {
      const count = !hasDoubleHeight ? breaks : settings.rowsPerNewLine === 2 ? 2 * breaks : 2 * breaks - 1
      for (let index = 0; index < count; index++) bytes.push(newLine)
      breaks = 0
    }
    if (settings.mode === 'open') writeOpenRow(line, settings, bytes, tell)
    else if (line.length > 0) bytes.push(...writeTeletextRow(line, settings, lose, tell))
    breaks += 1
  }
  return { bytes, lineCount: Math.max(1, lines.length), hasDoubleHeight }
}

/** The lines of a text without spaces at their ends, and without blank ones at its own. */
function toLines(parts: readonly TextPart<number>[], settings: TextSettings, lose: Lose): Line[] {
  const lines: Line[] = []
  let runs: TextRun<number>[] = []
  for (const part of parts) {
    if (part.type === 'text') runs.push(part)
    else {
      lines.push(toLine(runs, settings, lose))
      runs = []
    }
  }
  lines.push(toLine(runs, settings, lose))
  const from = lines.findIndex(line => line.length > 0)
  if (from < 0) return []
  const until = lines.findLastIndex(line => line.length > 0) + 1
  if (from > 0 || until < lines.length)
    lose('EXPORT_TEXT_ALTERED', 'Blank lines before and after a text were left out', 'info')
  return lines.slice(from, until)
}

function toLine(runs: readonly TextRun<number>[], settings: TextSettings, lose: Lose): Line {
  const text = runs.map(({ content }) => content).join('')
  const from = text.length - text.replace(/^ +/, '').length
  let last = text.length
  while (last > from && text[last - 1] === ' ') last--
  if (from > 0) lose('EXPORT_TEXT_ALTERED', 'Spaces at the beginning of lines were left out', 'info')
  const line: { content: string; state: number }[] = []
  let offset = 0
  for (const { content, style } of runs) {
    const kept = content.slice(Math.max(0, from - offset), Math.max(0, last - offset))
    offset += content.length
    if (kept === '') continue
    const previous = line.at(-1)
    const isBlank = settings.mode === 'teletext' && previous !== undefined && !/[^ ]/.test(kept)
    const state = isBlank ? previous.state : toState(style, settings, lose)
    if (previous?.state === state) previous.content += kept
    else line.push({ content: kept, state })
  }
  return line
}

/** Codes of open subtitles take no room; each line opens and closes its own. */
function writeOpenRow(line: Line, { characters }: TextSettings, bytes: number[], tell: TellCharacter): void {
  let state = plainState
  const change = (next: number) => {
    for (const [bit, on] of [
      [boxBit, 0x84],
      [italicBit, 0x80],
      [underlineBit, 0x82],
    ] as const) {
      if ((state & bit) !== (next & bit)) bytes.push(next & bit ? on : on + 1)
    }
    state = next
  }
  for (const { content, state } of line) {
    change(state)
    encodeText(content, characters, bytes, tell)
  }
  change(plainState)
}

/** Every control of teletext takes a cell that shows as a space; within a line it takes the place of one, if it can. */
function writeTeletextRow(line: Line, settings: TextSettings, lose: Lose, tell: TellCharacter): number[] {
  const bytes: number[] = []
  let state = plainState
  for (const [index, run] of line.entries()) {
    let { content } = run
    const controls = listControls(state, run.state)
    if (index > 0 && controls.length > 0) {
      if (endsWithSpace(bytes, settings.characters)) {
        if (bytes.at(-2) !== space) bytes.pop()
      } else if (content.startsWith(' ')) {
        if (content[1] !== ' ') content = content.slice(1)
      } else lose('EXPORT_TEXT_ALTERED', 'A space was put where colour or height changes within a word')
    }
    bytes.push(...controls)
    if (index === 0 && settings.useBox) bytes.push(startBox, startBox)
    encodeText(content, settings.characters, bytes, tell)
    state = run.state
  }
  const cells = countCells(bytes, settings.characters)
  if (cells > rowCells) {
    const limit = rowCells - countLeadingControls(bytes)
    lose('TELETEXT_ROW_OVERFLOW', `Lines are longer than the ${limit} characters that fit in a row of teletext`)
  }
  const hasEnd = settings.useBox && cells + boxes <= rowCells
  if (hasEnd) bytes.push(endBox, endBox)
  const free = Math.max(0, rowCells - cells - (hasEnd ? boxes : 0))
  const { padding } = settings
  const pad = padding === 'center' ? free >> 1 : padding === 'right' ? free : 0
  return pad > 0 ? [...Array.from({ length: pad }, () => space), ...bytes] : bytes
}

/** A space behind an accent is the accent. */
function endsWithSpace(bytes: readonly number[], { marks }: Characters): boolean {
  return bytes.at(-1) === space && marks[bytes.at(-2) ?? space] === undefined
}

/** The controls from one state to another: a ground is made of the colour before it. */
function listControls(from: number, to: number): number[] {
  const controls: number[] = []
  if ((from & doubleHeightBit) !== (to & doubleHeightBit)) controls.push(to & doubleHeightBit ? 0x0d : 0x0c)
  let foreground = getForeground(from)
  const background = getBackground(to)
  if (background !== getBackground(from)) {
    if (background === 0) controls.push(0x1c)
    else {
      if (foreground !== background) controls.push(background)
      foreground = background
      controls.push(0x1d)
    }
  }
  if (foreground !== getForeground(to)) controls.push(getForeground(to))
  return controls
}

function countCells(bytes: readonly number[], { marks }: Characters): number {
  return bytes.reduce((count, byte) => (marks[byte] === undefined ? count + 1 : count), 0)
}

function countLeadingControls(bytes: readonly number[]): number {
  const first = bytes.findIndex(byte => byte >= space)
  return first < 0 ? 0 : first
}
