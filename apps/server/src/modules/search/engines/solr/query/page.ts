/** One page of what was found, and what its documents show. */

import type { Context } from '../../../../../platform/context.ts'
import { maxWholeBytes, type ReadText, toCaller } from '../../../../../platform/flow/large-answers.ts'
import { type FoundDocument, maxAnswerDocuments, showsBodies, tooManyDocuments } from '../../../engine.ts'
import { toSort } from '../../../query/sortable.ts'
import type { SolrClient } from '../client.ts'
import { readMark, writeMark } from './cursor.ts'
import { toCursorOrder, toOrder } from './order.ts'
import { matchTerms, Parameters } from './parameters.ts'
import type { Search } from './request.ts'

/** A document as Solr lists it. */
export interface ListedDocument {
  readonly id: string
  readonly score?: number
  readonly body?: string
}

/** What Solr answers to a page and to facets. */
export interface PageAnswer {
  readonly response: { readonly numFound: number; readonly docs: readonly ListedDocument[] }
  readonly nextCursorMark?: string
  readonly facets?: Record<string, unknown>
}

/** Documents of a page that are read before it is known how many there are. */
const firstRows = 1_000
/** Documents that come with what they show. */
const rowsWithBodies = 100

export interface FoundPage {
  readonly numFound: number
  readonly page: readonly FoundDocument[]
  readonly bodies: readonly (string | null)[]
  readonly facets: Record<string, unknown>
  readonly nextCursorMark?: string
}

/** The page that is asked for, with facets. `score` is the function by which documents are scored, if they are. */
export async function findPage(
  search: Search,
  score: string | undefined,
  facet: Record<string, unknown>,
): Promise<FoundPage> {
  const { request, parameters } = search
  const { start, cursorMark } = request
  const sort = toSort(request.sort)
  const isScored = score !== undefined
  const rows = Math.min(request.rows, maxAnswerDocuments + 1)
  const mark = cursorMark === undefined ? undefined : readMark(cursorMark, sort)
  const ask = (limit: number, withBodies: boolean, more: Record<string, unknown>) =>
    search.ask<PageAnswer>({
      ...(isScored && { query: `{!func v=${parameters.add(score)}}` }),
      limit,
      offset: limit === 0 ? 0 : start,
      sort: mark === undefined ? toOrder(sort, isScored) : toCursorOrder(sort, isScored),
      fields: ['id', ...(isScored ? ['score'] : []), ...(withBodies ? ['body'] : [])],
      ...more,
      ...(mark !== undefined && { params: { cursorMark: mark } }),
    })
  const withBodies = showsBodies(request) && rows <= rowsWithBodies
  // Solr makes room for all that a page passes over.
  const isDeep = start > firstRows
  const first = await ask(isDeep ? 0 : Math.min(rows, firstRows), withBodies, { facet })
  const { numFound } = first.response
  if (mark === undefined && Math.min(request.rows, numFound - start) > maxAnswerDocuments)
    throw tooManyDocuments(numFound)
  const isWhole = isDeep ? start >= numFound : rows <= firstRows || first.response.docs.length < firstRows
  const all = isWhole
    ? first
    : await ask(Math.min(rows, numFound - (mark === undefined ? start : 0)), isDeep && withBodies, {})
  const docs = all.response.docs
  if (docs.length > maxAnswerDocuments) throw tooManyDocuments(numFound)
  const page = docs.map(toFound)
  const next = all.nextCursorMark
  return {
    numFound,
    page,
    bodies: withBodies ? takeWhole(docs) : [],
    facets: first.facets ?? {},
    ...(cursorMark !== undefined && {
      nextCursorMark: docs.length > 0 && next !== undefined ? writeMark(sort, next) : cursorMark,
    }),
  }
}

/** What an answer holds whole. */
function takeWhole(docs: readonly ListedDocument[]): (string | null)[] {
  const bodies: (string | null)[] = []
  let bytes = 0
  for (const { body = null } of docs) {
    bytes += body?.length ?? 0
    if (bytes > maxWholeBytes) break
    bodies.push(body)
  }
  return bodies
}

export function toFound({ id, score }: ListedDocument): FoundDocument {
  return { id: Number(id), score: score ?? null }
}

/** What the first documents show, up to a size. */
export async function readFirstBodies(client: SolrClient, ids: readonly number[]): Promise<(string | null)[]> {
  const bodies: (string | null)[] = []
  let bytes = 0
  for await (const batch of readBatches(some => readSome(client, some), ids)) {
    for (const text of batch.texts) {
      bytes += text?.length ?? 0
      if (bytes > maxWholeBytes && bodies.length > 0) return bodies
      bodies.push(text)
    }
  }
  return bodies
}

/** What documents show, in the order of the ids, some at a time; callers take turns. */
export async function* readBodies(
  ctx: Context,
  readSome: ReadBatch,
  ids: readonly number[],
): AsyncGenerator<ReadText[]> {
  const inTurn = ctx.platform.turns.batches(toCaller(ctx))
  for await (const { ids: read, texts } of readBatches(some => inTurn(() => readSome(some)), ids)) {
    yield texts.flatMap((text, index) => (text === null ? [] : [{ id: read[index]!, text }]))
  }
}

const mostBatchRows = 500
const batchBytes = 256 * 1024

/** What some documents show; null for those that have gone. */
type ReadBatch = (ids: readonly number[]) => Promise<(string | null)[]>

async function* readBatches(
  read: ReadBatch,
  ids: readonly number[],
): AsyncGenerator<{ ids: readonly number[]; texts: (string | null)[] }> {
  let rows = 50
  for (let done = 0; done < ids.length; ) {
    const some = ids.slice(done, done + rows)
    const texts = await read(some)
    done += some.length
    const bytes = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    // As many as are of that size, if the next are like these.
    rows = Math.max(1, Math.min(mostBatchRows, rows * 4, Math.floor((batchBytes * some.length) / Math.max(bytes, 1))))
    yield { ids: some, texts }
  }
}

export async function readSome(client: SolrClient, ids: readonly number[]): Promise<(string | null)[]> {
  const parameters = new Parameters()
  const { response } = await client.ask<PageAnswer>('/select', {
    query: matchTerms(parameters, 'id', ids.map(String)),
    limit: ids.length,
    fields: ['id', 'body'],
    params: parameters.values,
  })
  const bodies = new Map(response.docs.map(({ id, body }) => [Number(id), body]))
  return ids.map(id => bodies.get(id) ?? null)
}
