import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Frames, RATE_25 } from '@rushes/timebase'
import fc from 'fast-check'
import type { TextPart as AnyPart } from '../document/document.ts'
import { type CheckedCue, checkCues, qualityPresets } from './index.ts'

type TextPart = AnyPart<Frames>

const timing = { unit: 'frames', rate: RATE_25 } as const
const preset = qualityPresets.ebuTeletext

const textParts: fc.Arbitrary<TextPart[]> = fc.array(
  fc.oneof(
    fc.constant<TextPart>({ type: 'lineBreak' }),
    fc.record(
      {
        type: fc.constant('text' as const),
        content: fc.constantFrom('Yes', 'No, never in all', ' ', 'x'.repeat(40), 'the'),
        style: fc.constantFrom({}, { italic: true as const }, { speaker: 'A' }, { speaker: 'B' }),
      },
      { requiredKeys: ['type', 'content'] },
    ),
  ),
  { maxLength: 4 },
)
const cue: fc.Arbitrary<CheckedCue> = fc
  .record(
    {
      start: fc.nat(1000),
      length: fc.integer({ min: 0, max: 200 }),
      textParts,
      region: fc.constantFrom('topRegion', 'bottomRegion', 'elsewhere'),
      hidden: fc.constant<true>(true),
    },
    { requiredKeys: ['start', 'length', 'textParts'] },
  )
  .map(({ length, ...cue }) => ({ ...cue, end: cue.start + length }))
const shots = fc.uniqueArray(fc.nat(1200), { maxLength: 10 }).map(shots => shots.sort((a, b) => a - b))

/** An edit: the cue at an index is replaced, put in before it, or taken out. */
const edit = fc.record({ kind: fc.constantFrom('replace', 'insert', 'remove'), at: fc.nat(), cue })

function inOrder(cues: readonly CheckedCue[]): CheckedCue[] {
  return cues.toSorted((a, b) => a.start - b.start)
}

/** Where two lists differ, as a caller finds it that knows both: by what is the same at both ends. */
function findChanged(before: readonly CheckedCue[], after: readonly CheckedCue[]): number[] {
  let head = 0
  while (head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return Array.from({ length: after.length - tail - head + 1 }, (_, index) => head + index)
}

describe('checking what an edit concerns', () => {
  test('gives the same warnings as checking all', () => {
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 15 }), edit, shots, (list, { kind, at, cue }, shots) => {
        const before = inOrder(list)
        const index = before.length === 0 ? 0 : at % before.length
        const edited = [...before]
        if (kind === 'insert') edited.splice(index, 0, cue)
        else if (kind === 'replace') edited.splice(index, 1, cue)
        else edited.splice(index, 1)
        const after = inOrder(edited)
        const kept = checkCues({ timing, cues: before, language: 'en' }, preset, { shots })
        const byCue = new Map(before.map((cue, index) => [cue, kept.get(index)]))
        const changed = findChanged(before, after)
        const again = checkCues({ timing, cues: after, language: 'en' }, preset, { shots, changed })
        const all = checkCues({ timing, cues: after, language: 'en' }, preset, { shots })
        for (const [index, cue] of after.entries()) {
          assert.deepEqual(again.get(index) ?? byCue.get(cue), all.get(index))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('looks at the cue and the next one only', () => {
    let looks = 0
    const cues = Array.from({ length: 2000 }, (_, index) => {
      const textParts: TextPart[] = [{ type: 'text', content: `Number ${index}` }]
      return Object.defineProperty({ start: index * 100, end: index * 100 + 90 }, 'textParts', {
        get: () => {
          looks++
          return textParts
        },
      }) as CheckedCue
    })
    const countLooks = (changed?: number[]) => {
      looks = 0
      const checked = checkCues({ timing, cues }, preset, changed && { changed })
      return [checked.size, looks] as const
    }
    const [all, allLooks] = countLooks()
    assert.equal(all, 2000)
    const [some, someLooks] = countLooks([1000])
    assert.equal(some, 2)
    assert.ok(someLooks <= (3 * allLooks) / 1999, `${someLooks} of ${allLooks} looks`)
    assert.deepEqual(countLooks([2000]), [0, 0])
  })

  test('of texts without end stays linear', () => {
    const endless = ['x'.repeat(2_000_000), ' '.repeat(2_000_000), '- '.repeat(1_000_000), 'é'.repeat(1_000_000)]
    const textParts = endless.flatMap((content): TextPart[] => [
      { type: 'text', content: `${content}!` },
      { type: 'lineBreak' },
    ])
    const begun = performance.now()
    const found = checkCues({ timing, cues: [{ start: 0, end: 100, textParts }], language: 'en' }, preset)
    assert.ok(found.get(0)?.some(({ type }) => type === 'LINE_TOO_LONG'))
    assert.ok(performance.now() - begun < 10_000)
  })

  test('of comments and of many regions at once stays linear', () => {
    const cues = Array.from({ length: 50_000 }, (_, index): CheckedCue => {
      const place = index % 2 === 0 ? { hidden: true as const } : { region: `r${index}` }
      return { start: index, end: index + 1, textParts: [], ...place }
    })
    const begun = performance.now()
    assert.equal(checkCues({ timing, cues }, preset, { changed: cues.keys() }).size, 50_000)
    assert.ok(performance.now() - begun < 10_000)
  })
})
