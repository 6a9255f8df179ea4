/** Parameters of a search by chance, beside its query. */

import fc from 'fast-check'
import { someQuery } from './draw-queries.ts'

/** Each parameter is drawn in so many searches of a hundred, or of those that have what it belongs to. */
export const parameterWeights = {
  fq: 15,
  'q.op': 20,
  df: 20,
  TZ: 30,
  NOW: 20,
  fl: 30,
  sort: 75,
  facet: 3,
  'facet.field': 60,
  'facet.pivot': 40,
  'facet.limit': 60,
  'facet.offset': 30,
  'facet.mincount': 60,
  'facet.sort': 60,
  'facet.prefix': 20,
  'facet.missing': 50,
  'facet.pivot.mincount': 20,
  'f.tags.facet.limit': 20,
  'f.name.facet.mincount': 20,
  'f.name.facet.offset': 20,
  'f.name.facet.sort': 20,
  'f.place_s.facet.prefix': 20,
  'f.my field.facet.missing': 20,
  'facet.query': 30,
  'facet.range': 40,
  'facet.range.hardend': 50,
  'facet.range.other': 50,
  'facet.range.include': 50,
  'f.start.facet.range.gap': 20,
  'f.created.facet.mincount': 40,
  'facet.date': 30,
  'facet.date.hardend': 50,
  'facet.date.other': 50,
  'facet.date.include': 50,
  group: 30,
  'group.limit': 60,
  'group.offset': 30,
  'group.sort': 50,
  'group.ngroups': 50,
  hl: 40,
  'hl.fl': 60,
  'hl.fragsize': 60,
  'hl.snippets': 30,
  'hl.simple.pre': 30,
  'hl.simple.post': 20,
  'hl.tag.pre': 20,
  'hl.tag.post': 20,
  'hl.encoder': 30,
  'hl.requireFieldMatch': 30,
} as const

export function some<T>(name: keyof typeof parameterWeights, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const weight = parameterWeights[name]
  return fc.oneof({ arbitrary: value, weight }, { arbitrary: fc.constant(undefined), weight: 100 - weight })
}

const facetField = fc.constantFrom(
  'name',
  'my field',
  'Größe',
  'tags',
  'start',
  'created',
  'count_l',
  'half_d',
  'mixed',
  'place_s',
  'description',
  'language',
  'attachedEditorialObjectId',
  'own',
  'id',
  'none',
)
const sortKey = fc.constantFrom(
  'my field',
  'Größe',
  'created',
  'start',
  'count_l',
  'half_d',
  'mixed',
  'name',
  'tags',
  'description',
  'note_ts',
  'own',
  'id',
  'place_s',
)
const sortKeys = fc.array(fc.tuple(sortKey, fc.constantFrom('asc', 'desc')), { minLength: 1, maxLength: 3 })
/** An order by fields, or by relevance first. */
export const someSort = fc
  .oneof(
    { arbitrary: sortKeys, weight: 4 },
    { arbitrary: sortKeys.map(keys => [['score', 'desc'], ...keys]), weight: 1 },
    { arbitrary: fc.constantFrom([['score', 'desc']], [['score', 'asc']]), weight: 1 },
  )
  .map(keys => keys.map(key => key.join(' ')).join(','))
const fewFields = fc.uniqueArray(facetField, { minLength: 1, maxLength: 3 })
const pivot = fewFields.map(fields => fields.join())

export const someFacets = fc.record({
  facet: some('facet', fc.constant('false')),
  'facet.field': some('facet.field', fewFields),
  'facet.pivot': some('facet.pivot', fc.uniqueArray(pivot, { minLength: 1, maxLength: 2 })),
  'facet.limit': some('facet.limit', fc.constantFrom(-1, 0, 1, 2, 3, 7)),
  'facet.offset': some('facet.offset', fc.constantFrom(0, 1, 3)),
  'facet.mincount': some('facet.mincount', fc.constantFrom(0, 1, 2, 5)),
  'facet.sort': some('facet.sort', fc.constantFrom('count', 'index')),
  'facet.prefix': some('facet.prefix', fc.constantFrom('a', 'b', '1', '-', 'be', 'own1', '')),
  'facet.missing': some('facet.missing', fc.boolean()),
  'facet.pivot.mincount': some('facet.pivot.mincount', fc.constantFrom(0, 1, 2)),
  'f.tags.facet.limit': some('f.tags.facet.limit', fc.constantFrom(-1, 1, 2)),
  'f.name.facet.mincount': some('f.name.facet.mincount', fc.constantFrom(0, 1, 4)),
  'f.name.facet.offset': some('f.name.facet.offset', fc.constantFrom(0, 2)),
  'f.name.facet.sort': some('f.name.facet.sort', fc.constantFrom('count', 'index')),
  'f.place_s.facet.prefix': some('f.place_s.facet.prefix', fc.constantFrom('a', 'b', '')),
  'f.my field.facet.missing': some('f.my field.facet.missing', fc.boolean()),
  'facet.query': some('facet.query', fc.uniqueArray(someQuery, { minLength: 1, maxLength: 2 })),
})

const others = fc.constantFrom<string | string[]>('all', 'before', 'after', 'between', 'none', ['before', 'between'])
const includes = fc.oneof(
  fc.constantFrom(['all']),
  fc.uniqueArray(fc.constantFrom('lower', 'upper', 'edge', 'outer'), { minLength: 1, maxLength: 3 }),
)
const [dateStart, dateEnd, dateGap] = [
  fc.constantFrom('NOW/DAY-12DAYS', 'NOW-7DAYS', 'NOW/MONTH-1MONTH'),
  fc.constantFrom('NOW', 'NOW/DAY+1DAY', 'NOW/MONTH+2MONTHS'),
  fc.constantFrom('+1DAY', '+3DAYS', '+12HOURS', '+1MONTH'),
]
export const someDateRange = fc.record({
  'facet.date': fc.constantFrom<string | string[]>('created', ['created', 'lastUpdated']),
  'facet.date.start': dateStart,
  'facet.date.end': dateEnd,
  'facet.date.gap': dateGap,
  'facet.date.hardend': some('facet.date.hardend', fc.boolean()),
  'facet.date.other': some('facet.date.other', others),
  'facet.date.include': some('facet.date.include', includes),
})
const rangeOptions = {
  'facet.range.hardend': some('facet.range.hardend', fc.boolean()),
  'facet.range.other': some('facet.range.other', others),
  'facet.range.include': some('facet.range.include', includes),
}
const rangeField = fc.constantFrom('start', 'start', 'count_l', 'half_d', 'mixed', 'name', 'Größe')
const numberRange = fc
  .record({
    'facet.range': fc.uniqueArray(rangeField, { minLength: 1, maxLength: 2 }),
    'facet.range.start': fc.integer({ min: -4, max: 3 }),
    length: fc.integer({ min: 0, max: 12 }),
    'facet.range.gap': fc.constantFrom('1', '2.5', '5'),
    'f.start.facet.range.gap': some('f.start.facet.range.gap', fc.constantFrom('2', '3')),
    ...rangeOptions,
  })
  .map(({ length, ...range }) => ({ ...range, 'facet.range.end': Number(range['facet.range.start']) + length }))
const rangeOfDates = fc.record({
  'facet.range': fc.constant(['created']),
  'facet.range.start': dateStart,
  'facet.range.end': dateEnd,
  'facet.range.gap': dateGap,
  'f.created.facet.mincount': some('f.created.facet.mincount', fc.constantFrom(0, 1, 3)),
  ...rangeOptions,
})
/** Ranges of numbers, or of dates. */
export const someRange = fc.oneof({ arbitrary: numberRange, weight: 3 }, { arbitrary: rangeOfDates, weight: 1 })

const groupField = fc.constantFrom(
  'name',
  'start',
  'created',
  'count_l',
  'mixed',
  'description',
  'tags',
  'none',
  'place_s',
  'own',
)
export const someGrouping = fc.record({
  group: fc.constant('true'),
  'group.field': fc.uniqueArray(groupField, { minLength: 1, maxLength: 2 }),
  'group.limit': some('group.limit', fc.constantFrom(0, 1, 3, 100)),
  'group.offset': some('group.offset', fc.constantFrom(0, 1)),
  'group.sort': some('group.sort', someSort),
  'group.ngroups': some('group.ngroups', fc.boolean()),
})

const mark = fc.constantFrom('<b>', '')
export const someHighlighting = fc.record({
  hl: fc.constant('true'),
  'hl.fl': some('hl.fl', fc.constantFrom('name', 'description', 'tags,place_s', '"my field"', 'note_ts')),
  'hl.fragsize': some('hl.fragsize', fc.constantFrom(0, 5, 20)),
  'hl.snippets': some('hl.snippets', fc.constantFrom(1, 3)),
  'hl.simple.pre': some('hl.simple.pre', mark),
  'hl.simple.post': some('hl.simple.post', mark),
  'hl.tag.pre': some('hl.tag.pre', mark),
  'hl.tag.post': some('hl.tag.post', mark),
  'hl.encoder': some('hl.encoder', fc.constant('html')),
  'hl.requireFieldMatch': some('hl.requireFieldMatch', fc.boolean()),
})
