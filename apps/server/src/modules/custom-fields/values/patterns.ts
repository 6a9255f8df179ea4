/**
 * The regular expressions of `validation`. Managers of a production write them, and they run on what anybody
 * sends, so they must not be able to stop the service: RE2 takes time in proportion to the length of the text and the
 * size of the expression, whatever they are. It knows no look-around and no back-references.
 */

import { RE2JS, RE2JSException } from 're2js'
import { FieldFault } from '../../form-fields/index.ts'

export interface Pattern {
  /** Steps for each character, at most. */
  readonly size: number
  /** Whether the whole text matches. */
  matches(text: string): boolean
}

const largestPattern = 2_000

/** Reads a regular expression; a FieldFault for one that is none, or too large. */
export function parsePattern(source: string): Pattern {
  const expression = compile(source)
  const size = expression.programSize()
  if (size > largestPattern) throw new FieldFault('is too large a regular expression')
  return { size, matches: text => expression.matches(text) }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new FieldFault(`is not a regular expression: ${error.message}`)
  }
}

/** What the checks of one request may still cost, in steps; about 30 ns each. */
export interface Effort {
  spend(steps: number): void
}

const mostSteps = 10_000_000

export function createEffort(): Effort {
  let left = mostSteps
  return {
    spend(steps) {
      left -= steps
      if (left < 0) throw new FieldFault('is too long to be checked against its regular expression')
    },
  }
}
