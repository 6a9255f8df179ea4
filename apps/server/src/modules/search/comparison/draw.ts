/** Searches by chance: of every kind of query, scope and parameter. */

import { formatQuery } from '@rushes/query'
import fc from 'fast-check'
import type { Restriction, SearchDocument, SearchScope } from '../documents/document.ts'
import { someDocuments, tree } from './random.ts'

const day = 86_400_000
/** What `NOW` is, unless a search says otherwise. */
export const drawnNow = Date.UTC(2026, 0, 1)

/** A search, and where. */
export interface DrawnSearch {
  readonly query: Readonly<Record<string, unknown>>
  readonly scope: SearchScope
  /** What kind of scope it is. */
  readonly place: keyof typeof weights.scope
}

/** Of queries and scopes one is drawn, more or less often; of parameters each in so many searches of a hundred. */
export const weights = {
  query: { tree: 1, text: 1, everything: 2 },
  scope: { production: 4, productions: 2, everything: 1, account: 1, clip: 1, kinds: 1, restricted: 2 },
  parameter: {
    fq: 15,
    'q.op': 20,
    df: 20,
    TZ: 30,
    NOW: 20,
    fl: 30,
    sort: 75,
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
    'f.name.facet.sort': 20,
    'f.place_s.facet.prefix': 20,
    'f.my field.facet.missing': 20,
    'facet.query': 30,
    'facet.range': 40,
    'facet.range.hardend': 50,
    'facet.range.other': 50,
    'facet.range.include': 50,
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
    'hl.encoder': 30,
    'hl.requireFieldMatch': 30,
  },
} as const

function some<T>(name: keyof typeof weights.parameter, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const weight = weights.parameter[name]
  return fc.oneof({ arbitrary: value, weight }, { arbitrary: fc.constant(undefined), weight: 100 - weight })
}

const q = tree.map(formatQuery)
const text = fc.constantFrom(
  'a b',
  'dead bead',
  '"a b"~2',
  '"b a"~1',
  '"ab cab dead"~1',
  'a^2 b',
  'dea*',
  'a +b -cab',
  'Straße',
  '"a b"^=3 c*',
  'my\\ field:a b',
  'Größe:[1 TO 4] a',
  'created:[NOW/DAY-5DAYS TO NOW]',
  'created:[* TO NOW-3DAYS} b',
  'ภาษา cab',
)
const facetField = fc.constantFrom(
  'name',
  'my field',
  'Größe',
  'tags',
  'start',
  'count_l',
  'half_d',
  'mixed',
  'place_s',
  'description',
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
  'id',
  'place_s',
)
const sort = fc
  .array(fc.tuple(sortKey, fc.constantFrom('asc', 'desc')), { minLength: 1, maxLength: 3 })
  .map(keys => keys.map(key => key.join(' ')).join(','))
const fewFields = fc.uniqueArray(facetField, { minLength: 1, maxLength: 3 })

const facets = fc.record({
  'facet.field': some('facet.field', fewFields),
  'facet.pivot': some(
    'facet.pivot',
    fewFields.map(fields => fields.join()),
  ),
  'facet.limit': some('facet.limit', fc.constantFrom(-1, 0, 1, 2, 3, 7)),
  'facet.offset': some('facet.offset', fc.constantFrom(0, 1, 3)),
  'facet.mincount': some('facet.mincount', fc.constantFrom(0, 1, 2, 5)),
  'facet.sort': some('facet.sort', fc.constantFrom('count', 'index')),
  'facet.prefix': some('facet.prefix', fc.constantFrom('a', 'b', '1', '-', 'be', '')),
  'facet.missing': some('facet.missing', fc.boolean()),
  'facet.pivot.mincount': some('facet.pivot.mincount', fc.constantFrom(0, 1, 2)),
  'f.tags.facet.limit': some('f.tags.facet.limit', fc.constantFrom(-1, 1, 2)),
  'f.name.facet.mincount': some('f.name.facet.mincount', fc.constantFrom(0, 1, 4)),
  'f.name.facet.sort': some('f.name.facet.sort', fc.constantFrom('count', 'index')),
  'f.place_s.facet.prefix': some('f.place_s.facet.prefix', fc.constantFrom('a', 'b', '')),
  'f.my field.facet.missing': some('f.my field.facet.missing', fc.boolean()),
  'facet.query': some('facet.query', fc.array(q, { minLength: 1, maxLength: 2 })),
})
const includes = fc.oneof(
  fc.constantFrom(['all']),
  fc.uniqueArray(fc.constantFrom('lower', 'upper', 'edge', 'outer'), { minLength: 1, maxLength: 3 }),
)
const dateRange = fc.record({
  'facet.date': fc.constant('created'),
  'facet.date.start': fc.constantFrom('NOW/DAY-12DAYS', 'NOW-7DAYS', 'NOW/MONTH-1MONTH'),
  'facet.date.end': fc.constantFrom('NOW', 'NOW/DAY+1DAY', 'NOW/MONTH+2MONTHS'),
  'facet.date.gap': fc.constantFrom('+1DAY', '+3DAYS', '+12HOURS', '+1MONTH'),
  'facet.date.hardend': some('facet.date.hardend', fc.boolean()),
  'facet.date.other': some('facet.date.other', fc.constantFrom('all', 'before', 'between')),
  'facet.date.include': some('facet.date.include', includes),
})
const numberRange = fc
  .record({
    'facet.range': fc.constantFrom('start', 'count_l', 'half_d', 'mixed', 'name'),
    'facet.range.start': fc.integer({ min: -4, max: 3 }),
    length: fc.integer({ min: 0, max: 12 }),
    'facet.range.gap': fc.constantFrom('1', '2.5', '5'),
    'facet.range.hardend': some('facet.range.hardend', fc.boolean()),
    'facet.range.other': some('facet.range.other', fc.constantFrom('all', 'before', 'between')),
    'facet.range.include': some('facet.range.include', includes),
  })
  .map(({ length, ...range }) => ({ ...range, 'facet.range.end': Number(range['facet.range.start']) + length }))
const groupField = fc.constantFrom('name', 'start', 'count_l', 'mixed', 'description', 'tags', 'none', 'place_s')
const grouping = fc.record({
  group: fc.constant('true'),
  'group.field': fc.uniqueArray(groupField, { minLength: 1, maxLength: 2 }),
  'group.limit': some('group.limit', fc.constantFrom(0, 1, 3, 100)),
  'group.offset': some('group.offset', fc.constantFrom(0, 1)),
  'group.sort': some('group.sort', sort),
  'group.ngroups': some('group.ngroups', fc.boolean()),
})
const highlighting = fc.record({
  hl: fc.constant('true'),
  'hl.fl': some('hl.fl', fc.constantFrom('name', 'description', 'tags,place_s', '"my field"')),
  'hl.fragsize': some('hl.fragsize', fc.constantFrom(0, 5, 20)),
  'hl.snippets': some('hl.snippets', fc.constantFrom(1, 3)),
  'hl.simple.pre': some('hl.simple.pre', fc.constantFrom('<b>', '')),
  'hl.encoder': some('hl.encoder', fc.constant('html')),
  'hl.requireFieldMatch': some('hl.requireFieldMatch', fc.boolean()),
})

const leafRestriction: fc.Arbitrary<Restriction> = fc.oneof(
  fc.record({
    field: fc.constantFrom('name', 'start', 'tags', 'mixed'),
    values: fc.array(fc.constantFrom<string | number>('a', 'ab', 'dead', 1, 2, 3), { maxLength: 3 }),
    orAbsent: fc.boolean(),
  }),
  fc.record({ attachedEditorialObjectIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }) }),
)
const restriction: fc.Arbitrary<Restriction> = fc.oneof(
  leafRestriction,
  fc.record({ anyOf: fc.array(leafRestriction, { maxLength: 2 }) }),
)
const limits: Record<keyof typeof weights.scope, fc.Arbitrary<Partial<SearchScope>>> = {
  production: fc.constant({ productionId: 1 }),
  productions: fc.constant({ productionIds: [1, 2] }),
  everything: fc.constant({ all: true }),
  account: fc.constant({ accountId: 9 }),
  clip: fc.constant({ productionId: 1, mediaObjectId: 50 }),
  kinds: fc.constant({ kind: ['annotation', 'collection'], productionId: 1 }),
  restricted: fc
    .array(restriction, { minLength: 1, maxLength: 2 })
    .map(restrictTo => ({ productionId: 1, restrictTo })),
}
const scope = fc.oneof(
  ...Object.entries(weights.scope).map(([name, weight]) => {
    const place = name as keyof typeof weights.scope
    return {
      weight,
      arbitrary: limits[place].map(limit => ({ place, scope: { kind: 'annotation' as const, ...limit } })),
    }
  }),
)

const drawnSearch: fc.Arbitrary<DrawnSearch> = fc
  .record({
    q: fc.oneof(
      { arbitrary: q, weight: weights.query.tree },
      { arbitrary: text, weight: weights.query.text },
      { arbitrary: fc.constant('*:*'), weight: weights.query.everything },
    ),
    fq: some('fq', fc.array(q, { minLength: 1, maxLength: 2 })),
    'q.op': some('q.op', fc.constantFrom('AND', 'OR')),
    df: some('df', fc.constantFrom('description', 'name')),
    TZ: some('TZ', fc.constantFrom('Europe/Brussels', 'Asia/Kolkata', 'GMT+2')),
    NOW: some('NOW', fc.constantFrom(String(drawnNow - 36e5 * 30), String(drawnNow - day * 4))),
    fl: some('fl', fc.constantFrom('*', 'id,name', 'id,n*,"my field"')),
    sort: some('sort', sort),
    page: fc.record({ start: fc.constantFrom(0, 0, 1, 20), rows: fc.constantFrom(1, 5, 30, 1000) }),
    isCursor: fc.boolean(),
    facets,
    range: some('facet.range', numberRange),
    dates: some('facet.date', dateRange),
    grouping: some('group', grouping),
    highlighting: some('hl', highlighting),
    where: scope,
  })
  .map(({ page, isCursor, facets, range, dates, grouping, highlighting, where, ...rest }) => {
    const isByScore = rest.sort === undefined
    // Of an order by score the whole list is compared: among equal ones a page may hold any.
    const paging = isByScore
      ? { rows: 1000 }
      : isCursor && !grouping
        ? { rows: Math.max(page.rows, 20), cursorMark: '*' }
        : page
    const parts = { ...rest, ...paging, ...facets, ...range, ...dates, ...(isByScore ? {} : grouping), ...highlighting }
    const shown = isByScore ? { fl: ['id,score'] } : {}
    const query = Object.fromEntries(Object.entries({ ...parts, ...shown }).filter(([, value]) => value !== undefined))
    return { query, ...where }
  })

export function drawSearches(seed: number, count: number): DrawnSearch[] {
  return fc.sample(drawnSearch, { seed, numRuns: count })
}

/** What the names and tags of documents of other productions begin with: nobody in production 1 may learn of them. */
export const hiddenText = 'secret'

/** The documents that they are about: some are of other productions and accounts. */
export function drawDocuments(seed: number): SearchDocument[] {
  const [documents = []] = fc.sample(someDocuments, { seed, numRuns: 1 })
  const own = documents.map(document => ({
    ...document,
    accountId: document.id % 3 === 0 ? 9 : undefined,
    fields: {
      ...document.fields,
      'my field': ['a', 'ab', undefined, 'b c'][document.id % 4],
      Größe: document.id % 5 === 0 ? undefined : document.id % 7,
      created: document.id % 6 === 0 ? undefined : drawnNow - (document.id % 15) * day + (document.id % 24) * 36e5,
      mediaObjectId: 50 + (document.id % 3),
      ...(document.id % 2 === 0 && { attachedEditorialObjectId: [1 + (document.id % 4)] }),
    },
  }))
  const others = documents.slice(0, 30).map(({ id, fields }) => ({
    id: 1000 + id,
    kind: 'annotation' as const,
    productionId: 2 + (id % 2),
    accountId: 9,
    fields: { ...fields, name: `${hiddenText}${id}`, tags: [hiddenText], place_s: hiddenText },
  }))
  const collections = own.slice(30, 50).map(({ id, fields }) => ({
    id: 3000 + id,
    kind: 'collection' as const,
    productionId: 1,
    fields,
  }))
  const thai = { id: 2001, kind: 'annotation' as const, productionId: 1, fields: { description: 'ผมรักภาษาไทยมาก cab' } }
  const street = { description: 'Die Straße nach Köln', name: 'strasse' }
  return [...own, ...others, ...collections, thai, { id: 2000, kind: 'annotation', productionId: 1, fields: street }]
}
