/** What changed between two cuts of a film, and which frames of them belong together. */

import { type FrameFormat, toFrame } from '../../player/frames.ts'
import type { Sources } from '../../player/sources.ts'
import { toSeconds } from '../../player/times/seek-times.ts'
import type { SideName } from '../clip-choice.tsx'
import { alignShots, type Pair, type PairKind, type Shot } from './align.ts'
import { readLooks, type TimedLook } from './looks.ts'

/** What is needed of a clip. */
export interface CutClip {
  /** Frames at which shots begin, but for the first. */
  readonly shots: readonly number[]
  readonly frameCount: number
  readonly format: FrameFormat
}

/** The shots of two clips beside each other; nothing where one of them has a single shot, or there are too many. */
export async function findPairs(
  a: CutClip & Pick<Sources, 'sprite'>,
  b: CutClip & Pick<Sources, 'sprite'>,
  signal: AbortSignal,
): Promise<readonly Pair[] | undefined> {
  if (a.shots.length === 0 || b.shots.length === 0) return undefined
  const [ofA, ofB] = await Promise.all(
    [a, b].map(async clip => {
      // Without small pictures there are still the lengths.
      const looks = clip.sprite ? await readLooks(clip.sprite, signal).catch(() => []) : []
      return listShots(clip, looks)
    }),
  )
  signal.throwIfAborted()
  const frameSeconds = Math.max(...[a, b].map(({ format: { rate } }) => rate.den / rate.num))
  return alignShots(ofA ?? [], ofB ?? [], frameSeconds)
}

export function listShots({ shots, frameCount, format }: CutClip, looks: readonly TimedLook[]): Shot[] {
  const starts = [0, ...shots.filter(start => start < frameCount)]
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? frameCount
    if (end <= start) return []
    const [from, to] = [toSeconds(start, format), toSeconds(end, format)]
    const own = looks.filter(({ seconds }) => seconds >= from && seconds < to)
    return [{ start, end, seconds: to - from, looks: own.map(({ seconds, bits }) => ({ at: seconds - from, bits })) }]
  })
}

/** The frame of the other clip that shows the same picture; where it lacks the shot, the one at which it goes on. */
export function findSamePicture(
  frame: number,
  pairs: readonly Pair[],
  lead: SideName,
  from: FrameFormat,
  to: FrameFormat,
): number {
  const other = lead === 'a' ? 'b' : 'a'
  const index = findPair(frame, pairs, lead)
  const pair = pairs[index]
  const [own, wanted] = [pair?.[lead], pair?.[other]]
  if (!pair || !own) return frame
  if (!wanted) return pairs.slice(index).find(next => next[other])?.[other]?.start ?? lastEnd(pairs, other)
  const shift = lead === 'a' ? pair.shift : -pair.shift
  const seconds = toSeconds(wanted.start, to) + toSeconds(frame, from) - toSeconds(own.start, from) + shift
  return Math.min(Math.max(toFrame(Math.max(seconds, 0), to.rate, to.pictures), wanted.start), wanted.end - 1)
}

/** The shot that a frame of a clip is in: its place in the list. */
export function findPair(frame: number, pairs: readonly Pair[], lead: SideName): number {
  return pairs.findIndex(pair => {
    const own = pair[lead]
    return own !== undefined && frame >= own.start && frame < own.end
  })
}

function lastEnd(pairs: readonly Pair[], side: SideName): number {
  return pairs.findLast(pair => pair[side])?.[side]?.end ?? 0
}

/** A place where the cuts differ, in frames of one of them; of what that one lacks, the frame before which it would be. */
export interface Change {
  readonly kind: Exclude<PairKind, 'same'>
  readonly start: number
  readonly end: number
}

export function listChanges(pairs: readonly Pair[], lead: SideName): Change[] {
  let place = 0
  return pairs.flatMap((pair): Change[] => {
    const own = pair[lead]
    const [start, end] = own ? [own.start, own.end] : [place, place]
    place = end
    return pair.kind === 'same' ? [] : [{ kind: pair.kind, start, end }]
  })
}
