import { QuerySyntaxError, quoteExcerpt } from '../errors.ts'

/** Query parameters as decoded texts; one given more than once is a list. */
export type RawParameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** The texts of a repeatable parameter, blank ones left out. */
export function listTexts(raw: RawParameters, name: string): string[] {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined
  return [value ?? []].flat().filter(text => text.trim() !== '')
}

/** The text of a parameter that may be given once; undefined where it is absent or blank. */
export function findText(raw: RawParameters, name: string): string | undefined {
  const [text, second] = listTexts(raw, name)
  if (second !== undefined) throw refuse(name, 'Given more than once', 'one value')
  return text
}

/** A number from 0; one beyond what a `number` holds exactly, as the largest int64, becomes the largest that it does. */
export function findCount(raw: RawParameters, name: string): number | undefined {
  const text = findText(raw, name)?.trim()
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw refuse(name, `Unexpected ${quoteExcerpt(text)}`, 'a whole number from 0')
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

/** One of a few words. */
export function findChoice<Choice extends string>(
  raw: RawParameters,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = findText(raw, name)?.trim()
  if (text === undefined) return undefined
  const choice = choices.find(choice => choice === text)
  if (choice === undefined) throw refuse(name, `Unexpected ${quoteExcerpt(text)}`, choices.join(' or '))
  return choice
}

/** Parses the text of a parameter, and names that parameter in the error. */
export function within<T>(parameter: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { problem, position, expected } = error
    throw new QuerySyntaxError({ problem, position, expected, parameter })
  }
}

/** An error about a whole parameter. */
export function refuse(parameter: string, problem: string, expected: string): QuerySyntaxError {
  return new QuerySyntaxError({ problem, position: 0, expected, parameter })
}
