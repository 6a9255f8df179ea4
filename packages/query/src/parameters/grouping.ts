import { parseFieldName } from './field-list.ts'
import type { LimitOptions } from './limits.ts'
import { findChoice, findCount, findText, listTexts, type RawParameters, refuse, within } from './raw-parameters.ts'
import { parseSort, type SortKey } from './sort.ts'

/** Results put together by the value that they have in a field (`group`); a page then counts groups. */
export interface GroupRequest {
  /** Each once; every one of them makes groups of its own. */
  readonly fields: readonly string[]
  /** Most documents of each group, and how many of them to pass over. */
  readonly limit: number
  readonly offset: number
  /** The order within a group; undefined: that of the request. */
  readonly sort: readonly SortKey[] | undefined
  /** Whether the groups are counted. */
  readonly isCounted: boolean
}

const defaultLimit = 1
const mostFields = 5

/** Reads `group` and its parameters; undefined where there are no groups. */
export function parseGrouping(raw: RawParameters, options: LimitOptions = {}): GroupRequest | undefined {
  if (findChoice(raw, 'group', ['true', 'false']) !== 'true') return undefined
  const names = listTexts(raw, 'group.field')
  if (names.length === 0) throw refuse('group.field', 'Missing', 'a field, since group is true')
  if (names.length > mostFields) throw refuse('group.field', 'Too many', `at most ${mostFields}`)
  const sort = findText(raw, 'group.sort')
  return {
    fields: [...new Set(within('group.field', () => names.map(text => parseFieldName({ text, position: 0 }))))],
    limit: findCount(raw, 'group.limit') ?? defaultLimit,
    offset: findCount(raw, 'group.offset') ?? 0,
    sort: sort === undefined ? undefined : within('group.sort', () => parseSort(sort, options)),
    isCounted: findChoice(raw, 'group.ngroups', ['true', 'false']) === 'true',
  }
}
