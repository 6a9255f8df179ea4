import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { createRandom } from '../../../../server/test/random.ts'
import { alignShots, type Pair, type PairKind, type Shot } from '../../../src/compare/cuts/align.ts'
import { findPair, findSamePicture, listChanges, listShots } from '../../../src/compare/cuts/cuts.ts'
import { toBits } from '../../../src/compare/cuts/looks.ts'
import type { FrameFormat } from '../../../src/player/frames.ts'

const pal: FrameFormat = { rate: RATE_25, dropFrame: false, startTimecode: 0 }
const ntsc: FrameFormat = { rate: RATE_29_97, dropFrame: false, startTimecode: 0 }

/** A shot of this many frames, which looks like picture number `look` (moving on with each second), from a second of it on. */
interface Take {
  readonly frames: number
  readonly look?: number
  readonly from?: number
}

/** The bits of a picture: others for each number. */
function toLook(number: number): readonly [number, number] {
  return [Math.imul(number + 1, 0x9e3779b1), Math.imul(number + 7, 0x85ebca6b)]
}

function toShots(takes: readonly Take[], { rate } = pal): Shot[] {
  let start = 0
  return takes.map(({ frames, look, from = 0 }) => {
    const seconds = (frames * rate.den) / rate.num
    const looks =
      look === undefined
        ? []
        : Array.from({ length: Math.ceil(seconds) }, (_, at) => ({ at, bits: toLook(look * 100 + from + at) }))
    const shot = { start, end: start + frames, seconds, looks }
    start += frames
    return shot
  })
}

function align(a: readonly Take[], b: readonly Take[]): readonly Pair[] {
  return alignShots(toShots(a), toShots(b), 0.04) ?? []
}

const toKinds = (pairs: readonly Pair[]): PairKind[] => pairs.map(({ kind }) => kind)
const film = [120, 87, 240, 61, 133, 95, 310, 48].map((frames, look) => ({ frames, look }))

test('a cut is the same as itself, with pictures and without', () => {
  assert.deepEqual(new Set(toKinds(align(film, film))), new Set(['same']))
  const blind = film.map(({ frames }) => ({ frames }))
  assert.deepEqual(new Set(toKinds(align(blind, blind))), new Set(['same']))
  assert.deepEqual(align([], []), [])
})

test('what was taken out, put in, cut shorter at either end, and graded, is each its own change', () => {
  const later = [
    film[0]!,
    // Without the second; a new one behind the third.
    film[2]!,
    { frames: 75, look: 50 },
    // The fourth without its end.
    { frames: 40, look: 3 },
    // The fifth without its first two seconds.
    { frames: 83, look: 4, from: 2 },
    // The sixth with another picture.
    { frames: 95, look: 60 },
    film[6]!,
    film[7]!,
  ]
  const pairs = align(film, later)
  const kinds = toKinds(pairs)
  assert.deepEqual(kinds.slice(0, 6), ['same', 'removed', 'same', 'added', 'trimmed', 'trimmed'])
  // A picture that is wholly another, as long as the one that is gone: one out, one in.
  assert.deepEqual(kinds.slice(6, -2).toSorted(), ['added', 'removed'])
  assert.deepEqual(kinds.slice(-2), ['same', 'same'])
  assert.equal(pairs[5]?.shift.toFixed(6), ((83 - 133) / 25).toFixed(6))
  // The frame that shows the same: behind what was taken out, and within what lost its beginning.
  const inFifth = 120 + 87 + 240 + 61 + 60
  const fifthOfLater = 120 + 240 + 75 + 40
  assert.equal(findSamePicture(inFifth, pairs, 'a', pal, pal), fifthOfLater + 60 - 50)
  assert.equal(findSamePicture(fifthOfLater + 60 - 50, pairs, 'b', pal, pal), inFifth)
  assert.equal(findSamePicture(120 + 87 + 5, pairs, 'a', pal, pal), 120 + 5)
  // What was taken out has no picture there: the frame at which it goes on.
  assert.equal(findSamePicture(150, pairs, 'a', pal, pal), 120)
  assert.equal(pairs[findPair(150, pairs, 'a')]?.kind, 'removed')
  assert.deepEqual(listChanges(pairs, 'a').slice(0, 2), [
    { kind: 'removed', start: 120, end: 207 },
    { kind: 'added', start: 447, end: 447 },
  ])
})

test('a grade that changes a few places of a picture is a change of the shot, no new one', () => {
  const a = toShots(film)
  const b = a.map((shot, index) => ({
    ...shot,
    looks:
      index === 2
        ? shot.looks.map(look => ({ ...look, bits: [look.bits[0] ^ 0x7fff, look.bits[1]] as const }))
        : shot.looks,
  }))
  const kinds = toKinds(alignShots(a, b, 0.04) ?? [])
  assert.deepEqual(kinds, ['same', 'same', 'changed', ...Array.from({ length: 5 }, () => 'same')])
})

test('the same cut at another rate is the same, and its pictures are found', () => {
  const [a, b] = [
    toShots(film),
    toShots(
      film.map(take => ({ ...take, frames: Math.round((take.frames * 30000) / 25025) })),
      ntsc,
    ),
  ]
  const pairs = alignShots(a, b, 0.04) ?? []
  assert.deepEqual(new Set(toKinds(pairs)), new Set(['same']))
  for (const shot of a) {
    const found = findSamePicture(shot.start, pairs, 'a', pal, ntsc)
    assert.equal(found, b[a.indexOf(shot)]?.start)
  }
})

test('whatever is taken out of a cut and put in, shots that stayed are found', () => {
  const random = createRandom('cuts')
  const draw = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  for (let round = 0; round < 60; round++) {
    const count = draw(2, 80)
    const takes = Array.from(
      { length: count },
      (_, look): Take => ({
        frames: draw(12, 400),
        ...(round % 2 === 0 && { look }),
      }),
    )
    const kept = takes.filter(() => draw(0, 9) > 0)
    const later = kept.flatMap(take => (draw(0, 9) === 0 ? [{ frames: 500 + draw(0, 99) }, take] : [take]))
    const pairs = align(takes, later)
    // Each shot stands once and in order, whatever is said of it.
    assert.deepEqual(
      pairs.flatMap(({ a }) => (a ? [a.start] : [])),
      toShots(takes).map(({ start }) => start),
    )
    assert.deepEqual(
      pairs.flatMap(({ b }) => (b ? [b.start] : [])),
      toShots(later).map(({ start }) => start),
    )
    if (round % 2 === 1) continue
    const same = pairs.filter(({ kind }) => kind === 'same').length
    assert.equal(same, kept.length, `${same} of ${kept.length} shots`)
  }
})

test('shots of a clip begin at its frames and end at the next one, with the small pictures that lie in them', () => {
  const looks = [0, 1, 2, 3].map(seconds => ({ seconds, bits: toLook(seconds) }))
  const shots = listShots({ shots: [30, 60, 200], frameCount: 100, format: pal }, looks)
  assert.deepEqual(
    shots.map(({ start, end, looks: own }) => [start, end, own.map(({ at }) => Number(at.toFixed(2)))]),
    [
      [0, 30, [0, 1]],
      [30, 60, [0.8]],
      [60, 100, [0.6]],
    ],
  )
})

test('a picture is known by its edges, whatever its brightness; an empty one is not known', () => {
  const draw = (light: (column: number, row: number) => number) =>
    toBits(Array.from({ length: 72 * 4 }, (_, index) => light((index >> 2) % 9, Math.floor((index >> 2) / 9))))
  const picture = draw((column, row) => (column * 37 + row * 91) % 140)
  assert.deepEqual(
    draw((column, row) => 60 + 0.8 * ((column * 37 + row * 91) % 140)),
    picture,
  )
  assert.equal(
    draw(() => 12),
    undefined,
  )
  assert.notDeepEqual(
    draw((column, row) => (column * 91 + row * 37) % 140),
    picture,
  )
})
