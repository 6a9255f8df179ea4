import type { Cue, CueLayout, LinePosition, Region, TextPart } from '../../../document/document.ts'
import { isSameText, normaliseParts } from '../../../text/text-parts.ts'
import { toBlockBytes } from '../layout/binary.ts'
import { blockLength } from '../layout/blocks.ts'
import type { Coding } from '../layout/coding.ts'
import type { TellCharacter } from '../layout/encode-characters.ts'
import { findJustification, findRow, left, right, unchanged } from '../layout/rows.ts'
import { readCues, type SourcedCue } from '../read/read-cues.ts'
import { firstOfSet, lastOfSet, middleOfSet, noSet } from '../read/read-subtitle.ts'
import { decodeSource } from '../source.ts'
import { writeBlocks } from './write-blocks.ts'
import { findNumber } from './write-numbers.ts'
import type { Lose } from './write-style.ts'
import { type TextSettings, writeText } from './write-text.ts'

/** How cues are laid out, the document and the options taken together. */
export interface Presentation {
  /** Whether cues are written as they were read while they say the same. */
  readonly keepsSources: boolean
  readonly useBox: boolean | undefined
  readonly doubleHeight: boolean | undefined
  /** What cues have that were not read from this file and do not say it. */
  readonly defaultDoubleHeight: boolean
  readonly rowsPerNewLine: 1 | 2
  readonly includeColours: boolean
  readonly justification: number
  readonly marginTop: number
  readonly marginBottom: number | undefined
  readonly isRightToLeft: boolean
  readonly regions: readonly Region[]
}

/** A cue's blocks as they were read, and what they say. */
export interface Source extends SourcedCue {
  readonly bytes: Uint8Array
}

/** Where the safe area ends, in percent, less what rounding to a row may take. */
const leastBottomEdge = 88
const mostSourceSubtitles = 1000
const noReport = () => {}

/** The blocks that a cue was read from, if it has any that are one cue; `isFirst` as it was when they were read. */
export function findSource(cue: Cue<number>, coding: Coding, isFirst: boolean): Source | undefined {
  const bytes = decodeSource(cue.ext?.stl?.source)
  if (!bytes) return undefined
  const found: SourcedCue[] = []
  readCues(toBlockBytes(bytes), 0, coding, mostSourceSubtitles, !isFirst, noReport, cue => found.push(cue))
  const [source] = found
  return source && found.length === 1 && source.until === bytes.length ? { ...source, bytes } : undefined
}

/** Whether blocks still say what the cue says. */
export function isUntouched(cue: Cue<number>, { cue: read }: Source): boolean {
  return (
    cue.start === read.start &&
    cue.end === read.end &&
    (cue.id === undefined || cue.id === read.id) &&
    cue.hidden === read.hidden &&
    cue.region === undefined &&
    isSameLayout(cue.layout, read.layout) &&
    isSameText(cue.textParts, read.textParts)
  )
}

function isSameLayout(a: CueLayout | undefined, b: CueLayout | undefined): boolean {
  if (a === b) return true
  const others = a && (a.position ?? a.size ?? a.writingMode)
  return others === undefined && a?.textAlign === b?.textAlign && isSameLine(a?.line, b?.line)
}

function isSameLine(a: LinePosition | undefined, b: LinePosition | undefined): boolean {
  return a?.unit === b?.unit && a?.value === b?.value && a?.align === b?.align
}

/** Lays a cue out again: the blocks that were not of its text, then those of the text, or of a cumulative set. */
export function writeCue(
  cue: Cue<number>,
  source: Source | undefined,
  giveNumber: (steps: number) => number,
  coding: Coding,
  presentation: Presentation,
  lose: Lose,
  tell: TellCharacter,
): Uint8Array[] {
  const [origin] = source?.origin.members ?? []
  if (source?.origin.members.some(({ text }) => text.hasMore)) {
    lose('STYLE_UNSUPPORTED', 'Flashing, concealed or mosaic text and double width of edited subtitles were left out')
  }
  const settings = toTextSettings(cue, source, coding, presentation)
  const steps = splitSteps(cue, lose)
  const fields = steps.map(step => writeText(step.parts, settings, lose, tell))
  const hasDoubleHeight = fields.some(field => field.hasDoubleHeight)
  const lineCount = fields.reduce((sum, field) => sum + field.lineCount, 0)
  const row = placeCue(cue, source, { lineCount, hasDoubleHeight }, coding, presentation, lose)
  const number = findNumber(cue) ?? (cue.id === undefined ? origin?.number : undefined) ?? giveNumber(steps.length)
  const blocks: Uint8Array[] = []
  let linesAbove = 0
  for (const [index, { start }] of steps.entries()) {
    const field = fields[index]!
    const header = {
      group: origin?.group ?? 0,
      number: (number + index) & 0xffff,
      position:
        steps.length === 1 ? noSet : index === 0 ? firstOfSet : index < steps.length - 1 ? middleOfSet : lastOfSet,
      start,
      end: cue.end,
      row: Math.min(row + linesAbove * (hasDoubleHeight ? 2 : 1), 255),
      justification: isUnchanged(cue, source, presentation) ? unchanged : getJustification(cue, presentation),
      isComment: cue.hidden === true,
    }
    linesAbove += field.lineCount
    const { bytes, isCut } = writeBlocks(header, field.bytes, coding)
    if (bytes.length > blockLength)
      lose('EXTENSION_BLOCKS_USED', 'Texts of more than 112 bytes took several blocks', 'info')
    if (isCut) lose('EXPORT_TEXT_ALTERED', 'Texts were cut after the 241 blocks that one subtitle can have', 'error')
    blocks.push(bytes)
  }
  return source ? [...listForeignBlocks(source), ...blocks] : blocks
}

function listForeignBlocks({ bytes, own }: Source): Uint8Array[] {
  const offsets = Array.from({ length: bytes.length / blockLength }, (_, index) => index * blockLength)
  const owned = new Set(own)
  return offsets.filter(offset => !owned.has(offset)).map(offset => bytes.subarray(offset, offset + blockLength))
}

function toTextSettings(
  cue: Cue<number>,
  source: Source | undefined,
  { mode, characters }: Coding,
  presentation: Presentation,
): TextSettings {
  const texts = source?.origin.members.map(({ text }) => text).filter(({ lineCount }) => lineCount > 0) ?? []
  return {
    mode,
    characters,
    useBox: presentation.useBox ?? (texts.length === 0 || texts.some(({ hasBox }) => hasBox)),
    doubleHeight: findDoubleHeight(cue, source, presentation),
    rowsPerNewLine: presentation.rowsPerNewLine,
    includeColours: presentation.includeColours,
    padding: mode === 'teletext' && isUnchanged(cue, source, presentation) ? getPadding(cue, presentation) : undefined,
  }
}

/** Whether all text is in double height; undefined when its runs say it. */
function findDoubleHeight(
  { textParts }: Cue<number>,
  source: Source | undefined,
  { doubleHeight, defaultDoubleHeight }: Presentation,
): boolean | undefined {
  if (doubleHeight !== undefined) return doubleHeight
  const isSaid = textParts.some(part => part.type === 'text' && part.style?.doubleHeight)
  return defaultDoubleHeight && !isSaid && !source ? true : undefined
}

/** Whether the presentation of the lines was, and is, to stay unchanged. */
function isUnchanged({ layout }: Cue<number>, source: Source | undefined, { justification }: Presentation): boolean {
  const [origin] = source?.origin.members ?? []
  const wasUnchanged = origin?.justification === unchanged && origin.textAlign === layout?.textAlign
  return wasUnchanged || justification === unchanged
}

function getJustification({ layout }: Cue<number>, { justification, isRightToLeft }: Presentation): number {
  return findJustification(layout?.textAlign, isRightToLeft) ?? justification
}

/** Where spaces have to put lines whose presentation is to stay unchanged. */
function getPadding({ layout }: Cue<number>, { isRightToLeft }: Presentation): TextSettings['padding'] {
  const code = findJustification(layout?.textAlign, isRightToLeft)
  return code === left ? 'left' : code === right ? 'right' : 'center'
}

function placeCue(
  cue: Cue<number>,
  source: Source | undefined,
  block: { lineCount: number; hasDoubleHeight: boolean },
  coding: Coding,
  { marginTop, marginBottom, regions }: Presentation,
  lose: Lose,
): number {
  const { line: ownLine, textAlign: _textAlign, ...others } = cue.layout ?? {}
  if (Object.keys(others).length > 0) {
    lose('POSITION_APPROXIMATED', 'EBU STL has rows only; widths, columns and vertical writing were left out')
  }
  if (cue.region !== undefined) lose('POSITION_APPROXIMATED', 'EBU STL has no regions; cues went to the nearest row')
  const regionLine = findRegionLine(regions.find(({ id }) => id === cue.region))
  const line = isBottomEdge(ownLine, leastBottomEdge) ? undefined : (ownLine ?? regionLine)
  const wasThere = source !== undefined && line === undefined && source.cue.layout?.line === undefined
  const bottom = marginBottom ?? (wasThere ? Math.max(0, source.origin.margin) : undefined)
  const { row, isExact, fits } = findRow(line, block, { top: marginTop, bottom }, coding)
  if (!fits) lose('TELETEXT_ROW_LIMIT', 'Texts have more lines than the picture has rows')
  else if (!isExact) lose('POSITION_APPROXIMATED', 'Positions went to the nearest row at which all lines can be seen')
  return row
}

/** Where a region puts its text; undefined for the bottom, where subtitles stand anyway. */
function findRegionLine(region: Region | undefined): LinePosition | undefined {
  if (!region) return undefined
  const { origin, extent, displayAlign, viewportAnchor, regionAnchor } = region
  const line: LinePosition | undefined =
    origin && extent
      ? displayAlign === 'after'
        ? { unit: 'percent', value: origin.y + extent.height, align: 'end' }
        : displayAlign === 'center'
          ? { unit: 'percent', value: origin.y + extent.height / 2, align: 'center' }
          : { unit: 'percent', value: origin.y }
      : viewportAnchor && {
          unit: 'percent',
          value: viewportAnchor.y,
          align: (regionAnchor?.y ?? 100) > 50 ? 'end' : 'start',
        }
  return isBottomEdge(line, 80) ? undefined : line
}

/** Whether the last line of a text is to end at the edge of the safe area, 90 % of the height, or below. */
function isBottomEdge(line: LinePosition | undefined, least: number): boolean {
  return line?.unit === 'percent' && line.align === 'end' && line.value >= least
}

/** The parts of a cue by the time at which they appear: whole lines, one below the other, each no earlier than the last. */
function splitSteps(cue: Cue<number>, lose: Lose): { start: number; parts: TextPart<number>[] }[] {
  const parts = normaliseParts(cue.textParts)
  if (parts.some(part => part.type === 'text' && part.end !== undefined)) {
    lose('STYLE_UNSUPPORTED', 'EBU STL has no ends of times inside a cue; they were left out')
  }
  const whole = [{ start: cue.start, parts: [...parts] }]
  if (!parts.some(part => part.type === 'text' && part.start !== undefined && part.start !== cue.start)) return whole
  const steps: { start: number; parts: TextPart<number>[] }[] = []
  let isClean = true
  let isNewLine = true
  for (const part of parts) {
    const last = steps.at(-1)
    if (part.type === 'lineBreak') {
      last?.parts.push(part)
      isNewLine = true
      continue
    }
    const start = part.start ?? cue.start
    if (last?.start === start) last.parts.push(part)
    else {
      isClean &&= isNewLine && start > (last?.start ?? cue.start - 1) && start < cue.end
      if (last?.parts.at(-1)?.type === 'lineBreak') last.parts.pop()
      steps.push({ start, parts: [part] })
    }
    isNewLine = false
  }
  if (isClean && steps.length > 0) return steps
  lose('STYLE_UNSUPPORTED', 'Texts that appear bit by bit, but not line by line, appear as a whole')
  return whole
}
