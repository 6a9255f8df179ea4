import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'

let kit: SearchKit
before(async () => {
  kit = await startSearch()
  const comment = (id: number, root: number, start: number, more = {}) =>
    annotation(id, { funnel: 'ReviewComment', threadGroupId_s_nm_d: String(root), start, mediaObjectId: 50, ...more })
  await kit.put([
    comment(1, 1, 10, { description: 'the door' }),
    comment(2, 1, 10, { description: 'which door' }),
    comment(3, 3, 5),
    comment(4, 1, 10, { description: 'that one' }),
    comment(5, 3, 5),
    annotation(6, { start: 1, tags: ['a', 'b'] }),
    annotation(7, { start: 2, tags: ['a'] }),
    annotation(8, { threadGroupId_s_nm_d: '1' }, { productionId: 2 }),
  ])
})
after(() => kit.stop())

const group = async (more: Record<string, unknown> = {}) => {
  const { groupResponse, ...list } = await kit.search({
    group: true,
    'group.field': ['threadGroupId_s_nm_d'],
    sort: 'start asc',
    ...more,
  })
  return { ...list, groups: groupResponse!.values }
}

describe('groups', () => {
  // search-30
  test('are put together "server-side … by `threadGroupId_s_nm_d`": a comment and its replies, in the order of the first', async () => {
    const { groups, numFound, results } = await group({ 'group.limit': 10, 'group.ngroups': true })
    const [field] = groups
    assert.deepEqual([field?.name, field?.matches, field?.ngroups, numFound], ['threadGroupId_s_nm_d', 7, 3, 7])
    assert.deepEqual(
      field?.values.map(({ groupValue, result }) => [groupValue, result.numFound, result.results.map(each => each.id)]),
      [
        [null, 2, [6, 7]],
        ['3', 2, [3, 5]],
        ['1', 3, [1, 2, 4]],
      ],
    )
    assert.deepEqual(results, [], 'the documents are in their groups')
    const nothing = await group({ q: 'nowhere', 'group.ngroups': true })
    assert.deepEqual([nothing.groups[0]?.ngroups, nothing.groups[0]?.values], [0, []])
  })

  // search-30
  test('show one document each by default; `rows` and `start` count groups', async () => {
    const { groups } = await group({ fq: ['funnel:ReviewComment'], rows: 1, start: 1, fl: ['id'] })
    assert.deepEqual(groups[0]?.values, [{ groupValue: '1', result: { numFound: 3, start: 0, results: [{ id: 1 }] } }])
    const none = await group({ rows: 0, start: 1 })
    assert.deepEqual([none.groups[0]?.matches, none.groups[0]?.values], [7, []])
  })

  // search-30
  test('have an order of their own within, and a page', async () => {
    const { groups } = await group({
      'group.sort': 'id desc',
      'group.limit': 1,
      'group.offset': 1,
      fq: ['threadGroupId_s_nm_d:1'],
    })
    assert.deepEqual(
      groups[0]?.values[0]?.result.results.map(each => each.id),
      [2],
    )
  })

  test('are ordered by relevance by default', async () => {
    const { groups } = await group({ q: 'door', sort: '', 'group.limit': 5 })
    assert.deepEqual(
      groups[0]?.values.map(each => each.result.results.map(({ id }) => id)),
      [[1, 2]],
    )
  })

  test('by numbers, and by a field that nobody has', async () => {
    const { groups } = await group({ 'group.field': ['mediaObjectId', 'nobody_s'], 'group.limit': 0 })
    assert.deepEqual(
      groups.map(({ values }) => values.map(({ groupValue, result }) => [groupValue, result.numFound])),
      [
        [
          [null, 2],
          ['50', 5],
        ],
        [[null, 7]],
      ],
    )
  })

  // search-31
  test('by several values at once are none', async () => {
    await assert.rejects(group({ 'group.field': ['tags'] }), { name: 'BadRequestError' })
    await assert.rejects(group({ 'group.field': [] }), { name: 'QuerySyntaxError' })
    await assert.rejects(group({ 'group.sort': 'nonsense asc' }), { name: 'BadRequestError' })
    await assert.rejects(group({ cursorMark: '*' }), { name: 'QuerySyntaxError' })
  })

  // search-2
  test('are refused for what the scope holds, never for what others have', async () => {
    await kit.put([
      annotation(600, { tags: 'x', name: 'one' }, { productionId: 8 }),
      annotation(601, { tags: 'y', name: 'two' }, { productionId: 8 }),
      annotation(602, { tags: 'x', name: 'three' }, { productionId: 8 }),
      annotation(603, { tags: ['x', 'y'] }, { productionId: 8, accountId: 9 }),
    ])
    const query = { group: true, 'group.field': ['tags'], 'group.ngroups': true, sort: 'id asc' }
    await assert.rejects(kit.search({ ...query, q: 'name:*' }, { productionId: 8 }), { name: 'BadRequestError' })
    const restrictTo = { field: 'name', values: ['one', 'two', 'three'] }
    const { groupResponse } = await kit.search(query, { productionId: 8, restrictTo })
    const [tags] = groupResponse!.values
    assert.deepEqual(
      [tags?.ngroups, tags?.values.map(({ groupValue, result }) => [groupValue, result.numFound])],
      [
        2,
        [
          ['x', 2],
          ['y', 1],
        ],
      ],
    )
  })

  test('by a field of very many', async () => {
    const many = Array.from({ length: 140 }, (_, index) => [`many${index}_s`, index % 2 === 0 ? 'even' : 'odd'])
    await kit.put([
      annotation(700, Object.fromEntries(many), { productionId: 10 }),
      annotation(701, Object.fromEntries(many), { productionId: 10 }),
      annotation(702, { name: 'none of them' }, { productionId: 10 }),
    ])
    const query = { group: true, 'group.field': ['many0_s', 'many99_s'], 'group.ngroups': true, sort: 'id asc' }
    const { groupResponse } = await kit.search(query, { productionId: 10 })
    assert.deepEqual(
      groupResponse!.values.map(({ values }) => values.map(({ groupValue, result }) => [groupValue, result.numFound])),
      [
        [
          ['even', 2],
          [null, 1],
        ],
        [
          ['odd', 2],
          [null, 1],
        ],
      ],
    )
  })

  // search-30
  test('count all documents of a group, wherever they are held', async () => {
    const documents = Array.from({ length: 40 }, (_, index) =>
      annotation(
        500 + index,
        { start: index, name: index > 0 && index < 20 ? 'second' : 'first' },
        { productionId: 7 },
      ),
    )
    await kit.put(documents)
    const query = { group: true, 'group.field': ['name'], sort: 'start asc', rows: 1 }
    const { groupResponse } = await kit.search(query, { productionId: 7 })
    const [first] = groupResponse!.values[0]!.values
    assert.deepEqual([first?.groupValue, first?.result.numFound], ['first', 21])
  })
})
