import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planChange } from './entries.ts'

const [a, b, c, d, e] = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]
const positions = [100, 200, 300, 400]
const before = [a, b, c, d]
const at = (position: number, entry: object) => ({ position, entry })

test('what is written is what has changed', () => {
  const cases: [string, object[], number[], object[]][] = [
    ['nothing', before, [], []],
    ['one entry', [a, e, c, d], [], [at(200, e)]],
    ['two entries', [e, b, c, { n: 6 }], [], [at(100, e), at(400, { n: 6 })]],
    ['a removal', [a, c, d], [200], []],
    ['a removal of all', [], positions, []],
    ['an insertion', [a, e, b, c, d], [], [at(150, e)]],
    ['an insertion at the beginning', [e, a, b, c, d], [], [at(50, e)]],
    ['an addition', [a, b, c, d, e], [], [at(400 + 2 ** 20, e)]],
    ['two for one', [a, e, { n: 6 }, c, d], [200], [at(166, e), at(232, { n: 6 })]],
    ['two that changed places', [b, a, c, d], [], [at(100, b), at(200, a)]],
  ]
  for (const [name, after, removed, written] of cases) {
    assert.deepEqual(planChange(before, positions, after), { removed, written }, name)
  }
})

test('where no position is free, all are new', () => {
  const { removed, written } = planChange([a, b], [1, 2], [a, c, b])
  assert.deepEqual(
    [removed, written.map(({ entry }) => entry)],
    [
      [1, 2],
      [a, c, b],
    ],
  )
})

test('any list becomes any other one, by rows that are removed before others are written', () => {
  const pool = Array.from({ length: 12 }, (_, n) => ({ n }))
  const lists = fc.array(fc.constantFrom(...pool), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(lists, { minLength: 1, maxLength: 12 }), sequence => {
      let rows = new Map<number, unknown>()
      let stored: object[] = []
      for (const next of sequence) {
        const inOrder = [...rows.keys()].sort((x, y) => x - y)
        const { removed, written } = planChange(stored, inOrder, next)
        rows = new Map(rows)
        for (const position of removed) assert.ok(rows.delete(position))
        for (const { position, entry } of written) rows.set(position, entry)
        stored = [...rows].sort(([x], [y]) => x - y).map(([, entry]) => entry as object)
        assert.deepEqual(stored, next)
      }
    }),
  )
})
