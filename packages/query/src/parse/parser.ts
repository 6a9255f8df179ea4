/**
 * The search syntax, in the style of Solr's standard (`lucene`) query parser. Whitespace may stand between any two tokens,
 * but not after `^` or `~`.
 *
 *   query       = group end ;
 *   group       = [ modifier ] clause { [ conjunction ] [ modifier ] clause } ;
 *   conjunction = "AND" | "&&" | "OR" | "||" ;
 *   modifier    = "+" | "-" | "NOT" | "!" ;               (* "+ ", "- " and "! " are words *)
 *   clause      = [ term ":" ] operand | "*" ":" "*" [ suffixes ] ;
 *   operand     = "(" group ")" [ boost ]
 *               | phrase [ suffixes ]
 *               | range [ boost ]
 *               | ( term | wildcard | "*" ) [ suffixes ] ;
 *   suffixes    = boost [ tilde ] | tilde [ boost ] ;
 *   boost       = "^" [ "=" ] number ;
 *   tilde       = "~" [ number ] ;                        (* slop of a phrase, edits of a term *)
 *   range       = ( "[" | "{" ) bound "TO" bound ( "]" | "}" ) ;
 *   bound       = "*" | phrase | characters without whitespace, "]" and "}" ;
 *   phrase      = '"' { character | escape } '"' ;
 *   wildcard    = a term in which an unescaped "*" or "?" stands, also at its start ;
 *   term        = start { start | "+" | "-" | "!" | "/" } ;
 *   start       = escape | any character but whitespace and + - ! ( ) : ^ [ ] " { } ~ * ? \ / ;
 *   escape      = "\u" four hexadecimal digits | "\" any character ;
 *   number      = digits [ "." digits ] ;
 *
 * The operators make no tree of precedences: AND marks the clauses on both of its sides as required, and OR marks
 * nothing, so `a OR b AND c` is `a +b +c`.
 *
 * Known to Solr and refused here: regular expressions, comments, `filter(…)`, local parameters `{!…}`, and the fields
 * `_query_` and `_val_`, which would hand the text to another parser.
 */

import { QuerySyntaxError } from '../errors.ts'
import { toFormC } from '../parameters/field-list.ts'
import { assertScannable, type LimitOptions, type QueryLimits, toLimits } from '../parameters/limits.ts'
import { type ParsedQuery, resolveFields } from '../parameters/resolve-fields.ts'
import { toFuzzy, toPhrase } from '../parameters/suffixes.ts'
import { toValue } from '../values/value.ts'
import type { BooleanQuery, Clause, Occur, Query } from './ast.ts'
import { type BoostToken, describeToken, type OperandToken, Scanner, type TildeToken, type Token } from './scanner.ts'

export interface ParseOptions extends LimitOptions {
  /** Field of the values that name none; without it their `field` stays undefined. */
  readonly defaultField?: string | undefined
  /** What stands between clauses that nothing joins; `or` when absent (`q.op`). */
  readonly defaultOperator?: 'and' | 'or' | undefined
}

/** Parses a query. Throws `QuerySyntaxError` for a text that is no query or exceeds a limit; an empty text is no query. */
export function parseQuery(text: string, options: ParseOptions = {}): Query {
  const limits = toLimits(options)
  assertScannable(text, limits)
  const parsed = new Parser(text, limits, options.defaultOperator === 'and').parse()
  return resolveFields(parsed, options.defaultField)
}

class Parser {
  readonly #text: string
  readonly #limits: QueryLimits
  readonly #scanner: Scanner
  readonly #joinsByAnd: boolean
  #token: Token
  #clauseCount = 0
  #wildcardCount = 0

  constructor(text: string, limits: QueryLimits, joinsByAnd: boolean) {
    this.#text = text
    this.#joinsByAnd = joinsByAnd
    this.#limits = limits
    this.#scanner = new Scanner(text)
    this.#token = this.#scanner.next()
  }

  parse(): ParsedQuery {
    const query = this.#parseGroup(0)
    if (this.#token.kind !== 'end') throw this.#unexpected('a clause or the end')
    return query
  }

  #parseGroup(depth: number): ParsedQuery {
    const clauses: Clause<ParsedQuery>[] = []
    let isPlain = true
    do {
      const conjunction = clauses.length > 0 ? this.#acceptConjunction() : undefined
      const previous = clauses.at(-1)
      const turned = this.#turnPrevious(previous?.occur, conjunction)
      if (previous && turned) clauses[clauses.length - 1] = { ...previous, occur: turned }
      const modifier = this.#acceptModifier()
      if (modifier) isPlain = false
      clauses.push({ occur: this.#chooseOccur(modifier, conjunction), query: this.#parseClause(depth) })
    } while (this.#token.kind !== 'end' && this.#token.kind !== 'close')

    const [first] = clauses
    if (clauses.length === 1 && first && isPlain) return first.query
    return { kind: 'boolean', clauses } satisfies BooleanQuery<ParsedQuery>
  }

  /** What a conjunction makes of the clause before it. */
  #turnPrevious(occur: Occur | undefined, conjunction: 'and' | 'or' | undefined): Occur | undefined {
    if (conjunction === 'and') return occur === 'should' ? 'must' : undefined
    return conjunction === 'or' && this.#joinsByAnd && occur === 'must' ? 'should' : undefined
  }

  /** As Solr has it: where clauses are joined by AND, `OR` takes away even a plus behind it. */
  #chooseOccur(modifier: Occur | undefined, conjunction: 'and' | 'or' | undefined): Occur {
    if (modifier === 'mustNot') return modifier
    if (this.#joinsByAnd) return conjunction === 'or' ? 'should' : 'must'
    return modifier ?? (conjunction === 'and' ? 'must' : 'should')
  }

  #acceptConjunction(): 'and' | 'or' | undefined {
    const { kind } = this.#token
    if (kind !== 'and' && kind !== 'or') return undefined
    this.#advance()
    return kind
  }

  #acceptModifier(): Occur | undefined {
    const { kind } = this.#token
    if (kind !== 'plus' && kind !== 'minus' && kind !== 'not') return undefined
    this.#advance()
    return kind === 'plus' ? 'must' : 'mustNot'
  }

  #parseClause(depth: number): ParsedQuery {
    const token = this.#token
    this.#countClause(token)
    if (token.kind !== 'term' && token.kind !== 'star') return this.#parseOperand(depth)

    this.#advance()
    if (this.#token.kind !== 'colon') return this.#parseSuffixes(token)
    this.#advance()
    if (token.kind === 'star') return this.#parseMatchAll()
    if (token.text === '_query_' || token.text === '_val_') {
      const problem = `The field ${token.text} is not supported`
      throw new QuerySyntaxError({ problem, position: token.start, expected: 'a field of the documents' })
    }
    return { kind: 'scope', field: toFormC(token.text), query: this.#parseOperand(depth) }
  }

  #parseMatchAll(): ParsedQuery {
    const star = this.#token
    if (star.kind !== 'star') throw this.#unexpected('* after *:')
    this.#advance()
    return { kind: 'scope', field: undefined, query: this.#parseSuffixes(star) }
  }

  #parseOperand(depth: number): ParsedQuery {
    const token = this.#token
    switch (token.kind) {
      case 'open':
        return this.#parseParentheses(depth + 1)
      case 'term':
      case 'bareSign':
      case 'star':
      case 'phrase':
      case 'wildcard':
        this.#advance()
        return this.#parseSuffixes(token)
      case 'range':
        this.#advance()
        return this.#parseBoost({ kind: 'range', field: undefined, lower: token.lower, upper: token.upper })
      case 'colon':
        throw this.#unexpected('a value; quote or escape a colon that belongs to one')
      case 'plus':
      case 'minus':
      case 'not':
        throw this.#unexpected('a value; quote or escape a sign that belongs to one')
      default:
        throw this.#unexpected('a value, a phrase, a range or a group')
    }
  }

  #parseParentheses(depth: number): ParsedQuery {
    if (depth > this.#limits.nestingDepth) {
      const expected = `at most ${this.#limits.nestingDepth} groups within each other`
      throw new QuerySyntaxError({ problem: 'The groups nest too deep', position: this.#token.start, expected })
    }
    this.#advance()
    const query = this.#parseGroup(depth)
    if (this.#token.kind !== 'close') throw this.#unexpected('a clause or )')
    this.#advance()
    return this.#parseBoost(query)
  }

  /** `a~1^2` and `a^2~1` are the same. */
  #parseSuffixes(operand: OperandToken): ParsedQuery {
    const boostFirst = this.#acceptBoost()
    const tilde = this.#token.kind === 'tilde' ? this.#token : undefined
    if (tilde !== undefined) this.#advance()
    const query = this.#toLeaf(operand, tilde)
    return withBoost(query, boostFirst ?? (tilde === undefined ? undefined : this.#acceptBoost()))
  }

  #toLeaf(operand: OperandToken, tilde: TildeToken | undefined): ParsedQuery {
    switch (operand.kind) {
      case 'phrase':
        return toPhrase(operand.text, tilde?.amount)
      case 'term':
      case 'bareSign':
        if (tilde === undefined) return { kind: 'term', field: undefined, value: toValue(operand.text) }
        this.#countWildcards(1, operand)
        return toFuzzy(operand.text, tilde)
      case 'wildcard':
        // As in Solr, a tilde after a pattern or a star changes nothing.
        this.#countWildcards(operand.pattern.filter(part => part.kind !== 'text').length, operand)
        return { kind: 'wildcard', field: undefined, pattern: operand.pattern }
      case 'star':
        return { kind: 'star' }
    }
  }

  #parseBoost(query: ParsedQuery): ParsedQuery {
    return withBoost(query, this.#acceptBoost())
  }

  #acceptBoost(): BoostToken | undefined {
    const token = this.#token
    if (token.kind !== 'boost') return undefined
    this.#advance()
    return token
  }

  #advance(): void {
    this.#token = this.#scanner.next()
  }

  #countClause(token: Token): void {
    this.#clauseCount += 1
    assertWithin(this.#limits.clauseCount, this.#clauseCount, 'clauses', token)
  }

  #countWildcards(added: number, token: Token): void {
    this.#wildcardCount += added
    assertWithin(this.#limits.wildcardCount, this.#wildcardCount, 'wildcards and fuzzy terms', token)
  }

  #unexpected(expected: string): QuerySyntaxError {
    return new QuerySyntaxError({
      problem: describeToken(this.#token, this.#text),
      position: this.#token.start,
      expected,
    })
  }
}

function assertWithin(limit: number, count: number, what: string, { start }: Token): void {
  if (count <= limit) return
  throw new QuerySyntaxError({ problem: `Too many ${what}`, position: start, expected: `at most ${limit}` })
}

function withBoost(query: ParsedQuery, boost: BoostToken | undefined): ParsedQuery {
  if (boost === undefined) return query
  return boost.constant
    ? { kind: 'constantScore', query, score: boost.factor }
    : { kind: 'boost', query, factor: boost.factor }
}
