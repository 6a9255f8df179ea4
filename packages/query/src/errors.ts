/** Where and why a text is not in the search syntax. */
export interface SyntaxProblem {
  /** What is wrong, without a full stop: `Unexpected ")"`. */
  readonly problem: string
  /** Offset in UTF-16 code units, from 0 to the length of the text. */
  readonly position: number
  /** What would have been accepted there, as a phrase: `a value`. */
  readonly expected: string
  /** Name of the request parameter that held the text, where known. */
  readonly parameter?: string | undefined
}

/** The one error of this package: a text or parameter that the search syntax does not accept, or that exceeds a limit. */
export class QuerySyntaxError extends Error {
  override readonly name = 'QuerySyntaxError'
  readonly problem: string
  readonly position: number
  readonly expected: string
  readonly parameter: string | undefined

  constructor({ problem, position, expected, parameter }: SyntaxProblem) {
    const place = parameter === undefined ? '' : `${parameter}: `
    super(`${place}${problem} at position ${position}, expected ${expected}`)
    this.problem = problem
    this.position = position
    this.expected = expected
    this.parameter = parameter
  }
}

/** Quotes a piece of the caller's text for a message: on one line, at most 20 characters. */
export function quoteExcerpt(text: string): string {
  return JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text)
}
