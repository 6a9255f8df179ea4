/** Whether two engines that hold the same documents find the same. */

import { isDeepStrictEqual } from 'node:util'
import { ServiceError, type SolrDocument } from '@rushes/contract'
import { parseSearchParameters, QuerySyntaxError, type SearchRequest } from '@rushes/query'
import { listSought } from '../answer/found-words.ts'
import { highlight } from '../answer/highlight.ts'
import type { Asked, Found, FoundDocument, SearchEngine, SearchPlace } from '../engine.ts'
import { readSearchParameters } from '../query/raw-query.ts'
import { toAsked } from '../search.ts'
import { type DrawnSearch, drawnNow, hiddenText } from './draw.ts'
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

/** Puts each search to both. */
export async function compareEngines(ours: Side, theirs: Side, searches: readonly DrawnSearch[]): Promise<Comparison> {
  const kinds: Record<string, { drawn: number; found: number }> = {}
  const differences: Difference[] = []
  let found = 0
  for (const search of searches) {
    const { request, asked } = read(search)
    const [expected, actual] = await Promise.all([answer(ours, request, asked), answer(theirs, request, asked)])
    const hasFound = expected.numFound > 0
    if (hasFound) found++
    for (const kind of listKinds(search, request, asked)) {
      const { drawn, found } = kinds[kind] ?? { drawn: 0, found: 0 }
      kinds[kind] = { drawn: drawn + 1, found: found + Number(hasFound) }
    }
    const parts = [...compare(expected, actual), ...findLeak(search, expected, actual)]
    if (parts.length === 0 && request.cursorMark !== undefined && hasFound) {
      const through = await Promise.all([ours, theirs].map(side => readThrough(side, request, asked)))
      if (!isDeepStrictEqual(through[0], through[1]))
        parts.push({ part: 'cursor', ours: through[0], theirs: through[1] })
    }
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
  /** In an order by score, which documents of equal score share. */
  readonly scored: readonly FoundDocument[]
  readonly parts: Readonly<Record<string, unknown>>
}

async function answer({ engine, place }: Side, request: SearchRequest, asked: Asked): Promise<Answer> {
  try {
    return await toAnswer(await engine.find(place, request, asked), request, asked)
  } catch (error) {
    const isRefusal =
      error instanceof QuerySyntaxError || (error instanceof ServiceError && error.name === 'BadRequestError')
    if (!isRefusal) throw error
    return { numFound: 0, scored: [], parts: { refusal: error.message } }
  }
}

async function toAnswer(found: Found, request: SearchRequest, asked: Asked): Promise<Answer> {
  const isByScore = request.sort.length === 0
  const bodies = found.bodies.map(body => (body === null ? null : (JSON.parse(body) as SolrDocument)))
  const documents = bodies.filter(body => body !== null)
  const sought = listSought([asked.query, ...asked.filters])
  const highlighting = request.highlighting && (await highlight(documents, sought, request.highlighting))
  const shown = isByScore ? bodies.toSorted((a, b) => Number(a?.id) - Number(b?.id)) : bodies
  const groups = found.groups?.map(({ groups, ...counts }) => ({
    ...counts,
    groups: groups.map(({ documents, ...group }) => ({ ...group, ids: documents.map(({ id }) => id) })),
  }))
  const page = isByScore ? [] : found.page.map(({ id }) => id)
  return {
    numFound: found.numFound,
    scored: isByScore ? found.page : [],
    parts: { numFound: found.numFound, page, groups, bodies: shown, highlighting, ...found.facets },
  }
}

/** Both may agree on what they must not show. */
function findLeak({ scope }: DrawnSearch, ours: Answer, theirs: Answer): Part[] {
  if (scope.productionId !== 1) return []
  const isLeaking = [ours, theirs].some(({ parts }) => JSON.stringify(parts).includes(hiddenText))
  return isLeaking ? [{ part: 'leak', ours: ours.parts, theirs: theirs.parts }] : []
}

/** Scores differ by what a number of 32 bits holds. */
const closeness = 1e-4

type Part = Pick<Difference, 'part' | 'ours' | 'theirs'>

function compare(ours: Answer, theirs: Answer): Part[] {
  const names = [...new Set([...Object.keys(ours.parts), ...Object.keys(theirs.parts)])]
  const parts = names
    .map(part => ({ part, ours: ours.parts[part], theirs: theirs.parts[part] }))
    .filter(part => !isDeepStrictEqual(part.ours, part.theirs))
  return hasSameScores(ours.scored, theirs.scored)
    ? parts
    : [...parts, { part: 'scores', ours: ours.scored, theirs: theirs.scored }]
}

/** The same documents, each with its score, in an order by it: those of equal score may stand anywhere among themselves. */
function hasSameScores(ours: readonly FoundDocument[], theirs: readonly FoundDocument[]): boolean {
  const scores = new Map(ours.map(({ id, score }) => [id, score ?? 1]))
  const isClose = (a: number, b: number | undefined) => b !== undefined && Math.abs(a - b) <= closeness * Math.max(1, b)
  return (
    ours.length === theirs.length &&
    theirs.every(({ id, score }, place) => {
      const there = ours[place]?.score ?? 1
      return isClose(score ?? 1, scores.get(id)) && isClose(score ?? 1, there)
    })
  )
}

/** Ids of all pages of a cursor; no more than there are. */
async function readThrough({ engine, place }: Side, request: SearchRequest, asked: Asked): Promise<number[]> {
  const ids: number[] = []
  for (let cursorMark = '*'; ; ) {
    const { page, numFound, nextCursorMark } = await engine.find(place, { ...request, cursorMark }, asked)
    ids.push(...page.map(({ id }) => id))
    if (page.length === 0 || ids.length > numFound || nextCursorMark === undefined) return ids
    cursorMark = nextCursorMark
  }
}
