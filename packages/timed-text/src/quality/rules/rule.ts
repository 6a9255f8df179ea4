import type { Severity } from '../../document/diagnostics.ts'
import type { Limits } from '../limits.ts'
import type { Subject } from '../subject.ts'
import type { Finding, QualityCode } from '../warning.ts'

/** A rule: what it says, where it comes from, and how it is checked. Rules are pure and know one subtitle at a time. */
export interface QualityRule {
  readonly id: QualityCode
  /** What is wrong, for people. */
  readonly message: string
  /** Who asks for it. */
  readonly source: string
  /** What `value` and `limit` count; absent where they are bare numbers of what the message names. */
  readonly unit?: string
  /** Unless the preset says otherwise. */
  readonly severity: Severity | 'off'
  /** The limit of a preset; undefined where the rule has none, or the preset does not ask for it. */
  readonly limit?: (limits: Limits) => number | undefined
  readonly check: (subject: Subject, limits: Limits) => readonly Finding[]
}

/** One finding, or none. */
export function findIf(isFound: boolean, value: number): Finding[] {
  return isFound ? [{ value }] : []
}
