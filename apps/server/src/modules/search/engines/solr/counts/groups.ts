/** A page of groups of what was found. */

import { malformed } from '@rushes/contract'
import type { GroupRequest } from '@rushes/query'
import { isAnalysed } from '../../../documents/schema.ts'
import { type FoundGroups, maxAnswerDocuments, tooManyDocuments } from '../../../engine.ts'
import { toSort } from '../../../query/sortable.ts'
import { toField, toText } from '../fields.ts'
import { toOrder } from '../query/order.ts'
import { type ListedDocument, toFound } from '../query/page.ts'
import { matchTerms } from '../query/parameters.ts'
import type { Search } from '../query/request.ts'
import { askAgain } from './facets.ts'

interface Grouped {
  readonly matches: number
  readonly groups: readonly {
    readonly groupValue: string | null
    readonly doclist: { readonly numFound: number; readonly docs: readonly ListedDocument[] }
  }[]
}

/** No document has it: all of them are one group. */
const emptyField = toField('o', ' ')

/** Groups what was found by each of the fields. Throws a `BadRequestError` where they would show too many documents. */
export async function findGroups(
  search: Search,
  grouping: GroupRequest,
  score: string | undefined,
  numFound: number,
): Promise<FoundGroups[]> {
  const found: FoundGroups[] = []
  let left = maxAnswerDocuments
  for (const field of grouping.fields) {
    await assertSingle(search, field)
    // There are no more groups than documents; of none behind the first, Solr gives those before.
    const isBehind = search.request.rows === 0 || search.request.start >= numFound
    const groups = isBehind ? [] : await readGroups(search, grouping, field, score, { most: left, numFound })
    for (const { documents } of groups) left -= Math.max(documents.length, 1)
    if (left < 0) throw tooManyDocuments(numFound)
    const ngroups = grouping.isCounted ? { ngroups: await countGroups(search, field) } : {}
    found.push({ name: field, matches: numFound, ...ngroups, groups })
  }
  return found
}

function toGroupField(field: string): string {
  return isAnalysed(field) ? emptyField : toField('o', field)
}

/** Refuses a field of which a document of the scope has several values: of others nobody may learn here. */
async function assertSingle(search: Search, field: string): Promise<void> {
  if (await search.hasInScope(matchTerms(search.parameters, 'lists', [field])))
    throw malformed('group.field', `a document may have several values in ${field}`)
}

async function readGroups(
  search: Search,
  grouping: GroupRequest,
  field: string,
  score: string | undefined,
  { most, numFound }: { most: number; numFound: number },
): Promise<FoundGroups['groups']> {
  const { request, parameters } = search
  const isScored = score !== undefined
  const name = toGroupField(field)
  const { grouped } = await search.ask<{ grouped: Record<string, Grouped> }>({
    ...(isScored && { query: `{!func v=${parameters.add(score)}}` }),
    limit: Math.min(request.rows, most + 1),
    offset: request.start,
    sort: toOrder(toSort(request.sort), isScored),
    fields: ['id', ...(isScored ? ['score'] : [])],
    params: {
      group: true,
      // With it Solr asks all shards about a group, and not only those where it is among the first.
      facet: true,
      'group.field': name,
      'group.sort': toOrder(toSort(grouping.sort ?? request.sort), isScored),
      'group.limit': Math.min(grouping.limit, most + 1),
      'group.offset': Math.min(grouping.offset, numFound),
    },
  })
  return (grouped[name]?.groups ?? []).map(({ groupValue, doclist }) => ({
    value: groupValue === null ? null : toText(groupValue),
    found: doclist.numFound,
    documents: doclist.docs.map(toFound),
  }))
}

async function countGroups(search: Search, field: string): Promise<number> {
  const answers = await askAgain(search, {
    groups: { type: 'terms', field: toGroupField(field), limit: -1, missing: true },
  })
  // Of nothing Solr counts nothing.
  const { buckets = [], missing } = (answers.groups ?? {}) as { buckets?: unknown[]; missing?: { count: number } }
  return buckets.length + Number((missing?.count ?? 0) > 0)
}
