import type { SavedSearchParameters } from '@rushes/contract'
import { formatQuery, parseQuery, type Query } from '@rushes/query'
import type { ArchiveIds } from '../../platform/archive/index.ts'

/**
 * A search in which things are called by their ids here. One that names none stays as it was written; the queries of any
 * other are written in the canonical way, which no `q.op` changes.
 */
export function mapParameters(parameters: SavedSearchParameters, ids: ArchiveIds): SavedSearchParameters {
  const { q, fq, 'facet.query': facetQueries, 'q.op': operator, ...others } = parameters
  const options = {
    defaultField: parameters.df,
    defaultOperator: operator?.toLowerCase() === 'and' ? ('and' as const) : ('or' as const),
  }
  let isNamed = false
  const map = (text: string): string => {
    if (text.trim() === '') return text
    const query = parseQuery(text, options)
    const mapped = mapQuery(query, ids)
    isNamed ||= formatQuery(mapped) !== formatQuery(query)
    return formatQuery(mapped)
  }
  const queries = {
    ...(q !== undefined && { q: map(q) }),
    ...(fq && { fq: fq.map(map) }),
    ...(facetQueries && { 'facet.query': facetQueries.map(map) }),
  }
  return isNamed ? { ...others, ...queries } : parameters
}

function mapQuery(query: Query, ids: ArchiveIds): Query {
  switch (query.kind) {
    case 'boolean':
      return { ...query, clauses: query.clauses.map(clause => ({ ...clause, query: mapQuery(clause.query, ids) })) }
    case 'boost':
    case 'constantScore':
      return { ...query, query: mapQuery(query.query, ids) }
    case 'term': {
      const text = isIdField(query.field) ? findId(query.value.text, ids) : undefined
      return text === undefined ? query : { ...query, value: { kind: 'text', text } }
    }
    case 'phrase': {
      const text = isIdField(query.field) ? findId(query.text, ids) : undefined
      return text === undefined ? query : { ...query, text }
    }
    default:
      return query
  }
}

/** Fields of documents that hold ids of things; those of presets are names. */
function isIdField(field: string | undefined): boolean {
  return field !== undefined && field !== 'subtitlePresetId' && /(?:(?:^|\.)id|Ids?|GroupId_s_nm_d)$/.test(field)
}

function findId(text: string, ids: ArchiveIds): string | undefined {
  const id = /^\d{1,16}$/.test(text) ? ids.findOfAny(Number(text)) : undefined
  return id === undefined ? undefined : String(id)
}
