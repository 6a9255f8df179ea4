/**
 * What a visitor may ask of the search. Their documents are those of the share; but a clip may hang on other collections
 * as well, and of those a visitor learns nothing: not by a filter, an order or a count, nor from a document.
 */

import { malformed, type SolrDocument } from '@rushes/contract'
import { foldQuery, parseSearchParameters, type QueryFolder } from '@rushes/query'
import { toTexts } from '../../../platform/http/answers/listing.ts'

/** Fields of documents that name collections. */
const guarded: readonly string[] = ['attachedEditorialObjectId', 'clipOrSubclipHasAttachedEditorialObjectId']
/** Fields that visitors do not see: not all comments are theirs, nor all versions of a clip. */
const hidden: readonly string[] = [
  'openMentionIds',
  'versionStackId',
  'versionNumber',
  'versionCount',
  'isOlderVersion',
]
/** Parameters that are read as queries, or only choose what is shown. */
const readAsQueries = ['q', 'fq', 'facet.query', 'fl']

/** Refuses a search that asks for collections other than those of the share. */
export function assertWithinShare(query: Readonly<Record<string, unknown>>, inside: readonly number[]): void {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const texts = toTexts(given)
  for (const [name, value] of Object.entries(texts)) {
    if (readAsQueries.includes(name)) continue
    if ([...guarded, ...hidden].some(field => [name, value].flat().some(text => text.normalize('NFC').includes(field))))
      throw outOfReach(name)
  }
  const ids = new Set(inside)
  const { query: q, filters, facets } = parseSearchParameters(texts)
  const isHarmless = createCheck(ids)
  if (!foldQuery(q, isHarmless)) throw outOfReach('q')
  if (!filters.every(filter => foldQuery(filter, isHarmless))) throw outOfReach('fq')
  if (!facets.queries.every(facet => foldQuery(facet.query, isHarmless))) throw outOfReach('facet.query')
}

function outOfReach(parameter: string) {
  return malformed(parameter, 'may name the collections of the share alone')
}

/** Whether a query asks for collections of the share only, each by its id. */
function createCheck(inside: ReadonlySet<number>): QueryFolder<boolean> {
  const isFree = (field = '') => !hidden.includes(field) && !guarded.includes(field)
  const isInside = (field = '', id: string) => !hidden.includes(field) && inside.has(Number(id))
  return {
    all: () => true,
    none: () => true,
    exists: ({ field }) => isFree(field),
    term: ({ field, value }) => isFree(field) || isInside(field, value.text),
    phrase: ({ field, text }) => isFree(field) || isInside(field, text),
    wildcard: ({ field }) => isFree(field),
    fuzzy: ({ field }) => isFree(field),
    range: ({ field }) => isFree(field),
    group: ({ must, should, mustNot }) => [...must, ...should, ...mustNot].every(Boolean),
    boost: inner => inner,
    constantScore: inner => inner,
  }
}

/** A document that names no other collections than those of the share. */
export function hideOtherCollections(inside: readonly number[]): (document: SolrDocument) => SolrDocument {
  const ids = new Set(inside)
  return document => hide(document, ids)
}

function hide<T>(value: T, inside: ReadonlySet<number>): T {
  if (Array.isArray(value)) return value.map(item => hide(item, inside)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (hidden.includes(name)) return []
      if (!guarded.includes(name)) return [[name, hide(member, inside)]]
      return [[name, [member].flat().filter(id => inside.has(Number(id)))]]
    }),
  ) as T
}
