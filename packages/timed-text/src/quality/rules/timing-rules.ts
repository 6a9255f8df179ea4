import type { CheckedCue, Subject } from '../subject.ts'
import { findIf, type QualityRule } from './rule.ts'

/** Rules about when a subtitle is shown. A value at the limit is good. */
export const timingRules: readonly QualityRule[] = [
  {
    id: 'TIMING_ORDER',
    message: 'It does not end after its start, or starts before the subtitle that precedes it',
    source: 'WebVTT: ends after starts, and starts in order',
    unit: 'frames',
    severity: 'error',
    check: ({ cue, previous }) => {
      const length = cue.end - cue.start
      const step = previous ? cue.start - previous.start : 0
      return findIf(length <= 0 || step < 0, step < 0 ? step : length)
    },
  },
  {
    id: 'TIMING_OVERLAP',
    message: 'It starts before the subtitle in the same place has ended',
    source: 'Netflix Timed Text Style Guide, 2 frames between subtitles',
    unit: 'frames',
    severity: 'error',
    check: ({ cue, previous }) => {
      const overlap = previous && previous.start <= cue.start ? previous.end - cue.start : 0
      return findIf(overlap > 0, overlap)
    },
  },
  {
    id: 'TIMING_OUT_OF_MEDIA',
    message: 'It lasts longer than the media',
    source: 'the length of the media',
    unit: 'frames',
    severity: 'error',
    limit: ({ frameCount }) => frameCount,
    check: ({ cue }, { frameCount = Number.POSITIVE_INFINITY }) => findIf(cue.end > frameCount, cue.end),
  },
  {
    id: 'DURATION_TOO_SHORT',
    message: 'It is shown too short',
    source: 'preset: minimumDuration',
    unit: 'frames',
    severity: 'warning',
    limit: ({ minimumDuration }) => minimumDuration,
    check: ({ cue }, { minimumDuration }) => {
      const length = cue.end - cue.start
      return findIf(length > 0 && length < minimumDuration, length)
    },
  },
  {
    id: 'DURATION_TOO_LONG',
    message: 'It is shown too long',
    source: 'preset: maximumDuration',
    unit: 'frames',
    severity: 'warning',
    limit: ({ maximumDuration }) => maximumDuration,
    check: ({ cue }, { maximumDuration }) => findIf(cue.end - cue.start > maximumDuration, cue.end - cue.start),
  },
  {
    id: 'GAP_TOO_SHORT',
    message: 'It follows the subtitle before it too closely',
    source: 'preset: minimumGap',
    unit: 'frames',
    severity: 'warning',
    limit: ({ minimumGap }) => minimumGap,
    check: ({ cue, previous }, { minimumGap }) => {
      const gap = findGap(cue, previous)
      return gap === undefined ? [] : findIf(gap < minimumGap, gap)
    },
  },
  {
    id: 'GAP_NOT_CHAINED',
    message: 'The gap before it is neither closed to the minimum nor long enough to be seen as one',
    source: 'preset: chainGapsBelow',
    unit: 'frames',
    severity: 'info',
    limit: ({ chainGapsBelow }) => chainGapsBelow,
    check: (subject, { minimumGap, chainGapsBelow, preset }) => {
      const gap = findGap(subject.cue, subject.previous)
      if (gap === undefined || gap <= minimumGap || gap >= chainGapsBelow) return []
      return findIf(preset.shots.chainAcrossCuts || !hasCutBefore(subject, gap), gap)
    },
  },
  {
    id: 'READING_SPEED_CPS',
    message: 'It has more characters than can be read in its time',
    source: 'preset: maximumCharactersPerSecond',
    unit: 'characters a second',
    severity: 'warning',
    limit: ({ preset }) => preset.spotting.maximumCharactersPerSecond,
    check: ({ measures: { charactersPerSecond } }, { preset }) =>
      findSpeed(charactersPerSecond, preset.spotting.maximumCharactersPerSecond, 10),
  },
  {
    id: 'READING_SPEED_WPM',
    message: 'It has more words than can be read in its time',
    source: 'preset: maximumWordsPerMinute',
    unit: 'words a minute',
    severity: 'warning',
    limit: ({ preset }) => preset.spotting.maximumWordsPerMinute,
    check: ({ measures: { wordsPerMinute } }, { preset }) =>
      findSpeed(wordsPerMinute, preset.spotting.maximumWordsPerMinute, 1),
  },
]

/** Frames between a subtitle and the one before it, where they follow each other. */
function findGap(cue: CheckedCue, previous: CheckedCue | undefined): number | undefined {
  return previous && previous.start <= cue.start && cue.start >= previous.end ? cue.start - previous.end : undefined
}

/** Whether a shot changes in the gap, or at one of its ends. */
function hasCutBefore({ cue, cuts }: Subject, gap: number): boolean {
  const [cut] = cuts.before(cue.start)
  return cut !== undefined && cut >= cue.start - gap
}

/** Rounded up, so that what is over the limit looks so; what is shown for no time is another rule's. */
function findSpeed(speed: number, limit: number, parts: number): readonly { value: number }[] {
  return findIf(Number.isFinite(speed) && speed > limit, Math.ceil(speed * parts) / parts)
}
