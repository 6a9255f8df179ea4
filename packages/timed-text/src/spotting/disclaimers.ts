import { assertWhole, createFrameClock, type Frames } from '@rushes/timebase'
import type { Diagnostic, DiagnosticCode } from '../document/diagnostics.ts'
import type { Cue, CueLayout, FrameDocument, TextPart, TextStyle } from '../document/document.ts'
import { toLabelDocument } from '../document/times.ts'
import { appendText } from '../text/text-parts.ts'
import { createHalfFinder } from './lanes.ts'
import { type SubtitlePreset, toFrames } from './presets/preset.ts'
import type { ClipFacts } from './timing/duration-passes.ts'
import type { MappedDocument } from './timing/map-frames.ts'

/** A subtitle that nobody speaks: who made the translation, whose opinions these are. */
export interface Disclaimer {
  /** Lines are ended by newlines. */
  readonly text?: string
  /** In place of `text`. */
  readonly textParts?: readonly TextPart<Frames>[]
  readonly style?: TextStyle
  /** At the first frames of the clip, at its last (after the last subtitle where its length is not known), or at `start`. */
  readonly position: 'start' | 'end' | 'absolute'
  readonly start?: Frames
  readonly durationFrames: Frames
  readonly region?: string
  readonly layout?: CueLayout
}

/**
 * Adds disclaimers as ordinary subtitles, in order of time. One that would run into the next subtitle of its half
 * of the picture ends before it, but not below the shortest duration of the preset; what still overlaps is reported. Those
 * of an earlier run are replaced, so running it again changes nothing. Throws TimebaseError for fractions of frames.
 */
export function insertDisclaimers(
  document: FrameDocument,
  disclaimers: readonly Disclaimer[],
  preset: SubtitlePreset,
  { frameCount }: ClipFacts = {},
): MappedDocument {
  if (document.timing.times) return insertByLabels(document, disclaimers, preset, frameCount)
  const others = document.cues.filter(cue => cue.ext?.disclaimer === undefined)
  const { rate } = document.timing
  const gap = toFrames(preset.spotting.minimumGap, rate)
  const shortest = Math.max(1, toFrames(preset.spotting.minimumDuration, rate))
  const isAtTop = createHalfFinder(document)
  const diagnostics: Diagnostic[] = []
  const cues = [...others]
  for (const [index, disclaimer] of disclaimers.entries()) {
    const half = isAtTop(disclaimer)
    const neighbours = cues.filter(cue => !cue.hidden && isAtTop(cue) === half)
    assertWhole(disclaimer.durationFrames, 'durationFrames')
    const duration = Math.max(1, disclaimer.durationFrames)
    const least = Math.min(shortest, duration)
    const start = Math.max(0, findStart(disclaimer, { duration, least, gap, frameCount }, neighbours))
    const next = neighbours.reduce(
      (earliest, cue) => (cue.start >= start ? Math.min(earliest, cue.start) : earliest),
      Number.POSITIVE_INFINITY,
    )
    const latest = Math.min(next - gap, frameCount ?? Number.POSITIVE_INFINITY)
    const end = Math.min(start + duration, Math.max(latest, start + least))
    const warn = (code: DiagnosticCode, message: string) => diagnostics.push({ code, severity: 'warning', message })
    const name = `Disclaimer ${index + 1}`
    const overlapped = neighbours.filter(cue => cue.start < end && start < cue.end).length
    if (overlapped > 0) warn('TIMING_OVERLAP', `${name} is shown at the same time as ${overlapped} other subtitles`)
    if (frameCount !== undefined && end > frameCount) {
      warn('TIMING_OUT_OF_MEDIA', `${name} is shown until frame ${end}, after the end of the clip`)
    }
    if (end - start < duration) {
      warn('DURATION_TOO_SHORT', `${name} is shown for ${end - start} frames instead of ${duration}`)
    }
    cues.push(toCue(disclaimer, start, end))
  }
  return { document: { ...document, cues: cues.sort((a, b) => a.start - b.start) }, diagnostics }
}

/** Pictures of a variable rate say nothing of how long they are shown: disclaimers are placed by labels. */
function insertByLabels(
  document: FrameDocument,
  disclaimers: readonly Disclaimer[],
  preset: SubtitlePreset,
  frameCount: Frames | undefined,
): MappedDocument {
  const { rate, times } = document.timing
  const clock = createFrameClock(rate, times)
  const placed = disclaimers.map(disclaimer => ({
    ...disclaimer,
    ...(disclaimer.start !== undefined && { start: clock.toLabel(disclaimer.start) }),
  }))
  const facts = frameCount === undefined ? {} : { frameCount: clock.toLabel(frameCount) }
  const inserted = insertDisclaimers(toLabelDocument(document), placed, preset, facts)
  const others = document.cues.filter(cue => cue.ext?.disclaimer === undefined)
  const added = inserted.document.cues
    .filter(cue => cue.ext?.disclaimer !== undefined)
    .map(cue => {
      const start = clock.fromLabel(cue.start)
      return { ...cue, start, end: Math.max(start + 1, clock.fromLabel(cue.end)) }
    })
  return { ...inserted, document: { ...document, cues: [...others, ...added].sort((a, b) => a.start - b.start) } }
}

function findStart(
  { position, start = 0 }: Disclaimer,
  {
    duration,
    least,
    gap,
    frameCount,
  }: { duration: Frames; least: Frames; gap: Frames; frameCount: Frames | undefined },
  neighbours: readonly Cue<Frames>[],
): Frames {
  assertWhole(start, 'start')
  if (position !== 'end') return position === 'start' ? 0 : start
  const free = neighbours.reduce((latest, cue) => Math.max(latest, cue.end + gap), 0)
  return frameCount === undefined ? free : Math.max(frameCount - duration, Math.min(free, frameCount - least))
}

function toCue(
  { text = '', textParts, style, position, region, layout }: Disclaimer,
  start: Frames,
  end: Frames,
): Cue<Frames> {
  const parts: TextPart<Frames>[] = []
  if (!textParts) appendText(parts, text, style, undefined)
  return {
    start,
    end,
    textParts: textParts ?? parts,
    ...(region !== undefined && { region }),
    ...(layout && { layout }),
    ext: { disclaimer: { position } },
  }
}
