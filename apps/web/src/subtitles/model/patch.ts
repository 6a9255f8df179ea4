/** The difference between what is stored and what is shown, as JSON Patch. */

import type { JsonPatch } from '@rushes/contract'
import { listMembers, type Row, type Rows } from './rows.ts'
import { isSame } from './same.ts'

export interface Difference {
  readonly patch: JsonPatch
  /** The rows as the patch leaves them, counted as the service counts them when it finds a fault. */
  readonly rows: Rows
}

export const listPath = '/structuredDescription/subtitles'

/** Above so many operations the whole list is shorter. */
const mostOperations = 500

/**
 * What makes the rows of `base`, which are stored, those of `wanted`. Rows that are `held` stay as they are stored, or
 * unstored.
 */
export function findDifference(base: Rows, wanted: Rows, held: ReadonlySet<number> = new Set()): Difference {
  const wantedByKey = new Map(wanted.map(row => [row.key, row]))
  const baseKeys = new Set(base.map(({ key }) => key))
  const removals: JsonPatch = []
  const changes: JsonPatch = []
  const rows: Row[] = []
  for (const [index, stored] of base.entries()) {
    const row = held.has(stored.key) ? stored : wantedByKey.get(stored.key)
    if (row) {
      changes.push(...listChanges(stored, row, `${listPath}/${rows.length}`))
      rows.push(row)
    } else removals.unshift({ op: 'remove', path: `${listPath}/${index}` })
  }
  const added = wanted.filter(({ key }) => !baseKeys.has(key) && !held.has(key))
  const additions: JsonPatch = added.map(({ entry }) => ({ op: 'add', path: `${listPath}/-`, value: entry }))
  rows.push(...added)
  const patch = [...removals, ...changes, ...additions]
  if (patch.length <= mostOperations) return { patch, rows }
  return { patch: [{ op: 'replace', path: listPath, value: rows.map(({ entry }) => entry) }], rows }
}

function listChanges(stored: Row, wanted: Row, path: string): JsonPatch {
  if (stored.entry === wanted.entry) return []
  const [before, after] = [listMembers(stored.entry), listMembers(wanted.entry)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): JsonPatch => {
    if (isSame(before[name], after[name])) return []
    const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return after[name] === undefined
      ? [{ op: 'remove', path: place }]
      : [{ op: 'add', path: place, value: after[name] }]
  })
}
