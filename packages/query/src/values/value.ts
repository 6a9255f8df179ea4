import type { Value } from '../parse/ast.ts'
import { parseDateMath } from './date-math.ts'

/** The value that a text means, with its date expression where it can be read as one. */
export function toValue(text: string): Value {
  const dateMath = parseDateMath(text)
  return dateMath === undefined ? { kind: 'text', text } : { kind: 'dateMath', text, dateMath }
}
