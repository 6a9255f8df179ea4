import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import type { AccountTable } from '../tables.ts'

/** The names of an account, under the keys that the interface and its older clients read. */
export function toAccountNames(row: Pick<AccountTable, 'human_name' | 'name'>) {
  return withoutNulls({
    humanName: row.human_name,
    accountHumanName: row.human_name,
    name: row.name,
    accountName: row.name,
  })
}
