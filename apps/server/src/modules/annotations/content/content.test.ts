import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyContentChanges, findReplacedItems, toContentChanges } from './content.ts'

const [a, b, c, d, e] = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]
const before = { list: [a, b, c, d], name: 'x' }
const item = (index: string) => ({ path: ['list', index], item: e })

test('what has changed is found item by item, as long as it is little and nothing else', () => {
  const cases: [string, Record<string, unknown>, unknown][] = [
    ['nothing', { ...before }, []],
    ['one', { ...before, list: [a, e, c, d] }, [item('1')]],
    ['three', { ...before, list: [e, e, c, e] }, [item('0'), item('1'), item('3')]],
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
  const replaceAll = (count: number) => {
    const list = Array.from({ length: count }, (_, n) => ({ n }))
    return findReplacedItems({ list }, { list: list.map(({ n }) => ({ n: -n })) })?.length
  }
  assert.deepEqual([replaceAll(8), replaceAll(9)], [8, undefined])
})

test('what is kept beside the stored content gives the new content, also of a member with a slash in its name', () => {
  const stored = { 'a/b': [{ n: 1 }, { n: 2 }], list: [{ n: 3 }], name: 'x' }
  const after = { ...stored, 'a/b': [{ n: 1 }, { n: 9 }], list: [{ n: 8 }] }
  const changes = toContentChanges({ ...after, 'a/b': [after['a/b'][0], { n: 2 }], list: stored.list }, after)
  assert.deepEqual(changes, { 'a/b/1': { n: 9 }, 'list/0': { n: 8 } })
  const read = structuredClone(stored)
  applyContentChanges(read, changes)
  assert.deepEqual(read, after)
})
