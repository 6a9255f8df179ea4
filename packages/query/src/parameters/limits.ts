import { QuerySyntaxError } from '../errors.ts'

/** What a single text may cost; a text beyond a limit is refused as soon as the limit is passed. */
export interface QueryLimits {
  /** Length of one text, in UTF-16 code units. */
  readonly textLength: number
  /** Clauses of one query, in all its groups together; a group counts as a clause of the group around it. */
  readonly clauseCount: number
  /** Groups within groups. */
  readonly nestingDepth: number
  /** Wildcard characters and fuzzy terms of one query; `*`, `*:*` and `field:*` are free. */
  readonly wildcardCount: number
  /** Fields of one `facet.pivot`. */
  readonly pivotDepth: number
}

/** Limits that hold where the caller sets none: an id list of 4,096 entries passes. */
export const defaultLimits: QueryLimits = {
  textLength: 131_072,
  clauseCount: 4_096,
  nestingDepth: 32,
  wildcardCount: 64,
  pivotDepth: 3,
}

export interface LimitOptions {
  /** Limits that differ from `defaultLimits`. */
  readonly limits?: Partial<QueryLimits> | undefined
}

/** The limits that hold under the options. */
export function toLimits({ limits }: LimitOptions): QueryLimits {
  return { ...defaultLimits, ...limits }
}

/** Refuses a text that is too long, or that holds U+0000, which no store can hold or find. */
export function assertScannable(text: string, limits: QueryLimits): void {
  if (text.length > limits.textLength) {
    const expected = `at most ${limits.textLength} characters`
    throw new QuerySyntaxError({ problem: 'The text is too long', position: limits.textLength, expected })
  }
  const position = text.indexOf('\0')
  if (position >= 0) throw new QuerySyntaxError({ problem: 'Character U+0000', position, expected: 'text' })
}
