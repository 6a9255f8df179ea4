import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findStepInRows, listRows } from '../../src/library/grid/rows/grid-rows.ts'
import { findRange, toStarts } from '../../src/library/grid/rows/row-range.ts'
import { placeBefore, toMoves } from '../../src/library/ordering/moves.ts'
import { toNames } from '../../src/library/selection/rename/rename.ts'
import { readCells } from '../../src/library/table/read-cells.ts'
import { readTags, writeTags } from '../../src/platform/tags.ts'
import { isUnreadable } from '../../src/player/media-names.ts'
import { toFolderOrder } from '../../src/uploads/files/file-order.ts'
import { toParts } from '../../src/uploads/files/name-parts.ts'
import { listEarlierNames } from '../../src/uploads/files/version-names.ts'
import { countSecondsLeft, Rate } from '../../src/uploads/rate.ts'

/** An order, some of its members, and one of them or its end. */
const ordered = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
  .chain(order =>
    fc.record({ order: fc.constant(order), moved: fc.subarray(order), before: fc.option(fc.constantFrom(...order)) }),
  )

test('moves sent one after the other make the wanted order, and those back the former one', () => {
  fc.assert(
    fc.property(ordered, ({ order, moved, before }) => {
      const wanted = placeBefore(order, new Set(moved), before ?? undefined)
      assert.deepEqual(wanted.toSorted(), order.toSorted())
      const send = (from: readonly number[], to: readonly number[]) => {
        const work = [...from]
        // As the service does: what is attached already is taken out, then put at its place.
        for (const [id, position] of toMoves(from, to, new Set(moved))) {
          work.splice(work.indexOf(id), 1)
          work.splice(position, 0, id)
        }
        return work
      }
      assert.deepEqual(send(order, wanted), wanted)
      assert.deepEqual(send(wanted, order), order)
    }),
  )
})

test('what is put before another one keeps its own order; before one of its own it goes before the next', () => {
  assert.deepEqual(placeBefore([1, 2, 3, 4], new Set([1, 3]), undefined), [2, 4, 1, 3])
  assert.deepEqual(placeBefore([1, 2, 3, 4], new Set([4, 2]), 1), [2, 4, 1, 3])
  assert.deepEqual(placeBefore([1, 2, 3, 4], new Set([1, 2]), 2), [1, 2, 3, 4])
})

test('keys go over heads, past closed groups, and stay in their column', () => {
  const groups = [
    { value: 'a', first: 0, count: 5 },
    { value: 'b', first: 5, count: 2 },
    { value: null, first: 7, count: 3 },
  ]
  const all = listRows(groups, 3, new Set())
  assert.equal(all.length, 7)
  assert.equal(findStepInRows('ArrowDown', 1, all, 3), 4)
  assert.equal(findStepInRows('ArrowDown', 4, all, 3), 6)
  assert.equal(findStepInRows('ArrowDown', 2, all, 3), 4)
  assert.equal(findStepInRows('ArrowUp', 9, all, 3), 6)
  assert.equal(findStepInRows('End', 0, all, 3), 9)
  assert.equal(findStepInRows('a', 0, all, 3), undefined)
  const closed = listRows(groups, 3, new Set(['b']))
  assert.equal(findStepInRows('ArrowDown', 4, closed, 3), 8)
  assert.equal(findStepInRows('ArrowRight', 4, closed, 3), 7)
  assert.equal(findStepInRows('ArrowLeft', 7, closed, 3), 4)
  assert.equal(findStepInRows('Home', 9, closed, 3), 0)
})

test('only rows in sight are shown, and one more on either side, whatever their heights', () => {
  const even = toStarts({ count: 1000, height: 40 })
  assert.deepEqual(findRange(even, 4000, 4400, 1), { first: 99, end: 112 })
  assert.deepEqual(findRange(even, 0, 100, 1), { first: 0, end: 4 })
  const heads = toStarts([36, 100, 100, 36, 100])
  assert.equal(heads.total, 372)
  assert.deepEqual(findRange(heads, 140, 236, 0), { first: 2, end: 4 })
  assert.deepEqual(findRange(toStarts([]), 0, 500, 1), { first: 0, end: 0 })
})

test('names follow a pattern with numbers; cells are read as spreadsheets write them', () => {
  assert.deepEqual(toNames('{n:3}_{name}', ['Anna', '{n}']), ['001_Anna', '002_{n}'])
  assert.deepEqual(readCells('12\tday\r\n13\t\r\n'), [
    ['12', 'day'],
    ['13', ''],
  ])
})

test('files are sent in the order of their folders, numbers by their size', () => {
  const paths = ['reel/clip10.mov', 'reel/clip2.mov', 'notes.txt', 'reel/a/one.wav']
  const files = paths.map(path => ({ name: path.split('/').at(-1) ?? '', webkitRelativePath: path }))
  const ordered = toFolderOrder([...files, { name: 'b.pdf', webkitRelativePath: '' }])
  assert.deepEqual(
    ordered.map(({ name }) => name),
    ['b.pdf', 'notes.txt', 'one.wav', 'clip2.mov', 'clip10.mov'],
  )
})

test('the speed of an upload is that of the last minute, or since it began', () => {
  const rate = new Rate(1000)
  assert.equal(rate.perSecond(2000), undefined)
  rate.add(5_000_000, 6000)
  assert.equal(rate.perSecond(6000), 1_000_000)
  rate.add(5_000_000, 11_000)
  assert.equal(rate.perSecond(11_000), 1_000_000)
  // The first one is more than a minute ago.
  assert.equal(rate.perSecond(66_500), 5_000_000 / 60)
  assert.equal(rate.perSecond(80_000), undefined)
  assert.equal(countSecondsLeft(3_000_000, 1_000_000), 3)
  assert.equal(countSecondsLeft(3_000_000, undefined), undefined)
})

test('tags are read as they were written, whatever is in them', () => {
  assert.deepEqual(readTags(' wide, dawn,, dawn '), ['wide', 'dawn'])
  assert.equal(writeTags(['Paris, Texas', 'say "when"', '"quoted"']), '"Paris, Texas", say "when", """quoted"""')
  const tag = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"'), minLength: 1 }).map(text => text.trim())
  fc.assert(
    fc.property(fc.uniqueArray(tag.filter(text => text !== '')), tags => {
      assert.deepEqual(readTags(writeTags(tags)), tags)
    }),
  )
})

test('a document that is named as a film could not be read as one', () => {
  assert.ok(isUnreadable({ type: 'DOCUMENT', name: 'broken.MOV' }))
  assert.ok(!isUnreadable({ type: 'VIDEO', name: 'take.mov' }))
  assert.ok(!isUnreadable({ type: 'DOCUMENT', name: 'call sheet.pdf' }))
})

test('names that are looked for are parted into calls that are short enough, each name once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 255 }), { maxLength: 60 }), names => {
      const parts = toParts(names)
      assert.deepEqual(parts.flat(), [...new Set(names)])
      for (const part of parts) assert.ok(part.length > 0 && part.join('').length <= 1000)
    }),
  )
})

test('names of files tell which version they are: with the same letters, zeros and ending as those before', () => {
  assert.deepEqual(listEarlierNames('pagoda_wide_v2.mp4'), ['pagoda_wide_v1.mp4', 'pagoda_wide.mp4'])
  assert.deepEqual(listEarlierNames('reel/Teaser V03.mov'), ['Teaser V02.mov', 'Teaser V01.mov', 'Teaser.mov'])
  assert.deepEqual(listEarlierNames('cut v12'), [
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(number => `cut v${String(number).padStart(2, '0')}`),
    'cut',
  ])
  assert.equal(listEarlierNames('cut_v999.mxf').length, 21)
  for (const name of ['pagoda_v1.mp4', 'v2.mp4', 'interview.mov', 'IMG_2041.jpg', 'cut_v1234.mov', ''])
    assert.deepEqual(listEarlierNames(name), [], name)
})
