/** Searches by chance: of every kind of query, scope and parameter. */

import fc from 'fast-check'
import type { Restriction, SearchScope } from '../documents/document.ts'
import { drawnNow } from './draw-documents.ts'
import {
  parameterWeights,
  some,
  someDateRange,
  someFacets,
  someGrouping,
  someHighlighting,
  someRange,
  someSort,
} from './draw-parameters.ts'
import { queryWeights, someQuery, someSearch } from './draw-queries.ts'

const day = 86_400_000

/** A search, and where. */
export interface DrawnSearch {
  readonly query: Readonly<Record<string, unknown>>
  readonly scope: SearchScope
  /** What kind of scope it is. */
  readonly place: keyof typeof weights.scope
}

/** Of queries and scopes one is drawn, more or less often; of parameters each in so many searches of a hundred. */
export const weights = {
  query: queryWeights,
  scope: {
    production: 4,
    productions: 2,
    everything: 1,
    account: 1,
    clip: 1,
    kinds: 1,
    restricted: 2,
    share: 1,
    thesaurus: 1,
  },
  page: { cursor: 50, 'no rows': 10, 'behind the end': 10 },
  parameter: parameterWeights,
} as const

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
/** What visitors of a share are shown. */
const shared: readonly Restriction[] = [
  { field: 'attachedEditorialObjectId', values: [1, 2, 3] },
  {
    anyOf: [
      { field: 'threadShareId', values: [7], orAbsent: true },
      { field: 'objectType', values: ['MediaObjectAnnotation'] },
    ],
  },
]
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
  share: fc.constant({ productionId: 1, restrictTo: shared }),
  thesaurus: fc.constant({ kind: 'thesaurus', accountId: 9, restrictTo: { field: 'thesaurusId', values: [21] } }),
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

function weigh<T>(name: keyof typeof weights.page, yes: T, no: fc.Arbitrary<T>): fc.Arbitrary<T> {
  const weight = weights.page[name]
  return fc.oneof({ arbitrary: fc.constant(yes), weight }, { arbitrary: no, weight: 100 - weight })
}

const drawnPage = fc.record({
  isCursor: weigh<boolean>('cursor', true, fc.constant(false)),
  // Behind what is passed over at once there is nothing either.
  start: weigh<number>('behind the end', 1_500, fc.constantFrom(0, 0, 1, 20, 150)),
  rows: weigh<number>('no rows', 0, fc.constantFrom(1, 5, 30, 1_000)),
  names: fc.constantFrom(['start', 'rows'], ['start', 'rows'], ['offset', 'limit']),
})

const drawnSearch: fc.Arbitrary<DrawnSearch> = fc
  .record({
    q: someSearch,
    fq: some('fq', fc.array(someQuery, { minLength: 1, maxLength: 2 })),
    'q.op': some('q.op', fc.constantFrom('AND', 'OR')),
    df: some('df', fc.constantFrom('description', 'name')),
    TZ: some('TZ', fc.constantFrom('Europe/Brussels', 'Asia/Kolkata', 'GMT+2')),
    NOW: some('NOW', fc.constantFrom(String(drawnNow - 36e5 * 30), String(drawnNow - day * 4))),
    fl: some('fl', fc.constantFrom('*', 'id,name', 'id,n*,"my field"', 'id,score')),
    sort: some('sort', someSort),
    page: drawnPage,
    facets: someFacets,
    range: some('facet.range', someRange),
    dates: some('facet.date', someDateRange),
    grouping: some('group', someGrouping),
    highlighting: some('hl', someHighlighting),
    where: scope,
  })
  .map(({ page, facets, range, dates, grouping, highlighting, where, ...rest }) => {
    const isByScore = isRelevance(rest.sort)
    const isInnerByScore = isRelevance(grouping?.['group.sort'] ?? rest.sort)
    const paging = toPaging(page, isByScore, grouping !== undefined)
    // Of an order by score the whole list is compared: among equal ones a page may hold any.
    const groups = { ...grouping, ...(grouping && isInnerByScore && { 'group.limit': 1_000, 'group.offset': 0 }) }
    const parts = { ...rest, ...paging, ...facets, ...range, ...dates, ...groups, ...highlighting }
    const shown = isByScore ? { fl: ['id,score'] } : {}
    const query = Object.fromEntries(Object.entries({ ...parts, ...shown }).filter(([, value]) => value !== undefined))
    return { query, ...where }
  })

/** Whether an order begins with the score. */
function isRelevance(sort: string | undefined): boolean {
  return sort === undefined || sort.startsWith('score ')
}

type DrawnPage = typeof drawnPage extends fc.Arbitrary<infer Page> ? Page : never

function toPaging({ isCursor, start, rows, names }: DrawnPage, isByScore: boolean, isGrouped: boolean) {
  const [startName = '', rowsName = ''] = names
  if (isCursor && !isGrouped) return { [rowsName]: rows === 0 ? 0 : Math.max(rows, 20), cursorMark: '*' }
  return isByScore ? { [rowsName]: 1_000 } : { [startName]: start, [rowsName]: rows }
}

export function drawSearches(seed: number, count: number): DrawnSearch[] {
  return fc.sample(drawnSearch, { seed, numRuns: count })
}
