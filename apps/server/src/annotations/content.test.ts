import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findReplacedItems } from './content.ts'

const [a, b, c, d, e] = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]
const before = { list: [a, b, c, d], name: 'x' }
const item = (index: string) => ({ path: ['list', index], item: e })

test('what has changed is found item by item, as long as it is little and nothing else', () => {
  const cases: [string, Record<string, unknown>, unknown][] = [
    ['nothing', { ...before }, []],
    ['one', { ...before, list: [a, e, c, d] }, [item('1')]],
    ['three', { ...before, list: [e, e, c, e] }, [item('0'), item('1'), item('3')]],
    ['four', { ...before, list: [e, e, e, e] }, undefined],
    ['one more', { ...before, list: [a, b, c, d, e] }, undefined],
    ['one less', { ...before, list: [a, b, c] }, undefined],
    [
      'two that changed places',
      { ...before, list: [b, a, c, d] },
      [
        { path: ['list', '0'], item: b },
        { path: ['list', '1'], item: a },
      ],
    ],
    ['another member', { ...before, name: 'y' }, undefined],
    ['a member that is new', { ...before, more: 1 }, undefined],
    ['a member that is gone', { list: before.list }, undefined],
    ['a member by another name', { list: before.list, title: 'x' }, undefined],
    ['an item that is none', { ...before, list: [a, 'b', c, d] }, undefined],
  ]
  for (const [name, after, expected] of cases) assert.deepEqual(findReplacedItems(before, after), expected, name)
})
