import type { Frames } from '@rushes/timebase'
import type { Cue, FrameDocument, FrameTiming, TextStyle } from '../document/document.ts'
import { type CueMeasures, measureCue } from '../document/measures.ts'
import type { SubtitlePreset } from '../spotting/presets/preset.ts'
import type { Cuts } from '../spotting/timing/cuts.ts'
import { splitLines } from '../text/text-parts.ts'

/** A subtitle as the rules see it; `confidence` is that of what recognised the speech, 0 to 1. */
export type CheckedCue = Cue<Frames> & { readonly confidence?: number | undefined }

/** A document of such subtitles. */
export type CheckedDocument = Omit<FrameDocument, 'cues'> & { readonly cues: readonly CheckedCue[] }

/** One subtitle with all that a rule may look at: itself, those beside it in its place, and the shot changes. */
export interface Subject {
  readonly cue: CheckedCue
  /** The one before it in the same place of the picture. */
  readonly previous?: CheckedCue | undefined
  readonly measures: CueMeasures
  readonly lines: readonly (readonly LineRun[])[]
  readonly language: string | undefined
  readonly cuts: Cuts
  readonly spelling: Spelling | undefined
}

/** The words of a language, as a dictionary and those who use it know them. */
export interface Spelling {
  /** Whether a word is one: letters, with apostrophes and hyphens inside, in the case that the text has. */
  readonly isKnown: (word: string) => boolean
}

/** A run of text, or the part of one that stands on a line. */
export interface LineRun {
  readonly content: string
  readonly style: TextStyle
  readonly partIndex: number
}

export function createSubject(
  cue: CheckedCue,
  previous: CheckedCue | undefined,
  timing: FrameTiming,
  preset: SubtitlePreset,
  surroundings: Pick<Subject, 'language' | 'cuts' | 'spelling'>,
): Subject {
  const measures = measureCue(cue, timing, preset.spotting.counting)
  return { cue, previous, measures, lines: listLineRuns(cue), ...surroundings }
}

/** The runs on each line; texts over the line are none. */
export function listLineRuns({ textParts }: CheckedCue): LineRun[][] {
  const lines: LineRun[][] = [[]]
  for (const [partIndex, part] of textParts.entries()) {
    if (part.type === 'lineBreak') lines.push([])
    else if (part.style?.ruby !== 'text') {
      splitLines(part.content).forEach((content, index) => {
        if (index > 0) lines.push([])
        if (content !== '') lines.at(-1)!.push({ content, style: part.style ?? {}, partIndex })
      })
    }
  }
  return lines
}
