import { RATE_23_976, RATE_24, RATE_25, RATE_29_97, RATE_50, RATE_59_94, type SampleRate } from '@rushes/timebase'
import fc from 'fast-check'
import type { Cue, FrameDocument, TextPart } from '../../document/document.ts'
import { listLines } from '../../document/measures.ts'
import { appendText } from '../../text/text-parts.ts'
import type { SubtitlePreset } from '../presets/preset.ts'
import { shippedPresets } from '../presets/shipped-presets.ts'

/** A document of cues given as `[start, end, text]`; newlines are line breaks. */
export function toDocument(rate: SampleRate, ...cues: [start: number, end: number, text?: string][]): FrameDocument {
  return {
    timing: { unit: 'frames', rate },
    cues: cues.map(([start, end, text = 'x']) => ({ start, end, textParts: toParts(text) })),
  }
}

function toParts(text: string): TextPart<number>[] {
  const parts: TextPart<number>[] = []
  appendText(parts, text, undefined, undefined)
  return parts
}

/** Times that follow each other, of gaps and lengths. */
export function toTimes(spans: readonly (readonly [gap: number, length: number])[]): [number, number][] {
  let time = 0
  return spans.map(([gap, length]) => {
    const start = time + gap
    time = start + length
    return [start, time]
  })
}

export function listTimes(document: FrameDocument): [number, number][] {
  return document.cues.map(({ start, end }) => [start, end])
}

export function listTexts(cues: readonly Cue<number>[]): string[] {
  return cues.map(cue => listLines(cue.textParts).join('\n'))
}

export const anyRate: fc.Arbitrary<SampleRate> = fc.constantFrom(
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_50,
  RATE_59_94,
)

export const anyPreset: fc.Arbitrary<SubtitlePreset> = fc.constantFrom(...Object.values(shippedPresets))

/** Cues that overlap, touch, last no time or very long, at the top and at the bottom, in any order; and shot changes among them. */
export const anyCues: fc.Arbitrary<Cue<number>[]> = fc
  .array(
    fc.record({
      distance: fc.oneof(fc.integer({ min: -30, max: 60 }), fc.nat(400)),
      length: fc.oneof(fc.nat(60), fc.nat(300)),
      text: fc.constantFrom('', 'x', 'Two words', 'A line that takes a while to read\nand another'),
      place: fc.constantFrom<Pick<Cue, 'region' | 'hidden'>>({}, {}, {}, { region: 'topRegion' }, { hidden: true }),
    }),
    { maxLength: 30 },
  )
  .map(items => {
    let time = 0
    return items.map(({ distance, length, text, place }) => {
      const start = Math.max(0, time + distance)
      time = start + length
      return { start, end: time, textParts: toParts(text), ...place }
    })
  })

export const anyCuts: fc.Arbitrary<number[]> = fc.array(fc.nat(3000), { maxLength: 80 })
