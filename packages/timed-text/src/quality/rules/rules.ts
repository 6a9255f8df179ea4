import type { QualityCode } from '../warning.ts'
import type { QualityRule } from './rule.ts'
import { shotRules } from './shot-rules.ts'
import { styleRules } from './style-rules.ts'
import { textRules } from './text-rules.ts'
import { timingRules } from './timing-rules.ts'

/** A comment is not shown, so that nothing else is asked of it. */
export const commentRule: QualityRule = {
  id: 'COMMENT_ENTRY',
  message: 'It is a comment, which is not for transmission',
  source: 'EBU Tech 3264: comment flag',
  severity: 'info',
  check: ({ cue }) => (cue.hidden ? [{ value: 1 }] : []),
}

/** The rules for subtitles that are shown. */
export const shownRules: readonly QualityRule[] = [...timingRules, ...textRules, ...styleRules, ...shotRules]

/** Every rule. */
export const qualityRules: readonly QualityRule[] = [...shownRules, commentRule]

const codes: ReadonlySet<string> = new Set<QualityCode>(qualityRules.map(({ id }) => id))

/** Whether a warning of this type comes from these rules, so that each check recomputes it. */
export function isQualityCode(type: unknown): type is QualityCode {
  return typeof type === 'string' && codes.has(type)
}
