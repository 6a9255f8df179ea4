import type { Frames } from '@rushes/timebase'
import type { FrameDocument } from '../../document/document.ts'
import { adjustLanes, type LaneCue } from '../lanes.ts'
import { type ShotZone, type SubtitlePreset, scaleShotZone, scaleZone, toFrames } from '../presets/preset.ts'
import { type Cuts, findCuts } from './cuts.ts'
import type { ClipFacts } from './duration-passes.ts'

/*
 * Moves the starts and ends of subtitles to shot changes that are near, or clear of them. Every boundary has a few
 * places where it may go; dynamic programming from left to right finds the choice that keeps order, gaps and
 * durations, breaks the fewest zones, and moves the least.
 *
 * What a choice costs is how bad it is where it stands, and how far it went. Each round therefore ends where less is
 * wrong than before, or changes nothing, and then running it again changes nothing either.
 */

/** A place for a boundary, and what it costs: its zone, and the way there. */
interface Candidate {
  readonly frame: Frames
  readonly cost: number
}

interface Zones {
  readonly in: ShotZone
  readonly out: ShotZone
  readonly outGap: Frames
  /** Half a second: the measure of all costs. */
  readonly half: Frames
}

const mostRounds = 50
/** For each frame by which order or the minimum gap is broken, up to `mostMissing`. */
const orderCost = 100_000
const mostMissing = 1000

/** Aligns subtitles with shots by the zones of the preset, when that asks for it. Running it again changes nothing. */
export function alignToShots(document: FrameDocument, preset: SubtitlePreset, facts: ClipFacts): FrameDocument {
  const cuts = findCuts(facts.shotChanges)
  if (!preset.shots.snap || cuts.after(0).length === 0) return document
  const { rate } = document.timing
  const zones: Zones = {
    in: scaleShotZone(preset.shots.in, rate),
    out: scaleShotZone(preset.shots.out, rate),
    outGap: preset.shots.outGapFrames,
    half: scaleZone(12, rate),
  }
  const limits = {
    gap: toFrames(preset.spotting.minimumGap, rate),
    shortest: Math.max(1, toFrames(preset.spotting.minimumDuration, rate)),
    longest: toFrames(preset.spotting.maximumDuration, rate),
    half: zones.half,
  }
  const frameCount = facts.frameCount ?? Number.POSITIVE_INFINITY
  return adjustLanes(document, lane => {
    for (let round = 0; round < mostRounds; round++) {
      const candidates = listCandidates(lane, cuts, zones, limits.gap, frameCount)
      if (!choose(lane, candidates, limits)) return
    }
  })
}

/** For the start and the end of each cue in turn; the first candidate is where it is. */
function listCandidates(
  lane: readonly LaneCue[],
  cuts: Cuts,
  zones: Zones,
  gap: Frames,
  frameCount: Frames,
): Candidate[][] {
  const isInside = (frame: Frames) => frame >= 0 && frame <= frameCount
  const rate = (from: Frames, frames: readonly Frames[], zone: ShotZone, offset: Frames): Candidate[] => {
    const targets = findTargets(from, cuts, zone, offset)
    return [...new Set([from, ...frames.filter(isInside)])].map(frame => {
      const violations = findTargets(frame, cuts, zone, offset).length
      const way = frame === from ? 0 : Math.abs(frame - from) + (targets.includes(frame) ? 0 : zones.half)
      return { frame, cost: violations * 8 * zones.half + way }
    })
  }
  const placesOf = (frame: Frames, zone: ShotZone, offset: Frames) =>
    [...cuts.before(frame), ...cuts.after(frame)]
      .filter(cut => Math.abs(cut - frame) <= 2 * Math.max(zone.clearBefore, zone.clearAfter))
      .flatMap(cut => [cut - offset, cut - zone.clearBefore, cut + zone.clearAfter])
  const overlapping = findOverlapping(lane)
  const starts = lane.map(({ span }, index) => (overlapping[index] ? [] : placesOf(span.start, zones.in, 0)))
  return lane.flatMap(({ span }, index) => {
    if (overlapping[index]) return [[{ frame: span.start, cost: 0 }], [{ frame: span.end, cost: 0 }]]
    // The end makes room for wherever the next subtitle may start.
    const room = (starts[index + 1] ?? []).map(frame => frame - gap)
    const ends = [...placesOf(span.end, zones.out, zones.outGap), ...room]
    return [rate(span.start, starts[index]!, zones.in, 0), rate(span.end, ends, zones.out, zones.outGap)]
  })
}

/** Which cues are shown together with another. They stay, since there is no telling which of them leads. */
function findOverlapping(lane: readonly LaneCue[]): boolean[] {
  let latest = 0
  return lane.map(({ span }, index) => {
    const overlaps = span.start < latest || span.end <= span.start
    latest = Math.max(latest, span.end)
    return overlaps || (lane[index + 1]?.span.start ?? latest) < latest
  })
}

/** Where a boundary should go: nowhere when it is at a cut, less `offset`, or clear of all cuts. */
function findTargets(frame: Frames, cuts: Cuts, zone: ShotZone, offset: Frames): Frames[] {
  const [before] = cuts.before(frame)
  const [after] = cuts.after(frame)
  if (cuts.has(frame + offset)) return []
  const targets: Frames[] = []
  if (before !== undefined && frame - before < zone.clearAfter) {
    targets.push(frame - before < zone.snapAfter ? before - offset : before + zone.clearAfter)
  }
  if (after !== undefined && after - frame < zone.clearBefore) {
    targets.push(after - frame < zone.snapBefore ? after - offset : after - zone.clearBefore)
  }
  return targets
}

interface Limits {
  readonly gap: Frames
  readonly shortest: Frames
  readonly longest: Frames
  readonly half: Frames
}

/** Sets the cheapest choice; of equal ones, to stay. Says whether anything moved. */
function choose(lane: readonly LaneCue[], candidates: readonly Candidate[][], limits: Limits): boolean {
  const origins: Int32Array[] = []
  let costs: number[] = []
  for (const [index, places] of candidates.entries()) {
    const before = candidates[index - 1]
    const origin = new Int32Array(places.length)
    costs = places.map((place, choice) => {
      if (!before) return place.cost
      let best = Number.POSITIVE_INFINITY
      for (const [from, { frame }] of before.entries()) {
        const cost = costs[from]! + ratePair(frame, place.frame, index % 2 === 1, limits)
        if (cost < best) {
          best = cost
          origin[choice] = from
        }
      }
      return best + place.cost
    })
    origins.push(origin)
  }
  let choice = costs.indexOf(Math.min(...costs))
  let hasMoved = false
  for (let index = candidates.length - 1; index >= 0; index--) {
    const { frame } = candidates[index]![choice]!
    hasMoved ||= choice !== 0
    const { span } = lane[index >> 1]!
    if (index % 2 === 0) span.start = frame
    else span.end = frame
    choice = origins[index]![choice]!
  }
  return hasMoved
}

function ratePair(first: Frames, second: Frames, isCue: boolean, { gap, shortest, longest, half }: Limits): number {
  const distance = second - first
  if (isCue && distance < 1) return orderCost * mostMissing
  if (!isCue && distance < gap) return orderCost * Math.min(gap - distance, mostMissing)
  if (!isCue) return 0
  return distance < shortest ? 12 * half + (shortest - distance) : distance > longest ? 12 * half + 1 : 0
}
