import { malformed } from '@rushes/contract'
import {
  foldQuery,
  type Pattern,
  parseSearchParameters,
  type Query,
  type QueryFolder,
  type SortKey,
  type Value,
} from '@rushes/query'

/** A listing call's question: a page, filters over the members of the listed resources, an order. */
export interface Listing<T> {
  offset: number
  limit: number
  /** Whether everything is wanted, in the order in which it comes. */
  isPlain: boolean
  isWanted: (item: T) => boolean
  compare: (a: T, b: T) => number
}

type Test = (item: unknown) => boolean

/** Items that a page of a list holds at most. `rows` may be any number: a page is never shortened silently. */
export const maxPageItems = 10_000

/** Reads `fq`, `sort` and both families of paging for lists that are small enough to be filtered here. */
export function readListing<T>(query: Record<string, unknown>): Listing<T> {
  const request = parseSearchParameters(toTexts(query))
  const tests = request.filters.map(toTest)
  return {
    offset: request.start,
    limit: request.rows,
    isPlain: tests.length === 0 && request.sort.length === 0,
    isWanted: item => tests.every(test => test(item)),
    compare: (a, b) => compareBy(request.sort, a, b),
  }
}

/** The parameters as the query language reads them: as texts. */
export function toTexts(query: Record<string, unknown>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

/** Throws a BadRequestError for a page that would hold too many of the items that were found. */
export function assertPageFits({ offset, limit }: { offset: number; limit: number }, total: number): void {
  if (Math.min(limit, total - offset) <= maxPageItems) return
  const message = `${total} items were found, and a page holds at most ${maxPageItems}; ask for fewer, and read on with offset`
  throw malformed('rows', message)
}

/** The page of a listing out of all items. Throws a BadRequestError where it would hold too many. */
export function toPage<T>(items: readonly T[], listing: Listing<T>): { items: T[]; offset: number; total: number } {
  const wanted = items.filter(listing.isWanted).sort(listing.compare)
  assertPageFits(listing, wanted.length)
  return {
    items: wanted.slice(listing.offset, listing.offset + listing.limit),
    offset: listing.offset,
    total: wanted.length,
  }
}

function toTest(query: Query): Test {
  return foldQuery(query, tester)
}

const tester: QueryFolder<Test> = {
  all: () => () => true,
  none: () => () => false,
  exists: query => item => readField(item, query.field).length > 0,
  term: query => item => readField(item, query.field).some(value => value === query.value.text),
  phrase: query => item => readField(item, query.field).some(value => value === query.text),
  wildcard: query => {
    const pattern = toPattern(query.pattern)
    return item => readField(item, query.field).some(value => pattern.test(value))
  },
  fuzzy: query => item => readField(item, query.field).some(value => value === query.text),
  range: query => item =>
    readField(item, query.field).some(
      value =>
        isAbove(value, query.lower?.value, query.lower?.inclusive) &&
        isAbove(query.upper?.value.text ?? value, { kind: 'text', text: value }, query.upper?.inclusive ?? true),
    ),
  group:
    ({ must, should, mustNot }) =>
    item =>
      must.every(test => test(item)) &&
      !mustNot.some(test => test(item)) &&
      (must.length > 0 || should.some(test => test(item))),
  boost: inner => inner,
  constantScore: inner => inner,
}

/** The values of a member, as texts; a dotted name reaches into objects, a list has several. */
function readField(item: unknown, field: string | undefined): string[] {
  const found = (field ?? 'name').split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return (value as Record<string, unknown>)[name]
  }, item)
  return (Array.isArray(found) ? found : [found]).filter(value => value !== undefined && value !== null).map(String)
}

function toPattern(pattern: Pattern): RegExp {
  const source = pattern.map(part => {
    if (part.kind === 'text') return RegExp.escape(part.text)
    return part.kind === 'anyText' ? '[^]*' : '[^]'
  })
  return new RegExp(`^${source.join('')}$`)
}

function isAbove(value: string, bound: Value | undefined, inclusive: boolean | undefined): boolean {
  if (!bound) return true
  const order = compareValues(value, bound.text)
  return order > 0 || (order === 0 && inclusive === true)
}

function compareBy(keys: readonly SortKey[], a: unknown, b: unknown): number {
  for (const { field, direction } of keys) {
    const order = compareValues(readField(a, field)[0] ?? '', readField(b, field)[0] ?? '')
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return 0
}

/** Numbers by size, everything else by its characters. */
function compareValues(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (a !== '' && b !== '' && !Number.isNaN(x) && !Number.isNaN(y)) return x - y
  return a < b ? -1 : a > b ? 1 : 0
}
