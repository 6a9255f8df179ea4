import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'

const day = 86_400_000
const may = Date.UTC(2026, 4, 1)
let kit: SearchKit
before(async () => {
  kit = await startSearch()
  await kit.put([
    annotation(1, { start: 0, created: may - day, rating: 1, take_ls: [1, 2, 11] }),
    annotation(2, { start: 9, created: may, rating: 2.5, take_ls: [3] }),
    annotation(3, { start: 10, created: may + day, rating: 2.5, funnel: 'ReviewComment' }),
    annotation(4, { start: 25, created: may + 40 * day, name: 'x' }),
    annotation(5, { name: 'no frames' }),
    annotation(6, { start: 5, created: may }, { productionId: 2 }),
  ])
})
after(() => kit.stop())

const range = async (field: string, start: string, end: string, gap: string, more: Record<string, unknown> = {}) => {
  const { facetRanges } = await kit.search({
    'facet.range': [field],
    'facet.range.start': start,
    'facet.range.end': end,
    'facet.range.gap': gap,
    ...more,
  })
  return facetRanges[0]!
}

const counts = ({ counts }: Awaited<ReturnType<typeof range>>) => counts.map(({ value, count }) => [value, count])

describe('`facet.range`', () => {
  // search-28
  test('counts frames; each range reaches until just before the next', async () => {
    const found = await range('start', '0', '20', '10', { 'facet.range.other': ['all'] })
    assert.deepEqual(found, {
      name: 'start',
      start: 0,
      end: 20,
      gap: 10,
      counts: [
        { value: '0', count: 2 },
        { value: '10', count: 1 },
      ],
      before: 0,
      after: 1,
      between: 3,
    })
  })

  // search-28
  test('counts days of a zone from a moment, also as `facet.date`', async () => {
    const days = { start: 'NOW/DAY-1DAY', end: 'NOW/DAY+1DAY', gap: '+1DAY' }
    const moment = { NOW: String(may), TZ: 'Europe/Brussels' }
    const counted = [
      ['2026-04-29T22:00:00.000Z', 1],
      ['2026-04-30T22:00:00.000Z', 1],
    ]
    assert.deepEqual(counts(await range('created', days.start, days.end, days.gap, moment)), counted)
    const asked = Object.fromEntries(Object.entries(days).map(([part, text]) => [`facet.date.${part}`, text]))
    const { facetDates, facetRanges } = await kit.search({
      ...{ ...asked, ...moment, 'facet.date': ['created'], 'facet.date.other': ['after'] },
    })
    const values = [...counted, ['after', 2]].map(([name, count]) => ({ name, count }))
    assert.deepEqual([facetDates, facetRanges], [[{ name: 'created', valueCount: 3, values }], []])
    const { numFound } = await kit.search({ q: 'created:[NOW/DAY TO NOW/DAY+1DAY}', ...moment })
    assert.equal(numFound, 1)
    for (const [name, text] of [
      ['TZ', 'Mars/Olympus'],
      ['json.facet', '{}'],
      ['mlt.count', '3'],
      ['facet.date.start', '5'],
    ] as const) {
      const query = { ...asked, 'facet.date': ['created'], [name]: text }
      await assert.rejects(kit.search(query), { name: 'QuerySyntaxError', parameter: name })
    }
  })

  // search-28
  test('counts dates by days and by months, from a date or from now', async () => {
    const byDay = await range('created', '2026-05-01T00:00:00Z', '2026-05-03T00:00:00Z', '+1DAY')
    assert.deepEqual(counts(byDay), [
      ['2026-05-01T00:00:00.000Z', 1],
      ['2026-05-02T00:00:00.000Z', 1],
    ])
    const byMonth = await range('created', '2026-04-01T00:00:00Z', '2026-07-01T00:00:00Z', '+1MONTH')
    assert.deepEqual(
      counts(byMonth).map(([, count]) => count),
      [1, 2, 1],
    )
    assert.equal(byMonth.gap, '+1MONTH')
    assert.equal((await range('created', 'NOW/DAY-1DAY', 'NOW', '+12HOURS')).counts.length >= 2, true)
  })

  test('counts other numbers, of several values each range once', async () => {
    assert.deepEqual(counts(await range('rating', '0', '3', '0.5', { 'facet.mincount': 1 })), [
      ['1', 1],
      ['2.5', 2],
    ])
    assert.deepEqual(counts(await range('take_ls', '0', '20', '10')), [
      ['0', 2],
      ['10', 1],
    ])
  })

  // search-28
  test('ends with a whole range, or where it is asked to', async () => {
    const whole = await range('start', '0', '25', '10')
    assert.deepEqual([whole.end, counts(whole).at(-1)], [30, ['20', 1]])
    const hard = await range('start', '0', '25', '10', { 'facet.range.hardend': true })
    assert.deepEqual([hard.end, counts(hard).at(-1)], [25, ['20', 0]])
  })

  test('counts what was found, and nothing of another production', async () => {
    assert.deepEqual(counts(await range('start', '0', '20', '10', { fq: ['funnel:ReviewComment'] })), [
      ['0', 0],
      ['10', 1],
    ])
  })

  // search-28
  test('counts bounds where `facet.range.include` says: every combination of words, as Solr defines them', async () => {
    const numbers = new Map([
      [70, [0]],
      [71, [0, 10]],
      [72, [5, 20]],
      [73, [10]],
      [74, [20]],
      [75, [-1, 21]],
      [76, [30]],
    ])
    await kit.put(Array.from(numbers, ([id, bound_ls]) => annotation(id, { bound_ls })))
    const countWhere = (isIn: (number: number) => boolean) => [...numbers.values()].filter(own => own.some(isIn)).length
    const words = ['lower', 'upper', 'edge', 'outer']
    for (let set = 0; set < 16; set++) {
      const include = words.filter((_, bit) => (set >> bit) & 1)
      const [lower, upper, edge, outer] = words.map(word =>
        include.length === 0 ? word === 'lower' : include.includes(word),
      )
      const found = await range('bound_ls', '0', '20', '10', {
        'facet.range.other': 'all',
        ...(include.length > 0 && { 'facet.range.include': include }),
      })
      const isIn = (from: number, to: number, withFrom?: boolean, withTo?: boolean) => (number: number) =>
        (number > from && number < to) || (number === from && withFrom) || (number === to && withTo) || false
      assert.deepEqual(
        [found.before, ...found.counts.map(({ count }) => count), found.after, found.between],
        [
          countWhere(isIn(Number.NEGATIVE_INFINITY, 0, false, outer || !(lower || edge))),
          countWhere(isIn(0, 10, lower || edge, upper)),
          countWhere(isIn(10, 20, lower, upper || edge)),
          countWhere(isIn(20, Number.POSITIVE_INFINITY, outer || !(upper || edge), false)),
          countWhere(isIn(0, 20, lower || edge, upper || edge)),
        ],
        include.join(),
      )
    }
    await assert.rejects(range('start', '0', '10', '1', { 'facet.range.include': 'middle' }), {
      name: 'QuerySyntaxError',
    })
    await kit.remove([...numbers.keys()])
  })

  test('takes other bounds for one field alone', async () => {
    const { facetRanges } = await kit.search({
      'facet.range': ['start', 'rating'],
      'facet.range.start': '0',
      'facet.range.end': '20',
      'facet.range.gap': '10',
      'f.rating.facet.range.end': '2',
      'f.rating.facet.range.gap': '1',
    })
    assert.deepEqual(
      facetRanges.map(({ name, end, gap }) => [name, end, gap]),
      [
        ['start', 20, 10],
        ['rating', 2, 1],
      ],
    )
  })

  test('of a field that nobody has is empty', async () => {
    assert.deepEqual(counts(await range('nobody_l', '0', '1', '1')), [['0', 0]])
  })

  for (const [what, start, end, gap] of [
    ['no number', 'a', '10', '1'],
    ['a number and a date', '0', 'NOW', '1'],
    ['a time for numbers', '0', '10', '+1DAY'],
    ['a number for dates', 'NOW-1DAY', 'NOW', '1'],
    ['a gap of nothing', '0', '10', '0'],
    ['a gap backwards', '0', '10', '-1'],
    ['a gap that rounds', 'NOW-1DAY', 'NOW', '/DAY'],
    ['too many ranges', '0', '100000', '1'],
    ['an end before the start', '10', '0', '1'],
  ] as const) {
    // search-29
    test(`refuses ${what}`, async () => {
      await assert.rejects(range('start', start, end, gap), { name: 'QuerySyntaxError' })
    })
  }

  // search-29
  test('needs where it starts, where it ends and how large a range is', async () => {
    await assert.rejects(kit.search({ 'facet.range': ['start'] }), { name: 'QuerySyntaxError' })
  })
})
