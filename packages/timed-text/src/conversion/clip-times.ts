import { createFrameClock, type FrameClock, type Frames, isSameRate, resampleFrames } from '@rushes/timebase'
import type { Diagnostic } from '../document/diagnostics.ts'
import type { Cue, FrameDocument, TextPart, TimedTextDocument } from '../document/document.ts'
import { toFrameDocument } from '../document/times.ts'
import type { MediaPlace } from '../format.ts'

/** Hundredths, which ASS counts in, are so many milliseconds beside the picture that they mean. */
const assSlackMs = 5

/**
 * A document in frames of a clip. At a variable rate, a cue cannot begin inside a picture: it begins with the picture that is
 * in sight then, which is reported, and ends where the nearest picture begins.
 */
export function toClipDocument(
  document: TimedTextDocument,
  { rate, times }: Pick<MediaPlace, 'rate' | 'times'>,
): { readonly document: FrameDocument; readonly diagnostics: readonly Diagnostic[] } {
  const clock = createFrameClock(rate, times)
  if (!times || !clock.isVariable) return { document: toFrameDocument(document, rate), diagnostics: [] }
  const places = createPlaces(document, clock)
  const moved: number[] = []
  const cues = document.cues.map((cue, index) => {
    const placed = placeCue(cue, places)
    if (!places.isAt(cue.start, placed.start)) moved.push(index)
    return placed
  })
  const told: Diagnostic = {
    code: 'IMPORT_TIMING_REPAIRED',
    severity: 'info',
    message: 'Cues that began inside a picture begin with it',
    cueIndex: moved[0] ?? 0,
    count: moved.length,
  }
  return {
    document: { ...document, timing: { unit: 'frames', rate, times }, cues },
    diagnostics: moved.length > 0 ? [told] : [],
  }
}

/** Where times of a document are among the pictures of a clip. */
interface Places {
  /** The picture in sight. */
  readonly toStart: (time: number) => Frames
  /** The picture that begins next to it. */
  readonly toEnd: (time: number) => Frames
  readonly isAt: (time: number, frame: Frames) => boolean
}

function createPlaces({ timing, ext }: TimedTextDocument, clock: FrameClock): Places {
  if (timing.unit === 'milliseconds') {
    const slack = ext?.ass ? assSlackMs : 0
    return {
      toStart: time => clock.toFrame(time + slack),
      toEnd: clock.toNearestFrame,
      isAt: (time, frame) => Math.abs(clock.toMilliseconds(frame) - time) <= slack,
    }
  }
  if (timing.times) return { toStart: time => time, toEnd: time => time, isAt: () => true }
  const isSame = isSameRate(timing.rate, clock.rate)
  const toLabel = (time: number) => (isSame ? time : resampleFrames(time, timing.rate, clock.rate))
  return {
    toStart: time => clock.fromLabel(toLabel(time)),
    toEnd(time) {
      const label = toLabel(time)
      const frame = clock.fromLabel(label)
      return label - clock.toLabel(frame) > clock.toLabel(frame + 1) - label ? frame + 1 : frame
    },
    isAt: (time, frame) => clock.toLabel(frame) === toLabel(time),
  }
}

function placeCue(cue: Cue<number>, { toStart, toEnd }: Places): Cue<number> {
  const start = toStart(cue.start)
  const end = toEnd(cue.end)
  const placePart = (part: TextPart<number>): TextPart<number> =>
    part.type === 'lineBreak'
      ? part
      : {
          ...part,
          ...(part.start !== undefined && { start: toStart(part.start) }),
          ...(part.end !== undefined && { end: toEnd(part.end) }),
        }
  return {
    ...cue,
    start,
    end: cue.end > cue.start ? Math.max(end, start + 1) : end,
    textParts: cue.textParts.map(placePart),
  }
}
