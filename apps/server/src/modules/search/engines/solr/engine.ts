/** Searches by a collection of Solr in cloud mode. */

import type { SearchRequest } from '@rushes/query'
import { type Asked, type Found, listFoundIds, type SearchEngine, showsBodies } from '../../engine.ts'
import { planExists } from '../../query/plan.ts'
import { type Relevance, toRelevance } from '../../query/relevance.ts'
import { assertSortable } from '../../query/sortable.ts'
import { createSolrClient, type SolrClient } from './client.ts'
import { askLive, readCollections } from './collections/live.ts'
import { createSolrUpkeep } from './collections/upkeep.ts'
import { askAgain, askFacets, readFacets } from './counts/facets.ts'
import { findGroups } from './counts/groups.ts'
import { toCondition } from './query/conditions.ts'
import { findPage, readBodies, readFirstBodies, readSome } from './query/page.ts'
import { Search } from './query/request.ts'
import { countParts, type PartCounts, toScore } from './query/score.ts'
import { applyBatch, publish } from './writing.ts'

/** `url` is that of the collection. */
export function createSolrEngine(url: string): SearchEngine {
  const client = createSolrClient(url)
  // Wherever it is: whether the documents are those that the database speaks of is seen by their collection.
  const name = `solr ${client.collection}`
  return {
    name,
    find: (ctx, request, asked) => askLive(ctx.db, name, collection => find(client.of(collection), request, asked)),
    readBodies: (ctx, ids) =>
      readBodies(ctx, some => askLive(ctx.db, name, collection => readSome(client.of(collection), some)), ids),
    async apply(db, batch) {
      await applyBatch(db, client, await readCollections(db, name), batch)
      return () => {}
    },
    async publish(db) {
      const { live } = await readCollections(db, name)
      if (live !== null) await publish(client.of(live))
    },
    upkeep: createSolrUpkeep(client, name),
  }
}

async function find(client: SolrClient, request: SearchRequest, asked: Asked): Promise<Found> {
  const search = new Search(client, request, asked)
  const { grouping } = request
  await assertSortable([...request.sort, ...(grouping?.sort ?? [])], field =>
    search.hasInScope(toCondition(planExists(field), search.parameters)),
  )
  const score = await weigh(search)
  if (grouping) return findGrouped(search, score)
  const { facets, bodies, ...shown } = await findPage(search, score, askFacets(search))
  const isToRead = showsBodies(request) && bodies.length === 0
  return {
    ...shown,
    bodies: isToRead ? await readFirstBodies(client, listFoundIds(shown)) : bodies,
    facets: await readFacets(search, facets),
  }
}

async function findGrouped(search: Search, score: string | undefined): Promise<Found> {
  const { client, request } = search
  const answers = await askAgain(search, askFacets(search))
  const numFound = Number(answers.count ?? 0)
  const groups = request.grouping ? await findGroups(search, request.grouping, score, numFound) : []
  const shown = { page: [], groups }
  return {
    numFound,
    ...shown,
    bodies: showsBodies(request) ? await readFirstBodies(client, listFoundIds(shown)) : [],
    facets: await readFacets(search, answers),
  }
}

/** The function that scores, where the order or the answer needs it: it is made of what is counted among the found. */
async function weigh(search: Search): Promise<string | undefined> {
  const { sort, fields, grouping } = search.request
  const keys = [...sort, ...(grouping?.sort ?? [])]
  const isWanted = sort.length === 0 || keys.some(key => key.field === 'score') || fields.names.includes('score')
  const relevance: Relevance = toRelevance(search.asked.query, () => false)
  if (!isWanted || relevance.parts.length === 0) return undefined
  const counts = await askAgain(search, countParts(relevance, search.parameters))
  return toScore(relevance, { count: 0, ...counts } satisfies PartCounts, search.parameters)
}
