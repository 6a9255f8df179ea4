/** Counts beside the results, as facets of Solr. */

import type { FacetField } from '@rushes/contract'
import type { FacetFieldRequest } from '@rushes/query'
import type { Facets } from '../../../engine.ts'
import { planExists } from '../../../query/plan.ts'
import { hasHighUnits, toField, toText } from '../fields.ts'
import { toCondition } from '../query/conditions.ts'
import { combine, matchText } from '../query/parameters.ts'
import { askedTag, type Search } from '../query/request.ts'
import { askPivot, readPivot } from './pivots.ts'
import { askRange, readRange } from './ranges.ts'

interface Bucket {
  readonly val: string
  readonly count: number
  readonly found?: { readonly count: number }
}
interface Counted {
  readonly count?: number
  readonly buckets?: readonly Bucket[]
}
type Answers = Readonly<Record<string, unknown>>

/** Solr counts the values of each shard that are among so many more than are asked for: beyond them some may be missed. */
const overrequest = 1_000

/** What is asked of Solr beside the page. */
export function askFacets(search: Search): Record<string, unknown> {
  const { request, asked, parameters } = search
  const facet: Record<string, unknown> = {}
  for (const [index, field] of request.facets.fields.entries()) {
    Object.assign(facet, askField(search, `field${index}`, field, field.minCount === 0 && field.sort === 'index'))
    if (field.missing) facet[`missing${index}`] = askMissing(search, field.name)
  }
  for (const [index, { levels }] of request.facets.pivots.entries()) facet[`pivot${index}`] = askPivot(levels)
  for (const [index, { plan }] of asked.counted.entries()) {
    facet[`query${index}`] = { type: 'query', q: toCondition(plan, parameters) }
  }
  for (const [index, range] of request.facets.ranges.entries()) {
    Object.assign(facet, askRange(range, `range${index}`, asked.moment, parameters))
  }
  return facet
}

/** What Solr has counted; what cannot be told from it is asked once more. */
export async function readFacets(search: Search, answers: Answers): Promise<Facets> {
  const { request, asked } = search
  const facetFields: FacetField[] = []
  for (const [index, field] of request.facets.fields.entries()) {
    const values = await readField(search, `field${index}`, field, answers)
    const missing = field.missing ? [{ name: null, count: readCount(answers[`missing${index}`]) }] : []
    facetFields.push({ name: field.name, valueCount: values.length, values: [...values, ...missing] })
  }
  const facetPivot: Facets['facetPivot'] = {}
  for (const [index, { text, levels }] of request.facets.pivots.entries()) {
    facetPivot[text] = await readPivot(search, levels, answers[`pivot${index}`])
  }
  const facetQuery: Facets['facetQuery'] = {}
  for (const [index, { text }] of asked.counted.entries()) facetQuery[text] = readCount(answers[`query${index}`])
  const facetRanges = request.facets.ranges.map((range, index) =>
    readRange(range, `range${index}`, asked.moment, answers),
  )
  return { facetFields, facetPivot, facetQuery, facetRanges }
}

function readCount(counted: unknown): number {
  return (counted as Counted | undefined)?.count ?? 0
}

/** Of a field without values there is nothing to count. */
function askMissing(search: Search, field: string): Record<string, unknown> {
  const { parameters } = search
  const present = toCondition(planExists(field), parameters)
  return { type: 'query', q: combine(parameters, { must: ['*:*'], mustNot: [present] }) }
}

/** The letters of the types whose values may begin with a text. */
function listTypes(prefix: string | undefined): readonly string[] {
  if (prefix === undefined || prefix === '') return ['']
  return /^[-\d]/.test(prefix) ? ['n', 's'] : ['s']
}

/** The values of a field; with `inScope` all that documents of the scope have, in their order. */
function askField(
  search: Search,
  name: string,
  { name: field, limit, offset, minCount, sort, prefix }: FacetFieldRequest,
  inScope: boolean,
  isUnlimited = false,
): Record<string, unknown> {
  const domain = inScope ? { domain: { excludeTags: askedTag } } : {}
  const types = listTypes(prefix)
  const facets = types.map(type => {
    const facet = {
      type: 'terms',
      field: toField('v', field),
      limit: isUnlimited || limit === undefined ? -1 : offset + limit,
      mincount: inScope ? 1 : Math.max(minCount, 1),
      sort: inScope || sort === 'index' ? { index: 'asc' } : { count: 'desc' },
      refine: true,
      overrequest,
      ...(type !== '' && { prefix: `${type}${prefix}` }),
      ...domain,
      ...(inScope && { facet: { found: { type: 'query', q: search.found } } }),
    }
    return [`${name}${type}`, facet] as const
  })
  const hasNumbers = { type: 'query', q: matchText(search.parameters, toField('n', field), '[* TO *]'), ...domain }
  // Of a text that no number begins with there is nothing else to know.
  const isOpen = types.includes('') && !isUnlimited && (limit !== undefined || minCount > 1)
  return { ...Object.fromEntries(facets), ...(isOpen && { [`${name}numbers`]: hasNumbers }) }
}

async function readField(
  search: Search,
  name: string,
  field: FacetFieldRequest,
  answers: Answers,
): Promise<{ name: string; count: number }[]> {
  const { limit, offset, minCount, sort } = field
  const wanted = limit === undefined ? undefined : offset + limit
  const inScope = minCount === 0 && sort === 'index'
  let values = await readValues(search, name, field, answers, inScope)
  // Where those that are found are fewer, those that only others in the scope have follow.
  if (minCount === 0 && !inScope && (wanted === undefined || values.length < wanted)) {
    const others = await readValues(
      search,
      name,
      field,
      await askAgain(search, askField(search, name, field, true)),
      true,
    )
    const known = new Set(values.map(value => value.name))
    values = [...values, ...others.filter(value => !known.has(value.name))]
  }
  return values.slice(offset, wanted)
}

/** Values in their order: numbers and texts that look alike are one. */
async function readValues(
  search: Search,
  name: string,
  field: FacetFieldRequest,
  answers: Answers,
  inScope: boolean,
): Promise<{ name: string; count: number }[]> {
  const types = listTypes(field.prefix)
  const read = (from: Answers) => types.flatMap(type => (from[`${name}${type}`] as Counted | undefined)?.buckets ?? [])
  let buckets = read(answers)
  const isMixed = await isOfBoth(search, name, field, buckets, answers, inScope)
  // How many a name has, and where it stands, is known only of all.
  if (isMixed || hasOpenEnd(field, buckets, inScope))
    buckets = read(await askAgain(search, askField(search, name, { ...field, minCount: 1 }, inScope, true)))
  const counts = new Map<string, number>()
  for (const { val, count, found } of buckets) {
    const text = toText(val)
    counts.set(text, (counts.get(text) ?? 0) + (inScope ? (found?.count ?? 0) : count))
  }
  const values = Array.from(counts, ([value, count]) => ({ name: value, count }))
  if (!isMixed && !values.some(value => hasHighUnits(value.name))) return values
  const byName = (a: { name: string }, b: { name: string }) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
  const isByCount = !inScope && field.sort === 'count'
  return values
    .filter(({ count }) => inScope || count >= field.minCount)
    .sort((a, b) => (isByCount ? b.count - a.count : 0) || byName(a, b))
}

/** Whether there may be values that follow those that are there. */
function isCut({ limit, offset }: FacetFieldRequest, buckets: readonly Bucket[]): boolean {
  return limit !== undefined && buckets.length >= offset + limit
}

/** Whether a field has numbers as well as texts: one that is not among the first, or is too rare alone, may add to another. */
async function isOfBoth(
  search: Search,
  name: string,
  field: FacetFieldRequest,
  buckets: readonly Bucket[],
  answers: Answers,
  inScope: boolean,
): Promise<boolean> {
  const letters = new Set(buckets.map(({ val }) => val[0]))
  if (letters.size > 1) return true
  const isRareOut = !inScope && field.minCount > 1
  const types = listTypes(field.prefix)
  if (types.length > 1) return isRareOut
  if (!(isRareOut || isCut(field, buckets)) || readCount(answers[`${name}numbers`]) === 0) return false
  if (letters.has('s')) return true
  const { texts } = await askAgain(search, {
    texts: {
      type: 'terms',
      field: toField('v', field.name),
      limit: 1,
      prefix: 's',
      ...(inScope && { domain: { excludeTags: askedTag } }),
    },
  })
  return ((texts as Counted | undefined)?.buckets ?? []).length > 0
}

/** Whether another value may belong to the first ones: the parts of Solr do not agree on the order of such. */
function hasOpenEnd(field: FacetFieldRequest, buckets: readonly Bucket[], inScope: boolean): boolean {
  if (!isCut(field, buckets)) return false
  const isTied = ({ count }: Bucket) => inScope || field.sort === 'index' || count === buckets.at(-1)?.count
  return buckets.some(bucket => isTied(bucket) && hasHighUnits(bucket.val))
}

export async function askAgain(search: Search, facet: Record<string, unknown>): Promise<Answers> {
  const { facets } = await search.ask<{ facets?: Answers }>({ limit: 0, facet })
  return facets ?? {}
}
