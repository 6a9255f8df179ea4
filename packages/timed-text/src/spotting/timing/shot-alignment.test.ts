import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_25, RATE_60, type SampleRate } from '@rushes/timebase'
import { alignToShots, readPreset, shippedPresets } from '../index.ts'
import { listTimes, toDocument } from '../testing/documents.ts'

const { online, broadcast } = shippedPresets
const cut = 1200

function alignStart(start: number, rate: SampleRate = RATE_24, preset = online) {
  return alignToShots(toDocument(rate, [start, start + 100]), preset, { shotChanges: [cut] }).cues[0]?.start
}

function alignEnd(end: number, rate: SampleRate = RATE_24, preset = online) {
  return alignToShots(toDocument(rate, [end - 100, end]), preset, { shotChanges: [cut] }).cues[0]?.end
}

describe('the zones of Netflix, "frames at 24 fps", H being 12', () => {
  test('"in-time 1..H-1 after a cut -> snap back to cut"', () => {
    for (let distance = 0; distance < 12; distance++) assert.equal(alignStart(cut + distance), cut, `${distance}`)
    assert.equal(alignStart(cut + 12), cut + 12)
  })

  test('"1..0.75H-1 before a cut -> snap forward to cut"', () => {
    for (let distance = 1; distance < 9; distance++) assert.equal(alignStart(cut - distance), cut, `${distance}`)
  })

  test('"0.75H..H-1 before -> pull to H before the cut"', () => {
    for (let distance = 9; distance <= 12; distance++) assert.equal(alignStart(cut - distance), cut - 12, `${distance}`)
    assert.equal(alignStart(cut - 13), cut - 13)
  })

  test('"out-time < H after a cut -> cut-2"; "out on the cut -> cut-2"', () => {
    for (let distance = 0; distance < 12; distance++) assert.equal(alignEnd(cut + distance), cut - 2, `${distance}`)
    assert.equal(alignEnd(cut + 12), cut + 12)
  })

  test('"< H before next cut and not already at -2 -> cut-2"', () => {
    for (let distance = 1; distance < 12; distance++) assert.equal(alignEnd(cut - distance), cut - 2, `${distance}`)
    assert.equal(alignEnd(cut - 12), cut - 12)
  })

  test('"scale by fps/24, gap stays 2"', () => {
    assert.equal(alignStart(cut + 29, RATE_60), cut)
    assert.equal(alignStart(cut + 30, RATE_60), cut + 30)
    assert.equal(alignStart(cut - 23, RATE_60), cut - 30)
    assert.equal(alignStart(cut - 22, RATE_60), cut)
    assert.equal(alignEnd(cut - 29, RATE_60), cut - 2)
    // Half a second at 25 is 12.5 frames, which is rounded to 13.
    assert.equal(alignStart(cut + 12, RATE_25), cut)
    assert.equal(alignStart(cut + 13, RATE_25), cut + 13)
  })
})

test('BBC: "start on first frame of shot, end on last"', () => {
  assert.equal(alignStart(cut + 5, RATE_25, broadcast), cut)
  assert.equal(alignEnd(cut + 5, RATE_25, broadcast), cut, 'an end is exclusive')
  assert.equal(alignEnd(cut - 3, RATE_25, broadcast), cut)
})

describe('neighbours', () => {
  const align = (...times: [number, number][]) =>
    listTimes(alignToShots(toDocument(RATE_24, ...times), online, { shotChanges: [cut] }))

  test('a subtitle that starts at the cut has the one before it end 2 frames before', () => {
    assert.deepEqual(align([1100, 1204], [1206, 1300]), [
      [1100, 1198],
      [1200, 1300],
    ])
  })

  test('keep order and minimum gap: who is pulled before the cut has the one before it make room', () => {
    assert.deepEqual(align([1100, 1188], [1190, 1300]), [
      [1100, 1186],
      [1188, 1300],
    ])
  })

  test('no subtitle is cut down to nothing for a shot change', () => {
    const times: [number, number][] = [[1192, 1206]]
    const [[start, end]] = align(...times) as [[number, number]]
    assert.ok(end - start >= 14, `${start} ${end}`)
  })

  test('at the top and at the bottom of the picture are none', () => {
    const document = toDocument(RATE_24, [1000, 1204], [1150, 1400])
    const apart = { ...document, cues: document.cues.map((cue, i) => (i ? { ...cue, region: 'topRegion' } : cue)) }
    assert.deepEqual(listTimes(alignToShots(apart, online, { shotChanges: [cut] })), [
      [1000, 1198],
      [1150, 1400],
    ])
  })
})

test('without shot changes, or where the preset does not snap, nothing moves', () => {
  const document = toDocument(RATE_24, [1190, 1300])
  for (const shotChanges of [undefined, [], [Number.NaN, -5, 0, 0.5, Number.POSITIVE_INFINITY]]) {
    assert.equal(alignToShots(document, online, { ...(shotChanges && { shotChanges }) }), document)
  }
  const { preset } = readPreset({ shots: { snap: false } })
  assert.equal(alignToShots(document, preset, { shotChanges: [cut] }), document)
})

test('shot changes on every frame, and a day of subtitles, take little time', () => {
  const shotChanges = Array.from({ length: 50_000 }, (_, index) => index)
  const times = Array.from({ length: 20_000 }, (_, index): [number, number] => [index * 60, index * 60 + 50])
  const begin = process.cpuUsage()
  alignToShots(toDocument(RATE_24, ...times), online, { shotChanges })
  const { user } = process.cpuUsage(begin)
  assert.ok(user < 10_000_000, `${user} µs`)
})
