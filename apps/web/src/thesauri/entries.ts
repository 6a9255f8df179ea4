/** How the words of a thesaurus are found. */

import { listAll } from '@rushes/client'
import type { SolrDocument, Thesaurus } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'
import type { Stretch } from '../platform/reading/pages-in-sight.ts'
import { toWordQuery } from '../platform/word-query.ts'

/** A word as the list shows it. */
export interface FoundEntry {
  readonly id: number
  readonly value: string
  readonly label: string
  /** The word of the linked thesaurus that it stands under. */
  readonly under: { readonly id: number; readonly label: string } | undefined
}

/** What is looked for in a thesaurus. */
export interface WantedEntries {
  readonly thesaurus: Thesaurus
  readonly typed: string
  /** Id of a word of the linked thesaurus: only words under it. */
  readonly under: number | undefined
  /** Whether the account may be managed; others find words as the fields of their productions do. */
  readonly mayManage: boolean
}

export function listThesauri(accountId: number, signal: AbortSignal): Promise<Thesaurus[]> {
  const query = { sort: 'label asc' }
  return Array.fromAsync(listAll(api.thesauri.listThesauri, { accountId, query, signal }, 500))
}

/** One stretch of the words that fit, by their labels. */
export async function findEntries(
  { thesaurus, typed, under, mayManage }: WantedEntries,
  start: number,
  rows: number,
  signal: AbortSignal,
): Promise<Stretch<FoundEntry>> {
  const fq = under === undefined ? [] : [`linkedThesaurusEntryId:${under}`]
  const query = { q: toWordQuery(typed), 'q.op': 'AND' as const, fq, sort: 'label asc,id asc', start, rows }
  const found = await search(thesaurus, mayManage, query, signal)
  const linkedIds = new Set(found.results.map(({ linkedThesaurusEntryId: id }) => Number(id)).filter(Number.isFinite))
  const labels = await findLabels(thesaurus, mayManage, [...linkedIds], signal)
  return { total: found.numFound, items: found.results.map(document => toFoundEntry(document, labels)) }
}

function search({ id, accountId }: Thesaurus, mayManage: boolean, query: object, signal: AbortSignal) {
  return mayManage
    ? api.thesauri.searchEntriesOfAccount({ accountId, id, query, signal })
    : api.thesauri.searchEntries({ id, query, signal })
}

async function findLabels(
  { linkedThesaurus }: Thesaurus,
  mayManage: boolean,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (linkedThesaurus === undefined || ids.length === 0) return new Map()
  const query = { q: `id:(${ids.join(' ')})`, rows: ids.length }
  const { results } = await search(linkedThesaurus, mayManage, query, signal)
  return new Map(results.map(({ id, label }) => [Number(id), String(label)] as const))
}

function toFoundEntry({ id, value, label, linkedThesaurusEntryId }: SolrDocument, labels: ReadonlyMap<number, string>) {
  const linkedId = linkedThesaurusEntryId === undefined ? undefined : Number(linkedThesaurusEntryId)
  return {
    id: Number(id),
    value: String(value),
    label: String(label),
    under: linkedId === undefined ? undefined : { id: linkedId, label: labels.get(linkedId) ?? `#${linkedId}` },
  }
}
