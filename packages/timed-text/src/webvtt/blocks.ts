/**
 * A block of a WebVTT file after its header. `line` is the index of its first line, `textLine` that of the first line
 * of its text: of the payload of a cue, or of what follows the word STYLE or REGION.
 */
export interface Block {
  readonly kind: 'cue' | 'style' | 'region' | 'note' | 'unknown'
  readonly line: number
  readonly textLine: number
  readonly text: readonly string[]
  /** Cues: the line before that of the times. */
  readonly id?: string
  /** Cues: the line of the times. */
  readonly timing?: string
}

/**
 * Splits lines into blocks by the rules of "collect a WebVTT block": a block ends at a blank line, and before an arrow
 * that is not on its first or second line, so that a forgotten blank line costs no cue.
 */
export function* listBlocks(lines: readonly string[], from: number): Generator<Block> {
  let line = from
  while (line < lines.length) {
    if (lines[line] === '') {
      line++
      continue
    }
    let end = line + 1
    const timingLine = hasArrow(lines[line]) ? line : hasArrow(lines[line + 1]) ? line + 1 : undefined
    if (timingLine !== undefined) end = timingLine + 1
    while (end < lines.length && lines[end] !== '' && !hasArrow(lines[end])) end++
    yield timingLine === undefined ? createPlainBlock(lines, line, end) : createCueBlock(lines, line, timingLine, end)
    line = end
  }
}

function createCueBlock(lines: readonly string[], line: number, timingLine: number, end: number): Block {
  const [kind, textLine, timing] = ['cue' as const, timingLine + 1, lines[timingLine]!]
  const text = lines.slice(textLine, end)
  return timingLine > line
    ? { kind, line, textLine, text, timing, id: lines[line]! }
    : { kind, line, textLine, text, timing }
}

function createPlainBlock(lines: readonly string[], line: number, end: number): Block {
  const first = lines[line]!
  if (/^NOTE(?:[\t ]|$)/.test(first)) return { kind: 'note', line, textLine: line, text: lines.slice(line, end) }
  const kind = /^STYLE[\t\f ]*$/.test(first) ? 'style' : /^REGION[\t\f ]*$/.test(first) ? 'region' : 'unknown'
  return { kind, line, textLine: line + 1, text: lines.slice(line + 1, end) }
}

export function hasArrow(line: string | undefined): boolean {
  return line?.includes('-->') ?? false
}
