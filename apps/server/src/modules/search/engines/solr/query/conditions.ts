/** Plans as queries of Solr: what they find, without any score. */

import type { NumberColumn } from '../../../documents/schema.ts'
import { findColumnField, presentField } from '../../../documents/schema.ts'
import type { DictionaryBound, DictionaryMatch, NumberTest, Plan, ValueLookup, WordTest } from '../../../query/plan.ts'
import { isBlank } from '../../../query/plan.ts'
import { toField, toValue, toWordField } from '../fields.ts'
import { combine, matchTerms, matchText, type Parameters, quoteTerm, toNumberRange } from './parameters.ts'
import { matchFuzzy, toPattern } from './patterns.ts'
import { matchPhrase } from './phrases.ts'

const everything = '*:*'
/** No document is of this kind. */
export const nothing = '{!term f=kind v=-}'
/** Apart from what is remembered of removed ones. */
export const isDocument = '{!lucene v="kind:[* TO *]"}'

/** The documents that a plan means. */
export function toCondition(plan: Plan, parameters: Parameters): string {
  switch (plan.kind) {
    case 'everything':
      return everything
    case 'nothing':
    case 'blank':
      return nothing
    case 'numbers':
      return matchNumbers(plan.column, plan.test, parameters)
    case 'values':
      return matchValues(plan.lookup, parameters)
    case 'words':
      return matchWords(plan.field, plan.test, parameters)
    case 'boost':
    case 'constantScore':
      return toCondition(plan.inner, parameters)
    case 'group':
      return matchGroup(plan, parameters)
  }
}

function matchGroup(plan: Extract<Plan, { kind: 'group' }>, parameters: Parameters): string {
  const toAll = (plans: readonly Plan[]) =>
    plans.filter(inner => !isBlank(inner)).map(inner => toCondition(inner, parameters))
  const must = toAll(plan.must)
  const should = must.length > 0 ? [] : matchAny(plan.should, parameters)
  if (must.length === 0 && should.length === 0) return nothing
  return combine(parameters, { must, should, mustNot: toAll(plan.mustNot) })
}

/** What asks for single terms of one field is one list: a query has so many clauses at most. */
function matchAny(plans: readonly Plan[], parameters: Parameters): string[] {
  const lists = new Map<string, string[]>()
  const others: string[] = []
  for (const plan of plans) {
    if (isBlank(plan)) continue
    const list = findTerms(plan)
    if (list) {
      const terms = lists.get(list.field)
      if (terms) terms.push(...list.terms)
      else lists.set(list.field, [...list.terms])
    } else others.push(toCondition(plan, parameters))
  }
  return [...Array.from(lists, ([field, terms]) => matchTerms(parameters, field, [...new Set(terms)])), ...others]
}

/** The terms that a plan asks for, one of which is enough. */
function findTerms(plan: Plan): { readonly field: string; readonly terms: readonly string[] } | undefined {
  switch (plan.kind) {
    case 'numbers':
      if (plan.test.kind !== 'oneOf') return undefined
      return { field: toField('v', findColumnField(plan.column)), terms: plan.test.numbers.map(toValue) }
    case 'values': {
      const { field, match } = plan.lookup
      if (match.kind !== 'oneOf' || match.texts.length + match.numbers.length === 0) return undefined
      if (field === presentField) return { field: 'present', terms: match.texts }
      return { field: toField('v', field), terms: [...match.texts, ...match.numbers].map(toValue) }
    }
    case 'words': {
      const { field, test } = plan
      const isSingle = test.kind === 'phrase' && test.words.length === 1 && !test.isPrefix
      return isSingle ? { field: toWordField(field), terms: test.words } : undefined
    }
    default:
      return undefined
  }
}

function matchNumbers(column: NumberColumn, test: NumberTest, parameters: Parameters): string {
  const name = findColumnField(column)
  switch (test.kind) {
    case 'present':
      return matchText(parameters, toField('v', name), '[* TO *]')
    case 'oneOf':
      return matchTerms(parameters, toField('v', name), test.numbers.map(toValue))
    case 'between':
      return matchText(parameters, toField('n', name), toNumberRange({ from: test.lower, to: test.upper }))
    case 'like':
      return matchText(parameters, toField('v', name), toPattern(test.pattern, 'n'))
  }
}

function matchValues({ field, match }: ValueLookup, parameters: Parameters): string {
  const name = toField('v', field)
  switch (match.kind) {
    case 'oneOf': {
      const list = findTerms({ kind: 'values', lookup: { field, match } })
      return list ? matchTerms(parameters, list.field, [...new Set(list.terms)]) : nothing
    }
    case 'like':
      return matchText(parameters, name, toPattern(match.pattern, '?'))
    case 'fuzzy':
      return combine(parameters, {
        should: ['s', 'n'].map(type => matchFuzzy(parameters, name, match, type)),
      })
    case 'range':
      return matchRange(field, match, parameters)
  }
}

/** Numbers by size between numbers, texts by their characters between any. */
function matchRange(
  field: string,
  { lower, upper }: Extract<DictionaryMatch, { kind: 'range' }>,
  parameters: Parameters,
): string {
  const texts = matchText(parameters, toField('v', field), toTextRange(lower, upper, 's'))
  const isOfNumbers = [lower, upper].every(bound => bound === undefined || bound.number !== undefined)
  if (!isOfNumbers) return texts
  const range = toNumberRange({
    from: lower?.number,
    to: upper?.number,
    withFrom: lower?.inclusive ?? true,
    withTo: upper?.inclusive ?? true,
  })
  return combine(parameters, { should: [matchText(parameters, toField('n', field), range), texts] })
}

/** Texts behind the letter of a type, or words, which have none. */
function toTextRange(lower: DictionaryBound | undefined, upper: DictionaryBound | undefined, type: 's' | ''): string {
  // The letter that follows stands behind all texts.
  const [first, end] = type === '' ? ['*', '*'] : [quoteTerm('s'), quoteTerm('t')]
  const from = lower === undefined || type + lower.text === '' ? first : quoteTerm(type + lower.text)
  const to = upper === undefined ? end : quoteTerm(type + upper.text)
  const withTo = upper === undefined ? type === '' : upper.inclusive
  return `${lower?.inclusive === false ? '{' : '['}${from} TO ${to}${withTo ? ']' : '}'}`
}

function matchWords(field: string | undefined, test: WordTest, parameters: Parameters): string {
  const name = toWordField(field)
  if (test.kind === 'phrase') return matchPhrase(parameters, name, test)
  const { match } = test
  switch (match.kind) {
    case 'oneOf':
      return matchTerms(parameters, name, match.texts)
    case 'like':
      return matchText(parameters, name, toPattern(match.pattern, ''))
    case 'fuzzy':
      return matchFuzzy(parameters, name, match, '')
    case 'range':
      // No word is less than nothing.
      if (match.upper?.text === '') return nothing
      return matchText(parameters, name, toTextRange(match.lower, match.upper, ''))
  }
}
