/** What kinds of things a search is made of. */

import type { SearchRequest } from '@rushes/query'
import type { Asked } from '../engine.ts'
import type { Plan } from '../query/plan.ts'
import type { DrawnSearch } from './draw.ts'

/** Each kind once: of its scope, of its query and filters, and its parameters. */
export function listKinds(
  { place, query }: DrawnSearch,
  { sort, grouping }: SearchRequest,
  { query: asked, filters }: Asked,
): Set<string> {
  const queries = [asked, ...filters].flatMap(listPlanKinds)
  const order = sort.length === 0 ? 'order by score' : 'order by fields'
  const groups = grouping ? ['grouped'] : []
  const parameters = Object.keys(query).filter(name => name !== 'q' && name !== 'group')
  return new Set([`scope: ${place}`, ...queries.map(kind => `query: ${kind}`), order, ...groups, ...parameters])
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
      if (test.isPrefix) return ['beginning of a word']
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
