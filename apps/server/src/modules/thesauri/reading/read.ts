import { missingRight, notFound, type ThesaurusTag } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { toFormC } from '../../../platform/text/form-c.ts'
import { findAccountIdOfProduction, listViewableProductionIds } from '../../productions/index.ts'
import { type SearchAnswer, searchDocuments } from '../../search/index.ts'
import { findThesaurusByName } from '../entries/names.ts'
import { findEntries, listSuggestions } from '../entries/store.ts'
import { parseId, toEndOfPrefix, toPrefixKey } from '../policy.ts'
import { getThesaurusRow } from '../service.ts'
import { findAccountOf, listThesaurusRows } from '../store.ts'
import type { ThesaurusRow } from '../tables.ts'
import { toTag } from '../to-resources.ts'

type RawQuery = Readonly<Record<string, unknown>>

/** The entries of a thesaurus of an account that a search asks for. */
export async function searchEntries(
  ctx: Context,
  accountId: number,
  thesaurusId: number,
  query: RawQuery,
): Promise<SearchAnswer> {
  await getThesaurusRow(ctx, accountId, thesaurusId)
  const restrictTo = { field: 'thesaurusId', values: [thesaurusId] }
  return searchDocuments(ctx, { kind: 'thesaurus', accountId, restrictTo }, query)
}

/** The same for callers who may see a production of the thesaurus's account: "403 PRODUCTION_VIEW". */
export async function searchEntriesAnywhere(ctx: Context, id: number, query: RawQuery): Promise<SearchAnswer> {
  const accountId = await findAccountOf(ctx.db, id)
  if (accountId === undefined) throw notFound('Thesaurus', id)
  const isSupport = ctx.actor.kind === 'user' && ctx.actor.systemRights.has('SUPPORT')
  if (!isSupport && (await listViewableProductionIds(ctx, accountId)).length === 0) {
    throw missingRight('PRODUCTION_VIEW')
  }
  return searchEntries(ctx, accountId, id, query)
}

export async function searchEntriesInProduction(
  ctx: Context,
  productionId: number,
  id: number,
  query: RawQuery,
): Promise<SearchAnswer> {
  return searchEntries(ctx, await getAccountId(ctx, productionId), id, query)
}

const mostSuggestions = 50

/** The first entries whose label begins so, by their labels; under the entry that `model` names, where it names one. */
export async function suggestTags(
  ctx: Context,
  productionId: number,
  name: string,
  { prefix, model }: { prefix?: string | undefined; model?: string | undefined },
): Promise<ThesaurusTag[]> {
  const thesaurus = await findThesaurusByName(ctx, await getAccountId(ctx, productionId), name)
  if (!thesaurus) throw notFound('Thesaurus', name)
  const under = await findLinkedEntryId(ctx, thesaurus.linked_thesaurus_id, model)
  return under === 'nowhere' ? [] : suggest(ctx, [thesaurus], prefix, under)
}

/** The same over all thesauri of the production's account. */
export async function suggestTagsOfAll(
  ctx: Context,
  productionId: number,
  prefix: string | undefined,
): Promise<ThesaurusTag[]> {
  const rows = await listThesaurusRows(ctx.db, await getAccountId(ctx, productionId))
  return suggest(ctx, rows, prefix)
}

async function suggest(ctx: Context, thesauri: readonly ThesaurusRow[], prefix = '', linkedEntryId?: number) {
  const from = toPrefixKey(prefix)
  const range = { from, to: toEndOfPrefix(from), linkedEntryId }
  const ids = thesauri.map(({ id }) => id)
  return (await listSuggestions(ctx.db, ids, range, mostSuggestions)).map(row => toTag(row, thesauri))
}

/** "Forms suggest only the applicable child entries when both fields are shown": `model` is what the other field holds. */
async function findLinkedEntryId(
  ctx: Context,
  linkedThesaurusId: number | null,
  model: string | undefined,
): Promise<number | 'nowhere' | undefined> {
  if (model === undefined || model === '') return undefined
  if (linkedThesaurusId === null) return 'nowhere'
  const id = parseId(model)
  const rows = await findEntries(ctx.db, linkedThesaurusId, { ids: id === undefined ? [] : [id], values: [model] })
  return (rows.find(row => toFormC(row.value) === toFormC(model)) ?? rows[0])?.id ?? 'nowhere'
}

async function getAccountId(ctx: Context, productionId: number): Promise<number> {
  const accountId = await findAccountIdOfProduction(ctx.db, productionId)
  if (accountId === undefined) throw notFound('Production', productionId)
  return accountId
}
