import type { Frames } from '@rushes/timebase'
import {
  type Cue,
  type CueDifference,
  compareCues,
  type FrameDocument,
  type TextPart,
  toFrameDocument,
  toPlainText,
} from '@rushes/timed-text'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { findRate, type ReadingOptions, readSubtitleFile } from '../subtitle-files.ts'
import { toText } from '../terminal/terminal.ts'

/** A subtitle of one file. */
interface ShownCue {
  /** Counted from 1. */
  readonly subtitle: number
  readonly start: Frames
  readonly end: Frames
  readonly text: string
  /** Each run of text with its style. */
  readonly runs: readonly (readonly [content: string, style: object])[]
}

/** Subtitles that are shown together and differ; those of one file alone stand alone. */
interface Difference {
  readonly differences: readonly CueDifference[]
  readonly first: readonly ShownCue[]
  readonly second: readonly ShownCue[]
}

interface DiffOptions extends ReadingOptions {
  readonly ignoreStyle?: true
}

/** Compares two subtitle files by times, text and style, whatever their formats; ends with 1 where they differ. */
export async function run(call: Call<DiffOptions, readonly [path: string, other: string]>): Promise<void> {
  const { args, options, terminal } = call
  const [path, other] = args
  if (path === '-' && other === '-') throw new CommandError('usage', 'The standard input is one file, not two')
  const read = [await readSubtitleFile(path, options, call), await readSubtitleFile(other, options, call)] as const
  const rate = findRate(options, ...read.map(({ document }) => document))
  const [first, second] = read.map(({ document }) => {
    const inFrames = toFrameDocument(document, rate)
    return options.ignoreStyle ? withoutStyle(inFrames) : inFrames
  }) as [FrameDocument, FrameDocument]
  const found = compareCues(first, second).map(
    (row): Difference => ({
      differences: row.differences,
      first: row.first.map(index => toShown(first.cues[index]!, index)),
      second: row.second.map(index => toShown(second.cues[index]!, index)),
    }),
  )
  terminal.show({ first: path, second: other, rate, differences: found }, () =>
    found.flatMap(difference => toLines(difference, path, other)),
  )
  if (found.length > 0) {
    throw new CommandError('failed', `${found.length} ${found.length === 1 ? 'difference' : 'differences'}`)
  }
}

/** Each cue as one run of plain text. */
function withoutStyle(document: FrameDocument): FrameDocument {
  return {
    ...document,
    cues: document.cues.map(cue => ({ ...cue, textParts: [{ type: 'text', content: toPlainText(cue.textParts) }] })),
  }
}

function toShown({ start, end, textParts }: Cue<Frames>, index: number): ShownCue {
  return { subtitle: index + 1, start, end, text: toPlainText(textParts), runs: textParts.flatMap(toRuns) }
}

function toRuns(part: TextPart<Frames>): [string, object][] {
  if (part.type === 'lineBreak') return []
  const { content, style = {}, start, end } = part
  return [[content, { ...style, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }]]
}

function toLines({ differences, first, second }: Difference, path: string, other: string): string[] {
  if (second.length === 0) return first.map(cue => `${toName(first)}: only in ${toText(path)}: ${describe(cue)}`)
  if (first.length === 0) return second.map(cue => `${toName(second)}: only in ${toText(other)}: ${describe(cue)}`)
  const heading = toName(first) === toName(second) ? toName(first) : `${toName(first)} and ${toName(second)}`
  return differences.map(name => `${heading}: ${name} ${show[name](first)} -> ${show[name](second)}`)
}

const show: Record<CueDifference, (cues: readonly ShownCue[]) => string | number> = {
  count: cues => cues.length,
  start: cues => Math.min(...cues.map(({ start }) => start)),
  end: cues => Math.max(...cues.map(({ end }) => end)),
  text: cues => toText(JSON.stringify(cues.map(({ text }) => text).join('\n'))),
  style: cues => toText(JSON.stringify(cues.flatMap(({ runs }) => runs))),
}

function toName(cues: readonly ShownCue[]): string {
  const [first, last] = [cues[0]!.subtitle, cues.at(-1)!.subtitle]
  return first === last ? `subtitle ${first}` : `subtitles ${first} to ${last}`
}

function describe({ start, end, text }: ShownCue): string {
  return `${start} to ${end} ${toText(JSON.stringify(text))}`
}
