import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toFormC } from './form-c.ts'

/** How a stored text is compared with a given one; `PARTIAL` means that the stored one contains the given. */
export const textMatchTypes = ['EXACT', 'IGNORE_CASE', 'PARTIAL', 'PARTIAL_IGNORE_CASE'] as const
export type TextMatchType = (typeof textMatchTypes)[number]

export interface TextMatch {
  readonly value: string
  readonly type: TextMatchType
}

/** The condition that a text of the database matches in normal form C; false for null. */
export function matchesText(text: RawBuilder<unknown>, { value: given, type }: TextMatch): RawBuilder<SqlBool> {
  const stored = sql`normalize(${text})`
  const value = toFormC(given)
  switch (type) {
    case 'EXACT':
      return sql`coalesce(${stored} = ${value}, false)`
    case 'IGNORE_CASE':
      return sql`coalesce(lower(${stored}) = lower(${value}), false)`
    case 'PARTIAL':
      return sql`coalesce(strpos(${stored}, ${value}) > 0, false)`
    case 'PARTIAL_IGNORE_CASE':
      return sql`coalesce(strpos(lower(${stored}), lower(${value})) > 0, false)`
  }
}
