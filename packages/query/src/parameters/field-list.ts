import { QuerySyntaxError, quoteExcerpt } from '../errors.ts'
import { assertScannable, type LimitOptions, toLimits } from './limits.ts'

/** Which fields of a document are returned: all of them, and beside or instead of them the named ones. */
export interface FieldSelection {
  readonly all: boolean
  /** Patterns of names that are returned as well (`customFields.*`): `*` is any text, `?` one character. */
  readonly globs: readonly string[]
  /** In the order given, each once; `score` may be among them. */
  readonly names: readonly string[]
}

/** Fields whose values are counted level by level, and the text that asked for them, which is the key of the answer. */
export interface FacetPivot {
  readonly text: string
  readonly fields: readonly string[]
}

/** A piece of a text, and its offset in it. */
export interface ListItem {
  readonly text: string
  readonly position: number
}

/**
 * A field name where it stands alone: letters, digits, `_`, `.`, `-`, `$`, with spaces inside; no functions, aliases or
 * local parameters.
 */
const namePattern = /^[\p{L}\p{N}_$](?:[\p{L}\p{M}\p{N}_$. -]*[\p{L}\p{M}\p{N}_$.-])?$/u
/** A name in a list that white space separates, with the spaces in it escaped or the whole of it in quotes. */
const listed = /"[^"\\]*"|(?:\\.|[^,\s\\])+|\\/gsu

/** A field name with `*` for any text and `?` for one character. */
const globPattern = /^[\p{L}\p{N}_$*?][\p{L}\p{M}\p{N}_$.*?-]*$/u

/** Parses `fl`: names between commas or whitespace, globs too where they may be, `*` for all. An empty list means all. */
export function parseFieldList(text: string, options: LimitOptions = {}, mayGlob = false): FieldSelection {
  assertScannable(text, toLimits(options))
  const names = new Set<string>()
  const globs = new Set<string>()
  let all = false
  for (const { 0: name, index } of text.matchAll(listed)) {
    if (name === '*') all = true
    else if (mayGlob && /[*?]/.test(name) && globPattern.test(name)) globs.add(toFormC(name))
    else names.add(parseFieldName({ text: name, position: index }))
  }
  return { all: all || names.size + globs.size === 0, names: [...names], globs: [...globs] }
}

/** Whether a glob matches a whole name; the time is bounded by the product of their lengths. */
export function matchesGlob(glob: string, name: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let next = 0
  while (next < name.length) {
    if (glob[at] === '*') {
      star = at++
      resume = next
    } else if (at < glob.length && (glob[at] === '?' || glob[at] === name[next])) {
      at++
      next++
    } else if (star >= 0) {
      // The last star takes one character more.
      at = star + 1
      next = ++resume
    } else return false
  }
  while (glob[at] === '*') at++
  return at === glob.length
}

/** Parses `facet.pivot`: names between commas, outermost level first. */
export function parseFacetPivot(text: string, options: LimitOptions = {}): FacetPivot {
  const limits = toLimits(options)
  assertScannable(text, limits)
  const items = splitAtCommas(text)
  const excess = items[limits.pivotDepth]
  if (excess !== undefined) {
    const expected = `at most ${limits.pivotDepth} fields`
    throw new QuerySyntaxError({ problem: 'The pivot is too deep', position: excess.position, expected })
  }
  return { text, fields: items.map(parseFieldName) }
}

/**
 * Parses a text that is one field name, whitespace around it left out; spaces in it may be escaped, or it be in quotes.
 * Names of fields are in Unicode normal form C.
 */
export function parseFieldName({ text, position }: ListItem): string {
  const name = text.trim()
  const plain = /^"[^"]*"$/.test(name) ? name.slice(1, -1) : toPlainName(name)
  if (namePattern.test(plain)) return toFormC(plain)
  throw new QuerySyntaxError({
    problem: name === '' ? 'A name is missing' : `Unexpected ${quoteExcerpt(name)}`,
    position: name === '' ? position : position + text.indexOf(name),
    expected: 'the name of a field',
  })
}

/** A name as names of fields are compared, however a keyboard writes its letters. */
export function toFormC(name: string): string {
  return name.normalize('NFC')
}

/** A name without what escapes the signs in it. */
export function toPlainName(name: string): string {
  return name.replace(/\\([ .$-])/g, '$1')
}

/** The items of a list, empty ones too, with the whitespace around them. */
export function splitAtCommas(text: string): ListItem[] {
  let position = 0
  return text.split(',').map(item => {
    const start = position
    position += item.length + 1
    return { text: item, position: start }
  })
}
