/**
 * `test/lucene-8.7.tsv` holds queries and what Lucene's own classic parser made of them (version 8.7.0, whitespace analyzer,
 * default field `text`, leading wildcards allowed), written as below. Left out are the forms in which this syntax follows Solr
 * rather than classic Lucene: a slash within a term, `a~b`, a lone `*`, `\u` escapes in patterns.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { QuerySyntaxError } from '../errors.ts'
import type { Bound, Query } from './ast.ts'
import { parseQuery } from './parser.ts'

const occurSigns = { must: '+', should: '', mustNot: '-' }

/** Lucene's view: a phrase of one word is a term, `f:*` is a pattern, an open bound is included. */
function write(query: Query): string {
  switch (query.kind) {
    case 'all':
      return 'All'
    case 'exists':
      return `Wildcard(${query.field}, *)`
    case 'boolean':
      return `[${query.clauses.map(clause => occurSigns[clause.occur] + write(clause.query)).join(' ')}]`
    case 'boost':
      return `${write(query.query)}^${query.factor}`
    case 'constantScore':
      return assert.fail('classic Lucene has no constant score')
    case 'term':
      return `Term(${query.field}, ${query.value.text})`
    case 'phrase': {
      const words = query.text.split(' ')
      if (words.length === 1) return `Term(${query.field}, ${words[0]})`
      return `Phrase(${query.field}, ${words.join(' ')}, ${query.slop})`
    }
    case 'wildcard': {
      const parts = query.pattern.map(part => {
        if (part.kind === 'text') return part.text.replace(/[\\*?]/g, '\\$&')
        return part.kind === 'anyText' ? '*' : '?'
      })
      return `Wildcard(${query.field}, ${parts.join('')})`
    }
    case 'fuzzy':
      return `Fuzzy(${query.field}, ${query.text}, ${query.edits})`
    case 'range':
      return `Range(${query.field}, ${writeBound(query.lower)}, ${writeBound(query.upper)})`
  }
}

function writeBound(bound: Bound | undefined): string {
  return bound === undefined ? 'open' : `${bound.inclusive ? '=' : ''}${bound.value.text}`
}

function writeOrRefuse(text: string): string {
  try {
    return write(parseQuery(text, { defaultField: 'text' }))
  } catch (error) {
    assert(error instanceof QuerySyntaxError)
    return 'refused'
  }
}

test('queries have the structure that Lucene gives them', () => {
  const lines = readFileSync(new URL('../test/lucene-8.7.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  assert(lines.length > 300)
  for (const line of lines) {
    const [text = '', expected] = line.split('\t')
    assert.equal(writeOrRefuse(text), expected, text)
  }
})
