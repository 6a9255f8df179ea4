import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countParts, findCover, findPart, toPartBytes, toPartRange } from './grid.ts'

const mebibyte = 1024 * 1024
const tebibyte = mebibyte * mebibyte

test('parts are of 16 MiB, and larger where there would be more than 9,000', () => {
  assert.equal(toPartBytes(1), 16 * mebibyte)
  assert.equal(toPartBytes(9_000 * 16 * mebibyte), 16 * mebibyte)
  assert.equal(toPartBytes(9_000 * 16 * mebibyte + 1), 17 * mebibyte)
  assert.equal(toPartBytes(5 * tebibyte), 583 * mebibyte)
})

test('every byte is in one part, and no file has more parts than a store takes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 * tebibyte }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (size, share, isGrowing) => {
        const extent = { size, isGrowing }
        const position = Math.min(size - 1, Math.floor(size * share))
        const { start, end } = toPartRange(findPart(position, extent), extent)
        assert.ok(start <= position && position < end)
        assert.ok(countParts(extent) <= 9_000)
        assert.equal(toPartRange(countParts(extent), extent).end, size)
      },
    ),
  )
})

test('the parts of a growing file stay where they are, and none is larger than a store takes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8_999 }), number => {
      const unknown = toPartRange(number, { size: Number.POSITIVE_INFINITY, isGrowing: true })
      assert.deepEqual(toPartRange(number, { size: unknown.end + 1, isGrowing: true }), unknown)
      assert.equal(findPart(unknown.start, { size: 0, isGrowing: true }), number)
      assert.equal(findPart(unknown.end, { size: 0, isGrowing: true }), number + 1)
      assert.ok(unknown.end - unknown.start <= 4096 * mebibyte)
    }),
  )
  assert.equal(countParts({ size: 0, isGrowing: true }), 0)
})

test('fragments cover a part exactly where all its bytes are in them, each from the newest', () => {
  const interval = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 8 }))
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), intervals => {
      const fragments = intervals.map(([start, length], index) => ({
        key: String(index),
        start,
        end: start + length,
        number: (index * 7) % 13,
      }))
      const part = { start: 5, end: 17 }
      const has = (byte: number) => fragments.some(({ start, end }) => start <= byte && byte < end)
      const isCovered = Array.from({ length: 12 }, (_, index) => part.start + index).every(has)
      const cover = findCover(fragments, part)
      assert.equal(cover !== undefined, isCovered)
      const bytes = (cover ?? []).flatMap(({ key, from, to }) => {
        const { start, number } = fragments[Number(key)]!
        return Array.from({ length: to - from }, (_, index) => {
          const byte = start + from + index
          const newer = fragments.find(other => other.start <= byte && byte < other.end && other.number > number)
          assert.equal(newer, undefined, `byte ${byte} is in a newer fragment`)
          return byte
        })
      })
      if (cover)
        assert.deepEqual(
          bytes,
          Array.from({ length: 12 }, (_, index) => part.start + index),
        )
    }),
  )
})
