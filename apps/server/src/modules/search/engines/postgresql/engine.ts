/** Searches by the tables of the database, and by the columns in memory where these can answer. */

import type { SearchRequest } from '@rushes/query'
import type { Context } from '../../../../platform/context.ts'
import { type Database, readWithin } from '../../../../platform/database/index.ts'
import { maxWholeBytes, type ReadText, readInTurns } from '../../../../platform/flow/large-answers.ts'
import { type Asked, type Found, listFoundIds, type SearchEngine, showsBodies } from '../../engine.ts'
import { planExists } from '../../query/plan.ts'
import { type Relevance, toRelevance } from '../../query/relevance.ts'
import { assertSortable } from '../../query/sortable.ts'
import { refuseSearch } from '../../rebuild/store.ts'
import { findInColumns } from './columns/index.ts'
import { countFacets } from './counts/facets.ts'
import { findGroups } from './counts/groups.ts'
import { createDictionary, remember } from './documents/dictionary.ts'
import { deleteDocuments } from './documents/document-store.ts'
import { writeDocuments } from './documents/write-documents.ts'
import { type Condition, toCondition } from './query/conditions.ts'
import { withDeadline } from './query/deadline.ts'
import { findMeanings, isMany, type Meanings } from './query/lookups.ts'
import { findPage, type Matched } from './query/page.ts'
import { toScopeCondition } from './query/scope.ts'
import { weighScore } from './query/score.ts'
import { countDocuments, hasDocument, selectBody } from './query/search-store.ts'
import { postgresqlUpkeep } from './upkeep.ts'
import { assertWhole, engineName } from './whole.ts'

/** How long each statement of a search may take. */
const deadlineMs = 10_000

export function createPostgresqlEngine(): SearchEngine {
  const dictionary = createDictionary()
  return {
    name: engineName,
    find: async (ctx, request, asked) =>
      (await findInColumns(ctx, request, asked)) ??
      withDeadline(ctx, deadlineMs, db => findInTables(db, request, asked)),
    readBodies,
    async apply(db, { documents, gone, generation }) {
      await deleteDocuments(
        db,
        gone.map(({ id }) => id),
      )
      const learned = await writeDocuments(db, documents, dictionary, generation)
      return () => {
        for (const part of learned) remember(dictionary, part)
      }
    },
    // What is committed is found.
    publish: async () => {},
    upkeep: postgresqlUpkeep,
  }
}

async function* readBodies(ctx: Context, ids: readonly number[]): AsyncGenerator<readonly ReadText[]> {
  const begun = await assertWhole(ctx.db)
  for await (const texts of readInTurns(ctx, ids, selectBody)) {
    // Those that a rebuild has thrown away meanwhile would seem to be of documents that are gone.
    const state = await assertWhole(ctx.db)
    if (state.isAnew && state.generation !== begun.generation) throw refuseSearch(engineName, state)
    yield texts
  }
}

async function findInTables(db: Database, request: SearchRequest, asked: Asked): Promise<Found> {
  await assertWhole(db)
  const { scope, scopePlans, query, filters, counted, moment } = asked
  const meanings = await findMeanings(db, [...scopePlans, query, ...filters, ...counted.map(({ plan }) => plan)])
  const inScope = [toScopeCondition(scope), ...scopePlans.map(plan => toCondition(plan, meanings))]
  const matches = [...inScope, ...[query, ...filters].map(plan => toCondition(plan, meanings))]
  await assertSortable([...request.sort, ...(request.grouping?.sort ?? [])], async field => {
    const plan = planExists(field)
    return hasDocument(db, [...inScope, toCondition(plan, await findMeanings(db, [plan]))])
  })
  const matched = await weigh(db, matches, request, toRelevance(query, isMany(meanings)), meanings)
  const { grouping } = request
  const shown: Pick<Found, 'page' | 'groups' | 'nextCursorMark'> = grouping
    ? { page: [], groups: await findGroups(db, inScope, matched, request, grouping) }
    : await findPage(db, matched, request)
  const bodies = showsBodies(request) ? await readWithin(db, listFoundIds(shown), maxWholeBytes, selectBody) : []
  const queries = counted.map(({ text, plan }) => ({ text, condition: toCondition(plan, meanings) }))
  const facets = await countFacets(db, { inScope, matches }, request.facets, { queries, moment })
  return { numFound: matched.numFound, ...shown, bodies, facets }
}

/** Counts what is found and, where the order or the answer needs it, makes the score. */
async function weigh(
  db: Database,
  matches: readonly Condition[],
  { sort, fields, grouping }: SearchRequest,
  relevance: Relevance,
  meanings: Meanings,
): Promise<Matched> {
  const keys = [...sort, ...(grouping?.sort ?? [])]
  const isWanted = sort.length === 0 || keys.some(key => key.field === 'score') || fields.names.includes('score')
  if (isWanted && relevance.parts.length > 0)
    return { matches, ...(await weighScore(db, matches, relevance, meanings)) }
  return { matches, numFound: await countDocuments(db, matches), score: undefined }
}
