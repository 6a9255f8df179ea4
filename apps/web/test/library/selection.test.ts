import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findStep,
  focusOn,
  type Selected,
  selectAll,
  selectNothing,
  selectOne,
  selectRange,
  toggle,
  withoutGone,
} from '../../src/design/fields/selection.ts'

const ids = ({ ids }: Selected<number>) => [...ids]

test('a click selects one, Ctrl toggles, Shift takes the range from the anchor', () => {
  const one = selectOne(3)
  assert.deepEqual(one, { focused: 3, anchor: 3, ids: new Set([3]) })
  const two = toggle(one, 5)
  assert.deepEqual([ids(two), two.anchor], [[3, 5], 5])
  const range = selectRange(two, 8, [5, 6, 7, 8])
  assert.deepEqual([ids(range), range.anchor, range.focused], [[5, 6, 7, 8], 5, 8])
  // The anchor stays: a second range begins where the first one did.
  const other = selectRange(range, 4, [4, 5])
  assert.deepEqual([ids(other), other.anchor, other.focused], [[4, 5], 5, 4])
  assert.deepEqual(ids(selectRange(other, 9, [9], true)), [4, 5, 9])
  assert.deepEqual(ids(toggle(other, 5)), [4])
})

test('the focus moves without selecting, all are selected, and those that are gone are dropped', () => {
  const moved = focusOn(selectOne(1), 2)
  assert.deepEqual([moved.focused, moved.anchor, ids(moved)], [2, 1, [1]])
  const all = selectAll(moved, [1, 2, 3])
  assert.deepEqual([all.focused, ids(all)], [2, [1, 2, 3]])
  const left = withoutGone(all, new Set([2]))
  assert.deepEqual([left.focused, left.anchor, ids(left)], [undefined, 1, [1, 3]])
  assert.deepEqual(selectNothing(4), { focused: 4, anchor: 4, ids: new Set() })
  assert.equal(selectRange(selectNothing<number>(), 4, [4]).anchor, 4)
})

test('keys lead through a grid, and stop at its edges', () => {
  // 0 1 2 / 3 4 5 / 6 7
  const placement = { count: 8, columns: 3, rows: 2 }
  const step = (key: string, from?: number) => findStep(key, from, placement)
  assert.deepEqual(
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map(key => step(key, 4)),
    [5, 3, 7, 1, 0, 7],
  )
  assert.equal(step('ArrowRight', 7), 7)
  assert.equal(step('ArrowLeft', 0), 0)
  assert.equal(step('ArrowUp', 1), 1)
  assert.equal(step('ArrowDown', 5), 7, 'the last row is short')
  assert.equal(step('ArrowDown', 6), 6)
  assert.equal(step('PageDown', 1), 4)
  assert.equal(step('PageUp', 4), 1)
  assert.equal(step('ArrowDown'), 0)
  assert.equal(step('a', 4), undefined)
  assert.equal(findStep('End', undefined, { count: 0, columns: 1, rows: 1 }), undefined)
})
