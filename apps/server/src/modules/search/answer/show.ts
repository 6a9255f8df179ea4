/** What a search found, as the list that answers it: documents are read while it is written, as far as it is large. */

import type { SearchHit, SearchResultList, SolrDocument } from '@rushes/contract'
import { type FieldSelection, matchesGlob, type SearchRequest } from '@rushes/query'
import type { Context } from '../../../platform/context.ts'
import { collect, EntryStream, ListStream, StreamedJson } from '../../../platform/text/streamed-json.ts'
import { type Found, type FoundDocument, type FoundGroups, listFoundIds, showsBodies } from '../engine.ts'
import { createClipSeparator } from './clip-properties.ts'
import type { Sought } from './found-words.ts'
import { highlight } from './highlight.ts'
import { findHits, type Utterance } from './hits.ts'

/** Documents of a page for which hits are listed: the text of one may be a transcript of hours. */
const mostHeard = 500
/** Documents whose ids and scores are held as a whole list; an answer of more of them is written in batches. */
const maxWholeDocuments = 10_000
const batchRows = 1_000

/** Reads what is said in documents, and when, some of them at a time. */
export type SaidReader = (
  ctx: Context,
  ids: readonly number[],
) => AsyncIterable<ReadonlyMap<number, readonly Utterance[]>>

/** What the caller of a search makes of its documents. */
export interface Presentation {
  /** With it and `hl`, the answer tells in what of a document something was found. */
  readonly readSaid?: SaidReader
  /** A document as the caller may see it. */
  readonly toVisible?: (document: SolrDocument) => SolrDocument
}

/** The documents of an answer, in batches in their order; those that have gone are left out. */
type ReadDocuments = (
  page: readonly FoundDocument[],
) => AsyncIterable<readonly { readonly body: SolrDocument; readonly score: number | null }[]>

/** The answer of a search; `head` is what it tells apart from its documents. Large ones are read as they are written. */
export async function showFound(
  ctx: Context,
  head: Omit<SearchResultList, 'results' | 'items' | 'highlighting' | 'hits' | 'groupResponse'>,
  found: Pick<Found, 'page' | 'groups' | 'bodies'>,
  request: SearchRequest,
  { sought, isCompressed, readSaid, toVisible }: Presentation & { sought: Sought; isCompressed: boolean },
): Promise<SearchResultList | StreamedJson> {
  const ids = listFoundIds(found)
  const needsBodies = showsBodies(request)
  const isWhole = needsBodies ? found.bodies.length === ids.length : ids.length <= maxWholeDocuments
  const read = needsBodies ? (isWhole ? readKnown(toBodies(ids, found.bodies)) : readStored(ctx)) : readIds
  let separator = createClipSeparator()
  const toList = (page: readonly FoundDocument[]) =>
    new ListStream(async function* () {
      const own = createClipSeparator()
      separator = own
      for await (const batch of read(page)) {
        yield batch.map(({ body, score }) => {
          const selected = selectFields(body, request.fields, score)
          const separated = isCompressed ? own.separate(selected) : selected
          return toVisible ? toVisible(separated) : separated
        })
      }
    })
  const { highlighting } = request
  const results = toList(found.page)
  const { elapsedTime, numFound, start, ...rest } = head
  const answer = {
    elapsedTime,
    numFound,
    start,
    results,
    items: results,
    ...rest,
    highlighting: highlighting
      ? new EntryStream(async function* () {
          for await (const batch of read(ids.map(id => ({ id, score: null })))) {
            yield await highlight(
              batch.map(({ body }) => body),
              sought,
              highlighting,
            )
          }
        })
      : {},
    ...(highlighting && readSaid && { hits: toHits(ctx, ids.slice(0, mostHeard), readSaid, sought) }),
    ...(found.groups && {
      groupResponse: { values: found.groups.map(group => toGroupedList(group, request, toList)) },
    }),
    ...(isCompressed && {
      mediaObjectProperties: new EntryStream(async function* () {
        yield Object.fromEntries(separator.properties)
      }),
    }),
  }
  return isWhole ? ((await collect(answer)) as SearchResultList) : new StreamedJson(answer)
}

function toHits(ctx: Context, ids: readonly number[], readSaid: SaidReader, sought: Sought): EntryStream<SearchHit[]> {
  return new EntryStream(async function* () {
    for await (const said of readSaid(ctx, ids)) yield findHits(said, sought)
  })
}

function toGroupedList(
  { groups, ...counts }: FoundGroups,
  { grouping }: SearchRequest,
  toList: (page: readonly FoundDocument[]) => ListStream<SolrDocument>,
) {
  const start = grouping?.offset ?? 0
  const values = groups.map(({ value, found, documents }) => ({
    groupValue: value,
    result: { numFound: found, start, results: toList(documents) },
  }))
  return { ...counts, values }
}

/** By id, what documents show. */
function toBodies(ids: readonly number[], bodies: readonly (string | null)[]): Map<number, SolrDocument> {
  return new Map(
    bodies.flatMap((body, index) => (body === null ? [] : [[ids[index]!, JSON.parse(body) as SolrDocument]])),
  )
}

/** Documents of which nothing but their ids and scores is asked for. */
const readIds: ReadDocuments = async function* (page) {
  for (let done = 0; done < page.length; done += batchRows) {
    yield page.slice(done, done + batchRows).map(({ id, score }) => ({ body: { id }, score }))
  }
}

function readKnown(bodies: ReadonlyMap<number, SolrDocument>): ReadDocuments {
  return async function* (page) {
    yield page.flatMap(({ id, score }) => {
      const body = bodies.get(id)
      return body ? [{ body, score }] : []
    })
  }
}

function readStored(ctx: Context): ReadDocuments {
  return async function* (page) {
    const isScored = page.some(({ score }) => score !== null)
    const scores = new Map(isScored ? page.map(({ id, score }) => [id, score]) : [])
    const ids = page.map(({ id }) => id)
    for await (const batch of ctx.platform.services.search.engine.readBodies(ctx, ids)) {
      yield batch.map(({ id, text }) => ({ body: JSON.parse(text) as SolrDocument, score: scores.get(id) ?? null }))
    }
  }
}

/** The fields that `fl` names; a query without words scores every document 1, as Solr does. */
function selectFields(body: SolrDocument, { all, names, globs }: FieldSelection, score: number | null): SolrDocument {
  const selected: SolrDocument = all ? { ...body } : {}
  if (!all && globs.length > 0) {
    for (const name of Object.keys(body)) if (globs.some(glob => matchesGlob(glob, name))) selected[name] = body[name]
  }
  for (const name of names) {
    if (name === 'score') selected.score = score ?? 1
    else if (Object.hasOwn(body, name)) selected[name] = body[name]
  }
  return selected
}
