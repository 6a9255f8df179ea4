import type { Frames } from '@rushes/timebase'
import type { ShotZone } from '../../spotting/presets/preset.ts'
import type { Cuts } from '../../spotting/timing/cuts.ts'
import type { Finding } from '../warning.ts'
import { findIf, type QualityRule } from './rule.ts'

/*
 * A subtitle starts with a shot, or well clear of its change; it ends a little before the change, or well clear of it.
 * `value` is the distance from the change, negative before it.
 */
export const shotRules: readonly QualityRule[] = [
  {
    id: 'SHOT_CHANGE_IN',
    message: 'It starts near a shot change, but not on it',
    source: 'Netflix Timed Text Style Guide; BBC Subtitle Guidelines; preset: shots.in',
    unit: 'frames',
    severity: 'warning',
    limit: limits => limits.in.clearAfter,
    check: ({ cue, cuts }, { preset, in: zone }) => (preset.shots.snap ? findNear(cuts, cue.start, zone, 0) : []),
  },
  {
    id: 'SHOT_CHANGE_OUT',
    message: 'It ends near a shot change, but not just before it',
    source: 'Netflix Timed Text Style Guide; BBC Subtitle Guidelines; preset: shots.out',
    unit: 'frames',
    severity: 'warning',
    limit: limits => limits.out.clearBefore,
    check: ({ cue, cuts }, { preset, out }) =>
      preset.shots.snap ? findNear(cuts, cue.end, out, preset.shots.outGapFrames) : [],
  },
  {
    id: 'SHOT_CHANGE_CROSSED',
    message: 'A shot changes while it is shown',
    source: 'BBC Subtitle Guidelines: subtitles should not straddle shot changes',
    unit: 'frames',
    severity: 'info',
    check: ({ cue, cuts }, limits) => {
      if (!limits.preset.shots.snap) return []
      // Changes near an end are reported by the rules above.
      const from = cue.start + Math.max(1, limits.in.clearBefore)
      const until = cue.end - Math.max(0, limits.out.clearAfter - 1)
      const [cut = Number.POSITIVE_INFINITY] = cuts.after(from - 1)
      return findIf(cut < until, cut - cue.start)
    },
  },
]

/** The distance from a shot change that is too near; standing `gap` frames before one is what is wanted. */
function findNear(cuts: Cuts, frame: Frames, { clearBefore, clearAfter }: ShotZone, gap: Frames): Finding[] {
  const distances = [...cuts.before(frame).slice(0, 1), ...cuts.after(frame)].map(cut => frame - cut)
  if (distances.includes(-gap)) return []
  const near = distances.find(distance => distance < clearAfter && -distance < clearBefore)
  return near === undefined ? [] : [{ value: near, limit: near < 0 ? -clearBefore : clearAfter }]
}
