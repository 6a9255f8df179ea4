import type { Frames, SampleRate } from '@rushes/timebase'
import type { Cue, TextPart } from '../document/document.ts'
import { appendText } from '../text/text-parts.ts'
import { type SubtitlePreset, toFrames } from './presets/preset.ts'
import type { Token } from './segmenting/tokens.ts'

/** Tokens of one subtitle, the last included, and the first tokens of its lines after the first. */
export interface Block {
  readonly first: number
  readonly last: number
  readonly breaks: readonly number[]
}

/** Blocks of tokens as cues in whole frames, each at least one frame long and none over another. */
export function toCues(
  blocks: readonly Block[],
  tokens: readonly Token[],
  preset: SubtitlePreset,
  rate: SampleRate,
): Cue<Frames>[] {
  const spans = settleSpans(blocks, tokens, preset, rate)
  const { region } = preset.styling
  return blocks.map((block, index) => {
    const confidence = findConfidence(block, tokens)
    return {
      ...spans[index]!,
      textParts: toTextParts(block, tokens),
      ...(region !== undefined && { region }),
      ...(confidence !== undefined && { confidence }),
    }
  })
}

/** A cue appears before its speech and stays after it as the preset says, as far as the silence goes. */
function settleSpans(
  blocks: readonly Block[],
  tokens: readonly Token[],
  { spotting }: SubtitlePreset,
  rate: SampleRate,
) {
  const leadIn = toFrames(spotting.leadIn, rate)
  const hang = toFrames(spotting.extendAfterSpeech, rate)
  const gap = toFrames(spotting.minimumGap, rate)
  const longest = Math.max(1, toFrames(spotting.maximumDuration, rate))
  const starts: Frames[] = []
  let earliest = 0
  for (const { first, last } of blocks) {
    const speech = Math.round(tokens[first]!.start)
    const lead = Math.max(0, speech - leadIn, earliest === 0 ? 0 : earliest + gap)
    // Speech that is faster than frames pushes what follows, a frame at a time.
    starts.push(Math.max(Math.min(speech, lead), (starts.at(-1) ?? -1) + 1))
    earliest = Math.round(tokens[last]!.end)
  }
  return blocks.map(({ last }, index) => {
    const start = starts[index]!
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const speech = Math.max(start + 1, Math.round(tokens[last]!.end))
    const end = Math.max(speech, Math.min(speech + hang, next - gap))
    return { start, end: Math.min(end, next, start + longest) }
  })
}

function toTextParts({ first, last, breaks }: Block, tokens: readonly Token[]): TextPart<Frames>[] {
  const parts: TextPart<Frames>[] = []
  const lineStarts = [first, ...breaks]
  for (const [line, from] of lineStarts.entries()) {
    const until = (lineStarts[line + 1] ?? last + 1) - 1
    let text = ''
    for (let index = from; index <= until; index++) {
      const token = tokens[index]!
      text += index > from && token.hasSpaceBefore ? ` ${token.text}` : token.text
    }
    if (line > 0) parts.push({ type: 'lineBreak' })
    const { speaker } = tokens[from]!
    appendText(parts, text, speaker === undefined ? undefined : { speaker }, undefined)
  }
  return parts
}

/** The mean of what is known of its words. */
function findConfidence({ first, last }: Block, tokens: readonly Token[]): number | undefined {
  let sum = 0
  let count = 0
  for (let index = first; index <= last; index++) {
    const { confidence } = tokens[index]!
    if (confidence === undefined) continue
    sum += confidence
    count += 1
  }
  return count === 0 ? undefined : sum / count
}
