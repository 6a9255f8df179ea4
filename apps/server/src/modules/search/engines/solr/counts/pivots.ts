/** Pivots, as terms within terms. */

import type { FacetPivotNode } from '@rushes/contract'
import type { FacetFieldRequest } from '@rushes/query'
import {
  type Combination,
  mostCombinations,
  type PivotValue,
  toCountedPivot,
  tooManyCombinations,
  toPivotNodes,
} from '../../../counts/pivots.ts'
import { hasHighUnits, toField, toTyped } from '../fields.ts'
import type { Search } from '../query/request.ts'

interface Bucket {
  readonly val: string
  readonly count: number
  readonly pivot?: Terms
}
interface Terms {
  readonly buckets?: readonly Bucket[]
  readonly missing?: Omit<Bucket, 'val'>
}

/** One value more than are shown tells whether the last of them stands where it does by its count alone. */
export function askPivot(
  levels: readonly FacetFieldRequest[],
  isUnlimited = false,
): Record<string, unknown> | undefined {
  return levels.reduceRight<Record<string, unknown> | undefined>((below, level, depth) => {
    const most = countWanted(level, depth)
    return {
      type: 'terms',
      field: toField('v', level.name),
      limit: isUnlimited || most === undefined ? -1 : most + 1,
      mincount: Math.max(level.minCount, 1),
      sort: level.sort === 'count' ? { count: 'desc' } : { index: 'asc' },
      refine: true,
      overrequest: 1_000,
      missing: level.missing,
      ...(below && { facet: { pivot: below } }),
    }
  }, undefined)
}

function countWanted({ limit, offset }: FacetFieldRequest, depth: number): number | undefined {
  return limit === undefined ? undefined : limit + (depth === 0 ? offset : 0)
}

/** The tree that is shown. */
export async function readPivot(
  search: Search,
  levels: readonly FacetFieldRequest[],
  answer: unknown,
): Promise<FacetPivotNode[]> {
  let terms = answer as Terms | undefined
  if (terms && isUnsure(levels, terms)) {
    const { facets } = await search.ask<{ facets?: { pivot?: Terms } }>({
      limit: 0,
      facet: { pivot: askPivot(levels, true) },
    })
    terms = facets?.pivot
  }
  const rows = terms ? listCombinations(terms, []) : []
  if (rows.length > mostCombinations) throw tooManyCombinations()
  return toPivotNodes(levels, toCountedPivot(levels.length, rows))
}

/** Solr has numbers in the order of their texts, and texts by their bytes: which of them are the first may be another matter. */
function isUnsure(levels: readonly FacetFieldRequest[], terms: Terms, depth = 0): boolean {
  const level = levels[depth]
  if (!level) return false
  const wanted = countWanted(level, depth)
  const buckets = terms.buckets ?? []
  const isCut = wanted !== undefined && buckets.length > wanted
  const [last, next] = [buckets[(wanted ?? 0) - 1], buckets[wanted ?? 0]]
  const isTied = level.sort === 'index' || last?.count === next?.count
  const isElsewhere = (bucket?: Bucket) =>
    bucket !== undefined && (bucket.val.startsWith('n') || hasHighUnits(bucket.val))
  if (isCut && isTied && (isElsewhere(last) || isElsewhere(next))) return true
  return [...buckets, terms.missing].some(bucket => bucket?.pivot && isUnsure(levels, bucket.pivot, depth + 1))
}

function listCombinations(terms: Terms, above: readonly PivotValue[]): Combination[] {
  const rows: Combination[] = []
  const add = (value: PivotValue, { count, pivot }: Omit<Bucket, 'val'>) => {
    const values = [...above, value]
    if (count > 0) rows.push({ values, count })
    if (count > 0 && pivot) rows.push(...listCombinations(pivot, values))
  }
  for (const bucket of terms.buckets ?? []) add(toTyped(bucket.val), bucket)
  if (terms.missing) add(null, terms.missing)
  return rows
}
