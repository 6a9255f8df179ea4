import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_25 } from '@rushes/timebase'
import { measureCue } from '../../document/measures.ts'
import { chainGaps, extendDurations, keepMinimumGaps, readPreset, shippedPresets, spot } from '../index.ts'
import { listTimes, toDocument } from '../testing/documents.ts'

const { online, broadcast } = shippedPresets

describe('extension', () => {
  test('"min duration 5/6 s (20 fr @24)", with the gap of 2 frames before the next kept free', () => {
    const document = toDocument(RATE_24, [0, 5], [12, 15], [100, 104])
    assert.deepEqual(listTimes(extendDurations(document, online)), [
      [0, 10],
      [12, 32],
      [100, 120],
    ])
  })

  test('is for reading at the preferred speed, up to the longest duration', () => {
    const text = 'This is a line of forty-two characters now.\nAnd this one is exactly as long as that.'
    const [cue] = extendDurations(toDocument(RATE_25, [0, 25, text]), online).cues
    const { charactersPerSecond } = measureCue(cue!, { unit: 'frames', rate: RATE_25 })
    assert.ok(charactersPerSecond <= 17 && charactersPerSecond > 16.5, `${charactersPerSecond}`)
    assert.deepEqual(listTimes(extendDurations(toDocument(RATE_25, [0, 25, 'long '.repeat(99)]), online)), [[0, 175]])
  })

  test('goes neither past the end of the clip nor past the shot that a subtitle ends with', () => {
    assert.deepEqual(listTimes(extendDurations(toDocument(RATE_24, [0, 5]), online, { frameCount: 9 })), [[0, 9]])
    const facts = { shotChanges: [12] }
    assert.deepEqual(listTimes(extendDurations(toDocument(RATE_24, [0, 10]), online, facts)), [[0, 10]])
    assert.deepEqual(listTimes(extendDurations(toDocument(RATE_24, [0, 9]), online, facts)), [[0, 20]])
  })

  test('makes nothing shorter', () => {
    const document = toDocument(RATE_24, [0, 500], [400, 900])
    assert.equal(extendDurations(document, online), document)
  })
})

describe('"min gap 2 frames at every rate"', () => {
  test('the first ends earlier', () => {
    for (const rate of [RATE_24, RATE_25]) {
      const document = toDocument(rate, [0, 100], [100, 200], [201, 300])
      assert.deepEqual(listTimes(keepMinimumGaps(document, online)), [
        [0, 98],
        [100, 199],
        [201, 300],
      ])
    }
  })

  test('but not below the shortest duration: then the second starts later, with the same limit', () => {
    assert.deepEqual(listTimes(keepMinimumGaps(toDocument(RATE_24, [0, 21], [21, 100]), online)), [
      [0, 20],
      [22, 100],
    ])
    const stuck = toDocument(RATE_24, [0, 15], [15, 30])
    assert.equal(keepMinimumGaps(stuck, online), stuck)
  })

  test('overlaps are resolved in the same way', () => {
    assert.deepEqual(listTimes(keepMinimumGaps(toDocument(RATE_24, [0, 100], [50, 150]), online)), [
      [0, 48],
      [50, 150],
    ])
  })
})

describe('chaining', () => {
  test('"gaps of 3..11 frames @24 (generally 3..H-1) are closed to 2"', () => {
    for (const gap of [2, 3, 11, 12]) {
      const [first] = listTimes(chainGaps(toDocument(RATE_24, [0, 50], [50 + gap, 100]), online))
      assert.deepEqual(first, [0, gap < 12 ? 50 + gap - 2 : 50], `${gap}`)
    }
  })

  test('BBC: "leave no gap unless >= 1 s"', () => {
    for (const gap of [1, 24, 25]) {
      const [first] = listTimes(chainGaps(toDocument(RATE_25, [0, 50], [50 + gap, 100]), broadcast))
      assert.deepEqual(first, [0, gap < 25 ? 50 + gap : 50])
    }
  })

  test('crosses a shot change only where the preset says so, and makes no subtitle too long', () => {
    const document = toDocument(RATE_24, [0, 50], [58, 100])
    assert.equal(chainGaps(document, online, { shotChanges: [54] }), document)
    assert.deepEqual(listTimes(chainGaps(document, online, { shotChanges: [58] }))[0], [0, 56])
    const { preset } = readPreset({ basedOn: 'online', shots: { chainAcrossCuts: true } })
    assert.deepEqual(listTimes(chainGaps(document, preset, { shotChanges: [54] }))[0], [0, 56])
    const long = toDocument(RATE_24, [0, 167], [175, 300])
    assert.equal(chainGaps(long, online), long)
  })
})

test('all passes together: reading time, gaps, shot changes and chains', () => {
  const document = toDocument(
    RATE_24,
    [100, 130, 'A first line'],
    [131, 150, 'and a second one'],
    [156, 203, 'Up to a shot change'],
    [213, 240, 'After it'],
  )
  assert.deepEqual(listTimes(spot(document, online, { shotChanges: [207] })), [
    [100, 129],
    [131, 154],
    [156, 205],
    [207, 240],
  ])
})
