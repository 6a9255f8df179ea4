/** What kinds of things a search is made of. */

import type { SearchRequest } from '@rushes/query'
import type { Asked } from '../engine.ts'
import type { Plan } from '../query/plan.ts'
import type { DrawnSearch } from './draw.ts'

/** Each kind once: of its scope, of its query and filters, of its page, and its parameters. */
export function listKinds(
  { place, query }: DrawnSearch,
  { sort, grouping, cursorMark, start, rows }: SearchRequest,
  { query: asked, filters }: Asked,
  numFound: number,
): Set<string> {
  const queries = [asked, ...filters].flatMap(listPlanKinds)
  const isByScore = sort.length === 0 || sort[0]?.field === 'score'
  const order = isByScore ? 'order by score' : 'order by fields'
  const parameters = Object.keys(query).filter(name => name !== 'q' && name !== 'group')
  const kinds = new Set([`scope: ${place}`, ...queries.map(kind => `query: ${kind}`), order, ...parameters])
  if (grouping) kinds.add('grouped').add(`grouped, ${order}`)
  if (cursorMark !== undefined) kinds.add(`cursor, ${order}`)
  if (rows === 0) kinds.add('no rows')
  if (start >= numFound && start > 0) kinds.add('behind the end')
  if (asked.kind !== 'everything' && grouping?.sort?.[0]?.field === 'score') kinds.add('groups by score')
  return kinds
}

function listPlanKinds(plan: Plan): string[] {
  switch (plan.kind) {
    case 'numbers':
      return [`number ${plan.test.kind}`]
    case 'values':
      return [`value ${plan.lookup.match.kind}`]
    case 'words': {
      const { test } = plan
      if (test.kind === 'lookup') return [`word ${test.match.kind}`]
      if (test.isPrefix) return [test.words.length === 1 ? 'beginning of a word' : 'phrase with a beginning']
      return [test.words.length === 1 ? 'word' : test.slop > 0 ? 'sloppy phrase' : 'phrase']
    }
    case 'group': {
      const members = ['must', 'should', 'mustNot'] as const
      const used = members.filter(member => plan[member].length > 0)
      return [...used, ...members.flatMap(member => plan[member].flatMap(listPlanKinds))]
    }
    case 'boost':
    case 'constantScore':
      return [plan.kind, ...listPlanKinds(plan.inner)]
    default:
      return [plan.kind]
  }
}
