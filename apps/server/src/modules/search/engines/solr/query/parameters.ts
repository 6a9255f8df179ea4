/** Values of a request, each a parameter of its own: what callers ask for never becomes part of a query's text. */

/** What a query's text names by `$name`. */
export class Parameters {
  readonly values: Record<string, string> = {}
  readonly #names = new Map<string, string>()

  /** The reference to a value. */
  add(value: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const name = `p${this.#names.size}`
    this.values[name] = value
    this.#names.set(value, `$${name}`)
    return `$${name}`
  }
}

/** Between the values of a list: no text has this sign. */
const separator = '\0'

/** Documents that have one of the terms in the field. */
export function matchTerms(parameters: Parameters, field: string, terms: readonly string[]): string {
  if (terms.length === 1) return `{!term f=${field} v=${parameters.add(terms[0]!)}}`
  return `{!terms f=${field} separator=${parameters.add(separator)} v=${parameters.add(terms.join(separator))}}`
}

/** What a text of the standard parser finds in the field. */
export function matchText(parameters: Parameters, field: string, text: string): string {
  return `{!lucene df=${field} v=${parameters.add(text)}}`
}

/** A text in which the standard parser finds nothing but signs. */
export function escapeTerm(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, sign => `\\${sign}`)
}

/** A text between quotes. */
export function quoteTerm(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** An end of a range of numbers. */
export interface NumberRange {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Which of the ends belong to it; both where it is not said. */
  readonly withFrom?: boolean
  readonly withTo?: boolean
}

/** A range of numbers for the standard parser. */
export function toNumberRange({ from, to, withFrom = true, withTo = true }: NumberRange): string {
  return `${withFrom ? '[' : '{'}${from ?? '*'} TO ${to ?? '*'}${withTo ? ']' : '}'}`
}

/** All of some conditions, at least one of others, none of the rest. */
export function combine(
  parameters: Parameters,
  {
    must = [],
    should = [],
    mustNot = [],
  }: { must?: readonly string[]; should?: readonly string[]; mustNot?: readonly string[] },
): string {
  const [only, ...more] = [...must, ...should]
  if (only !== undefined && more.length === 0 && mustNot.length === 0) return only
  const clauses = [
    ...must.map(condition => `must=${parameters.add(condition)}`),
    ...should.map(condition => `should=${parameters.add(condition)}`),
    ...mustNot.map(condition => `must_not=${parameters.add(condition)}`),
  ]
  return `{!bool ${clauses.join(' ')}}`
}
