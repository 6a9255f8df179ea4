import type { TextPart } from '../../../document/document.ts'
import { normaliseParts } from '../../../text/text-parts.ts'
import { encodeText, type TellCharacter } from '../../ebu-stl/layout/encode-characters.ts'
import { characters } from '../line21/characters.ts'
import { type Attribute, columnCount, rowCount } from '../line21/codes.ts'
import { plainState } from '../line21/states.ts'
import { type Lose, listChanges, styleToState } from './style.ts'

/** A character by its number in the table, and how it is shown. */
interface Character {
  readonly code: number
  readonly state: number
}

/** What is in a cell of a row: a character, or a code that looks like a space. */
export type LineCell = { readonly code: number } | { readonly change: Attribute }

/** A row of text. It begins in the state that its first character has. */
export interface TextLine {
  readonly state: number
  readonly cells: readonly LineCell[]
}

const space = 0x20

/**
 * The text of a cue as rows; one without text is blank. Rows are not too long, and are not more than the screen has.
 * Spaces before the text of a line count where lines are aligned at the left.
 */
export function layOutText(
  parts: readonly TextPart<number>[],
  isLeft: boolean,
  lose: Lose,
  tell: TellCharacter,
): TextLine[] {
  const lines = listLines(parts, lose, tell).map(line => (isLeft ? line : withoutIndent(line)))
  const first = lines.findIndex(line => line.length > 0)
  if (first < 0) return []
  const last = lines.findLastIndex(line => line.length > 0)
  if (first > 0 || last < lines.length - 1) loseBlankLines(lose)
  const rows: TextLine[] = []
  let isBlank = false
  for (const line of lines.slice(first, last + 1)) {
    if (line.length === 0 && isBlank) loseBlankLines(lose)
    else rows.push(...wrap(line, lose))
    isBlank = line.length === 0
    if (rows.length <= rowCount) continue
    lose('TELETEXT_ROW_LIMIT', 'Lines after the 15th were left out', 'error')
    return rows.slice(0, rowCount)
  }
  return rows
}

function loseBlankLines(lose: Lose): void {
  lose('EXPORT_TEXT_ALTERED', 'Blank lines around a text, and more than one within it, were left out', 'info')
}

/** The characters of each line, without spaces at its end. */
function listLines(parts: readonly TextPart<number>[], lose: Lose, tell: TellCharacter): Character[][] {
  const lines: Character[][] = [[]]
  for (const part of normaliseParts(parts)) {
    if (part.type === 'lineBreak') {
      lines.push([])
      continue
    }
    if (part.start !== undefined || part.end !== undefined) {
      lose('STYLE_UNSUPPORTED', 'SCC captions have no times inside a cue; they were left out')
    }
    const state = styleToState(part.style, lose)
    const codes: number[] = []
    encodeText(part.content, characters, codes, tell)
    const line = lines[lines.length - 1]!
    for (const code of codes) line.push({ code, state })
  }
  return lines.map(line => line.slice(0, line.findLastIndex(({ code }) => code !== space) + 1))
}

function withoutIndent(line: readonly Character[]): readonly Character[] {
  return line[0]?.code === space ? line.slice(line.findIndex(({ code }) => code !== space)) : line
}

/** A line as rows of at most 32 columns, broken at spaces where there are some. */
function wrap(line: readonly Character[], lose: Lose): TextLine[] {
  const rows: TextLine[] = []
  let from = 0
  do {
    const until = findRowEnd(line, from)
    rows.push(addChanges(line.slice(from, until), lose))
    from = until
    while (from < line.length && line[from]!.code === space) from++
    if (from < line.length) lose('TELETEXT_ROW_OVERFLOW', 'Lines of more than 32 columns were broken')
  } while (from < line.length && rows.length <= rowCount)
  return rows
}

/** Where the row ends that begins with a character: at the last space that leaves it short enough, or in a word. */
function findRowEnd(line: readonly Character[], from: number): number {
  const limit = Math.min(line.length, from + columnCount)
  const fits = (until: number) => measure(addChanges(line.slice(from, until))) <= columnCount
  if (limit === line.length && fits(limit)) return limit
  let longest = limit
  while (longest > from + 1 && !fits(longest)) longest--
  for (let until = longest; until > from; until--) {
    const isGap = line[until]?.code === space && line[until - 1]!.code !== space
    if (isGap && line.slice(from, until).some(({ code }) => code !== space)) return until
  }
  return longest
}

function measure({ state, cells }: TextLine): number {
  // Text in a colour and italics has a code before it in the first column.
  return cells.length + Math.max(0, listChanges(plainState, state).length - 1)
}

/** Puts codes between characters that are not shown alike, in place of spaces where there are some. */
function addChanges(characters: readonly Character[], lose?: Lose): TextLine {
  const cells: LineCell[] = []
  let state = characters.find(({ code }) => code !== space)?.state ?? plainState
  const first = state
  let spaces = 0
  for (const { code, state: wanted } of characters) {
    if (code === space) {
      spaces++
      continue
    }
    const changes = listChanges(state, wanted)
    if (changes.length > spaces) {
      lose?.('EXPORT_TEXT_ALTERED', 'Spaces were added where the style changes, which takes a column of SCC', 'info')
    }
    for (; spaces > changes.length; spaces--) cells.push({ code: space })
    for (const change of changes) cells.push({ change })
    cells.push({ code })
    state = wanted
    spaces = 0
  }
  return { state: first, cells }
}
