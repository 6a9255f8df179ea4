import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { FrameDocument } from '../../document/document.ts'
import { toFrameDocument } from '../../document/times.ts'
import {
  alignToShots,
  type ClipFacts,
  chainGaps,
  extendDurations,
  insertDisclaimers,
  keepMinimumGaps,
  removeBlankCues,
  type SubtitlePreset,
  showSpeakers,
  spot,
} from '../index.ts'
import { anyCues, anyCuts, anyPreset, anyRate, listTexts } from '../testing/documents.ts'
import { countInputs } from '../../testing/arbitraries.ts'

type Pass = (document: FrameDocument, preset: SubtitlePreset, facts: ClipFacts) => FrameDocument

const disclaimers = [
  { text: 'Made by us', position: 'start', durationFrames: 50 },
  { text: 'The end', position: 'end', durationFrames: 75 },
  { text: 'Live', position: 'absolute', start: 700, durationFrames: 30, region: 'topRegion' },
] as const

const passes: Record<string, Pass> = {
  quantising: (document, _, facts) =>
    toFrameDocument(document, facts.shotChanges?.length ? { num: 25, den: 1 } : document.timing.rate),
  extendDurations,
  keepMinimumGaps,
  alignToShots,
  chainGaps,
  spot,
  showSpeakers,
  removeBlankCues,
  insertDisclaimers: (document, preset, facts) => insertDisclaimers(document, disclaimers, preset, facts).document,
}
const timePasses = ['extendDurations', 'keepMinimumGaps', 'alignToShots', 'chainGaps', 'spot'] as const

const document: fc.Arbitrary<FrameDocument> = fc
  .tuple(anyRate, anyCues)
  .map(([rate, cues]) => ({ timing: { unit: 'frames', rate }, cues }))
const facts: fc.Arbitrary<ClipFacts> = fc.record(
  { shotChanges: anyCuts, frameCount: fc.integer({ min: 1000, max: 4000 }) },
  { requiredKeys: ['shotChanges'] },
)

/** Indexes of neighbours in one half of the picture, comments left out. */
function listPairs({ cues }: FrameDocument): [number, number][] {
  return [undefined, 'topRegion'].flatMap(region => {
    const lane = [...cues.entries()]
      .filter(([, cue]) => !cue.hidden && cue.region === region)
      .sort(([, a], [, b]) => a.start - b.start)
    return lane.slice(1).map(([second], index): [number, number] => [lane[index]![0], second])
  })
}

describe('"Idempotent: running twice changes nothing"', () => {
  for (const [name, pass] of Object.entries(passes)) {
    test(name, () => {
      fc.assert(
        fc.property(document, anyPreset, facts, (document, preset, facts) => {
          const once = pass(document, preset, facts)
          assert.deepEqual(pass(once, preset, facts), once)
        }),
        { numRuns: countInputs(1000) },
      )
    })
  }
})

describe('passes over times', () => {
  for (const name of timePasses) {
    test(`${name} keeps texts, order, whole frames and comments, and makes no overlap and no smaller gap than there was or must be`, () => {
      fc.assert(
        fc.property(document, anyPreset, facts, (document, preset, facts) => {
          const passed = passes[name]!(document, preset, facts)
          assert.deepEqual(listTexts(passed.cues), listTexts(document.cues))
          for (const [index, cue] of passed.cues.entries()) {
            const before = document.cues[index]!
            assert.ok(Number.isSafeInteger(cue.start) && Number.isSafeInteger(cue.end) && cue.start >= 0)
            if (before.end > before.start) assert.ok(cue.end > cue.start)
            if (cue.hidden) assert.equal(cue, before)
          }
          const gap = preset.spotting.minimumGap.value
          for (const [first, second] of listPairs(document)) {
            const [a, b] = [passed.cues[first]!, passed.cues[second]!]
            assert.ok(a.start <= b.start, `${a.start} ${b.start}`)
            const distance = document.cues[second]!.start - document.cues[first]!.end
            assert.ok(b.start - a.end >= Math.min(gap, distance), `${a.end} ${b.start}`)
          }
        }),
        { numRuns: countInputs(1000) },
      )
    })
  }
})
