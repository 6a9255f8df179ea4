/** Whether two engines that hold the same documents find the same. */

import { isDeepStrictEqual } from 'node:util'
import { ServiceError, type SolrDocument } from '@rushes/contract'
import { parseSearchParameters, QuerySyntaxError, type SearchRequest } from '@rushes/query'
import { listSought } from '../answer/found-words.ts'
import { highlight } from '../answer/highlight.ts'
import type { SearchDocument } from '../documents/document.ts'
import type { Asked, Found, FoundDocument, FoundGroups, SearchEngine, SearchPlace } from '../engine.ts'
import { readSearchParameters } from '../query/raw-query.ts'
import { toAsked } from '../search.ts'
import type { DrawnSearch } from './draw.ts'
import { drawnNow, hiddenText, isInScope, ownField, toOwnValue } from './draw-documents.ts'
import { listKinds } from './kinds.ts'

/** An engine with documents in it. */
export interface Side {
  readonly engine: SearchEngine
  readonly place: SearchPlace
}

/** What the engines do not agree on. */
export interface Difference {
  readonly search: DrawnSearch
  readonly part: string
  readonly ours: unknown
  readonly theirs: unknown
}

export interface Comparison {
  readonly searches: number
  /** How many of them found something. */
  readonly found: number
  /** By kind, of queries, scopes and parameters, how many searches had it, and how many of these found something. */
  readonly kinds: Readonly<Record<string, { readonly drawn: number; readonly found: number }>>
  readonly differences: readonly Difference[]
}

/** Puts each search to both, which hold these documents. */
export async function compareEngines(
  ours: Side,
  theirs: Side,
  searches: readonly DrawnSearch[],
  documents: readonly SearchDocument[],
): Promise<Comparison> {
  const kinds: Record<string, { drawn: number; found: number }> = {}
  const differences: Difference[] = []
  let found = 0
  for (const search of searches) {
    const { request, asked } = read(search)
    const [expected, actual] = await Promise.all([answer(ours, request, asked), answer(theirs, request, asked)])
    const hasFound = expected.numFound > 0
    if (hasFound) found++
    for (const kind of listKinds(search, request, asked, expected.numFound)) {
      const { drawn, found } = kinds[kind] ?? { drawn: 0, found: 0 }
      kinds[kind] = { drawn: drawn + 1, found: found + Number(hasFound) }
    }
    const parts = [...compare(expected, actual), ...findLeak(search, documents, [expected, actual])]
    if (parts.length === 0 && request.cursorMark !== undefined && hasFound)
      parts.push(...(await compareThrough(ours, theirs, request, asked)))
    for (const part of parts) differences.push({ search, ...part })
  }
  return { searches: searches.length, found, kinds, differences }
}

function read({ query, scope }: DrawnSearch): { request: SearchRequest; asked: Asked } {
  const request = parseSearchParameters(readSearchParameters(query))
  return { request, asked: toAsked(scope, request, drawnNow) }
}

/** What an engine answers, its parts by name. */
interface Answer {
  readonly numFound: number
  /** Each document with its score. */
  readonly scored: readonly FoundDocument[]
  /** In an order by score, the scores in their order: documents of equal score may be in any among themselves. */
  readonly order: readonly FoundDocument[]
  readonly parts: Readonly<Record<string, unknown>>
}

async function answer({ engine, place }: Side, request: SearchRequest, asked: Asked): Promise<Answer> {
  try {
    return await toAnswer(await engine.find(place, request, asked), request, asked)
  } catch (error) {
    const isRefusal =
      error instanceof QuerySyntaxError || (error instanceof ServiceError && error.name === 'BadRequestError')
    if (!isRefusal) throw error
    return { numFound: 0, scored: [], order: [], parts: { refusal: error.message } }
  }
}

async function toAnswer(found: Found, request: SearchRequest, asked: Asked): Promise<Answer> {
  const { numFound, facets } = found
  const isByScore = isRelevance(request.sort)
  // Which of several of equal score are on the first page is open; all pages are compared.
  if (isByScore && request.cursorMark !== undefined)
    return { numFound, scored: [], order: [], parts: { numFound, ...facets } }
  const innerSort = request.grouping?.sort ?? request.sort
  const isInnerByScore = isRelevance(innerSort)
  const bodies = found.bodies.map(body => (body === null ? null : (JSON.parse(body) as SolrDocument)))
  const documents = bodies.filter(body => body !== null)
  const sought = listSought([asked.query, ...asked.filters])
  const highlighting = request.highlighting && (await highlight(documents, sought, request.highlighting))
  const hasOpenOrder = isByScore || (request.grouping !== undefined && isInnerByScore)
  const shown = hasOpenOrder ? bodies.toSorted((a, b) => Number(a?.id) - Number(b?.id)) : bodies
  const groups = found.groups?.map(({ groups, ...counts }) => ({
    ...counts,
    groups: (isByScore ? groups.toSorted(byValue) : groups).map(({ documents, ...group }) => {
      const ids = documents.map(({ id }) => id)
      return { ...group, ids: isInnerByScore ? ids.sort((a, b) => a - b) : ids }
    }),
  }))
  const grouped = (found.groups ?? []).flatMap(({ groups }) => groups)
  return {
    numFound,
    scored: [...found.page, ...grouped.flatMap(({ documents }) => documents)],
    order: !isByScore
      ? []
      : isSameOrder(request.sort, innerSort)
        ? [...found.page, ...grouped.flatMap(listBest)]
        : found.page,
    parts: {
      numFound,
      page: isByScore ? [] : found.page.map(({ id }) => id),
      groups,
      bodies: shown,
      highlighting,
      ...facets,
    },
  }
}

/** Whether an order begins with the score. */
function isRelevance(sort: SearchRequest['sort']): boolean {
  return sort.length === 0 || sort[0]?.field === 'score'
}

/** Whether the first of each group, too, is the one by which the group has its place. */
function isSameOrder(outer: SearchRequest['sort'], inner: SearchRequest['sort']): boolean {
  return isRelevance(inner) && (outer[0]?.direction ?? 'desc') === (inner[0]?.direction ?? 'desc')
}

type Group = FoundGroups['groups'][number]

function byValue({ value: a }: Group, { value: b }: Group): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : Number(a > b)
}

function listBest({ documents }: Group): readonly FoundDocument[] {
  return documents.slice(0, 1)
}

/** Both may agree on what they must not show. */
function findLeak(
  { scope, place }: DrawnSearch,
  documents: readonly SearchDocument[],
  answers: readonly Answer[],
): Part[] {
  const [ours, theirs] = answers.map(({ parts }) => parts)
  const text = JSON.stringify(answers.map(({ parts }) => parts))
  const hidden = new Set(documents.filter(document => !isInScope(document, scope)).map(({ id }) => toOwnValue(id)))
  const isLeaking =
    ((scope.productionId === 1 || place === 'thesaurus') && text.includes(hiddenText)) ||
    (text.match(ownValues) ?? []).some(value => hidden.has(value))
  return isLeaking ? [{ part: 'leak', ours, theirs }] : []
}

const ownValues = new RegExp(String.raw`\b${ownField}\d+\b`, 'g')

/** Scores differ by what a number of 32 bits holds. */
const closeness = 1e-4

type Part = Pick<Difference, 'part' | 'ours' | 'theirs'>

function compare(ours: Answer, theirs: Answer): Part[] {
  const names = [...new Set([...Object.keys(ours.parts), ...Object.keys(theirs.parts)])]
  const parts = names
    .map(part => ({ part, ours: ours.parts[part], theirs: theirs.parts[part] }))
    .filter(part => !isDeepStrictEqual(part.ours, part.theirs))
  if (!hasSameScores(ours.scored, theirs.scored))
    parts.push({ part: 'scores', ours: ours.scored, theirs: theirs.scored })
  if (!hasSameOrder(ours.order, theirs.order)) parts.push({ part: 'order', ours: ours.order, theirs: theirs.order })
  return parts
}

function isClose(a: number | null | undefined, b: number | null | undefined): boolean {
  return Math.abs((a ?? 1) - (b ?? 1)) <= closeness * Math.max(1, Math.abs(b ?? 1))
}

/** The same documents, each with its score. */
function hasSameScores(ours: readonly FoundDocument[], theirs: readonly FoundDocument[]): boolean {
  const scores = new Map(ours.map(({ id, score }) => [id, score]))
  return (
    ours.length === theirs.length && theirs.every(({ id, score }) => scores.has(id) && isClose(score, scores.get(id)))
  )
}

/** The same scores one after the other. */
function hasSameOrder(ours: readonly FoundDocument[], theirs: readonly FoundDocument[]): boolean {
  return ours.length === theirs.length && theirs.every(({ score }, place) => isClose(score, ours[place]?.score))
}

/** All pages of a cursor: the same documents in the same order, each once. */
async function compareThrough(ours: Side, theirs: Side, request: SearchRequest, asked: Asked): Promise<Part[]> {
  const [expected, actual] = await Promise.all([readThrough(ours, request, asked), readThrough(theirs, request, asked)])
  const isSame = isRelevance(request.sort)
    ? hasSameScores(expected, actual) && hasSameOrder(expected, actual) && isEachOnce(expected) && isEachOnce(actual)
    : isDeepStrictEqual(toIds(expected), toIds(actual))
  return isSame ? [] : [{ part: 'cursor', ours: expected, theirs: actual }]
}

function toIds(found: readonly FoundDocument[]): number[] {
  return found.map(({ id }) => id)
}

function isEachOnce(found: readonly FoundDocument[]): boolean {
  return new Set(toIds(found)).size === found.length
}

/** Documents of all pages of a cursor; hardly more than there are. */
async function readThrough({ engine, place }: Side, request: SearchRequest, asked: Asked): Promise<FoundDocument[]> {
  const found: FoundDocument[] = []
  for (let cursorMark = '*'; ; ) {
    const { page, numFound, nextCursorMark } = await engine.find(place, { ...request, cursorMark }, asked)
    found.push(...page)
    if (page.length === 0 || found.length > numFound || nextCursorMark === undefined) return found
    cursorMark = nextCursorMark
  }
}
