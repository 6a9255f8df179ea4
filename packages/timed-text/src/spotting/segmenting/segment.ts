import type { Frames, SampleRate } from '@rushes/timebase'
import type { Cue } from '../../document/document.ts'
import { measureLine } from '../../document/measures.ts'
import { type Block, toCues } from '../cues.ts'
import { type SubtitlePreset, toFrames } from '../presets/preset.ts'
import { planSpeakers, toDash } from '../speakers/speaker-plan.ts'
import { createBlockCost } from './block-cost.ts'
import { type Boundary, listBoundaries } from './boundaries.ts'
import { createLineLayouts, type LayoutLimits } from './line-layout.ts'
import { type Token, toTokens } from './tokens.ts'
import type { TranscriptWord } from './words.ts'

export interface SegmentOptions {
  /** Of the clip, whose frames the times of words are. */
  readonly rate: SampleRate
  /** BCP 47; says which short words hold to which others. */
  readonly language?: string
  /** First frames of shots, so that subtitles end there rather than go on over a shot change; in any order. */
  readonly shotChanges?: readonly Frames[]
}

/** No subtitle has more tokens, so that the work for each token is bounded, whatever the preset. */
const mostTokens = 40

/**
 * Subtitles of a transcript: cuts its words into cues and lines by dynamic programming, so that together they cost
 * least. Never broken are the characters of a line, the number of lines, the longest duration (but for a single word)
 * and, when the preset asks for it, one speaker in each cue; all else is weighed. All words are kept, in order.
 *
 * Cues last as long as the speech, the lead-in and the hang of the preset added where there is silence; reading time,
 * gaps and shot changes are for the passes that follow: see `spot`.
 */
export function segmentTranscript(
  words: readonly TranscriptWord[],
  preset: SubtitlePreset,
  options: SegmentOptions,
): Cue<Frames>[] {
  const { spotting, speakers } = preset
  const plan = planSpeakers(listSpeakers(words), speakers, spotting.maximumLineLength)
  const hasDialogues = !spotting.splitOnSpeakerChange
  const labelWidth = (speaker: string | undefined) => {
    const { label } = plan(speaker)
    return label === undefined ? 0 : measureLine(label, spotting.counting) + 1
  }
  const dashWidth = (speaker: string | undefined) =>
    hasDialogues && plan(speaker).hasDash ? toDash(speakers).length : 0
  const tokens = toTokens(words, {
    rate: options.rate,
    counting: spotting.counting,
    maxWidth: speaker => spotting.maximumLineLength - labelWidth(speaker) - dashWidth(speaker),
  })
  const boundaries = listBoundaries(tokens, {
    framesPerSecond: options.rate.num / options.rate.den,
    language: options.language,
    minimumSentenceLength: spotting.minimumSentenceLength,
  })
  const limits: LayoutLimits = {
    ...spotting,
    spaceWidth: spotting.counting.eastAsianWidth ? 0.5 : 1,
    prefixWidth(token, isFirstLine) {
      const { speaker } = tokens[token]!
      const beginsTurn = token === 0 || boundaries[token - 1]!.isSpeakerChange
      return (beginsTurn ? labelWidth(speaker) : 0) + (beginsTurn || isFirstLine ? dashWidth(speaker) : 0)
    },
  }
  return toCues(findBlocks(tokens, boundaries, limits, preset, options), tokens, preset, options.rate)
}

/** The cheapest way through the tokens. */
function findBlocks(
  tokens: readonly Token[],
  boundaries: readonly Boundary[],
  limits: LayoutLimits,
  preset: SubtitlePreset,
  options: SegmentOptions,
): Block[] {
  const count = tokens.length
  const layouts = createLineLayouts(tokens, boundaries, limits, mostTokens)
  const rate = createBlockCost(tokens, boundaries, preset, options)
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
  const firsts = new Int32Array(count + 1)
  const longest = toFrames(preset.spotting.maximumDuration, options.rate)
  best[0] = 0
  for (let first = 0; first < count; first++) {
    layouts.begin(first)
    const until = Math.min(count, first + mostTokens)
    for (let last = first; last < until; last++) {
      if (last > first) {
        if (tokens[last]!.end - tokens[first]!.start > longest) break
        if (preset.spotting.splitOnSpeakerChange && boundaries[last - 1]!.isSpeakerChange) break
      }
      const layoutCost = layouts.costUntil(last)
      if (layoutCost === Number.POSITIVE_INFINITY) break
      const total = best[first]! + layoutCost + rate(first, last)
      if (total < best[last + 1]!) {
        best[last + 1] = total
        firsts[last + 1] = first
      }
    }
  }
  const blocks: Block[] = []
  for (let end = count; end > 0; end = firsts[end]!) {
    const first = firsts[end]!
    layouts.begin(first)
    for (let last = first; last < end; last++) layouts.costUntil(last)
    blocks.push({ first, last: end - 1, breaks: layouts.breaksUntil(end - 1) })
  }
  return blocks.reverse()
}

function* listSpeakers(words: readonly TranscriptWord[]): Iterable<string | undefined> {
  for (const { speaker, text } of words) if (/\S/.test(text)) yield speaker || undefined
}
