/** What a query found in a text: its words again, by the same rules by which the index has them. */

import { toIndexedText } from '../documents/schema.ts'
import { listWords, toWords } from '../documents/words.ts'
import { isWithinEdits } from '../query/edit-distance.ts'
import { matchesLike } from '../query/like.ts'
import type { DictionaryMatch, Plan, WordTest } from '../query/plan.ts'

/** What is sought in texts: words, in one field or in any, and whole values of one field. */
export interface Sought {
  readonly words: readonly { readonly field: string | undefined; readonly test: WordTest }[]
  readonly values: readonly { readonly field: string; readonly match: DictionaryMatch }[]
}

/** A stretch of a text, in UTF-16 code units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** What the plans seek; what they exclude is no part of it. */
export function listSought(plans: readonly Plan[]): Sought {
  const leaves = plans.flatMap(listLeaves)
  return {
    words: leaves.filter(leaf => leaf.kind === 'words'),
    values: leaves.flatMap(leaf => (leaf.kind === 'values' ? [leaf.lookup] : [])),
  }
}

function listLeaves(plan: Plan): Plan[] {
  if (plan.kind === 'group') return [...plan.must, ...plan.should].flatMap(listLeaves)
  if (plan.kind === 'boost' || plan.kind === 'constantScore') return listLeaves(plan.inner)
  return [plan]
}

/** Whether a whole value is one that is sought. */
export function isSoughtValue(match: DictionaryMatch, text: string): boolean {
  return matches(match, toIndexedText(text))
}

/** The stretches of a text that the tests find, in order, each once. */
export function findWords(text: string, tests: readonly WordTest[]): Stretch[] {
  const tokens = listTokens(text)
  const found = new Set<number>()
  for (const test of tests) {
    for (const index of test.kind === 'lookup' ? findSingles(tokens, test.match) : findPhrase(tokens, test)) {
      found.add(tokens[index]!.stretch)
    }
  }
  const stretches = listStretches(text)
  return [...found].sort((a, b) => a - b).map(index => stretches[index]!)
}

/** A word of the index, and which stretch of the text it comes from: a ligature or a fraction makes several. */
interface Token {
  readonly word: string
  readonly stretch: number
}

/** Words as they are written: accents may stand apart from their letters. */
function listStretches(text: string): Stretch[] {
  return Array.from(listWords(text), ({ word, index }) => ({ start: index, end: index + word.length }))
}

function listTokens(text: string): Token[] {
  return listStretches(text).flatMap(({ start, end }, stretch) =>
    toWords(text.slice(start, end)).map(word => ({ word, stretch })),
  )
}

function findSingles(tokens: readonly Token[], match: DictionaryMatch): number[] {
  const answers = new Map<string, boolean>()
  return tokens.flatMap(({ word }, index) => {
    const answer = answers.get(word) ?? matches(match, word)
    answers.set(word, answer)
    return answer ? [index] : []
  })
}

type Phrase = Extract<WordTest, { kind: 'phrase' }>

function findPhrase(tokens: readonly Token[], { words, slop, isPrefix }: Phrase): number[] {
  const last = words.length - 1
  const fits = (index: number, place: number) => {
    const word = tokens[index]?.word
    return word !== undefined && (isPrefix && place === last ? word.startsWith(words[place]!) : word === words[place])
  }
  const places = [...words.keys()]
  if (slop > 0 && last > 0) {
    // Words that may stand apart: all of them, where all of them are.
    const found = places.map(place => [...tokens.keys()].filter(index => fits(index, place)))
    return found.every(indexes => indexes.length > 0) ? found.flat() : []
  }
  return [...tokens.keys()]
    .filter(index => places.every(place => fits(index + place, place)))
    .flatMap(index => places.map(place => index + place))
}

function matches(match: DictionaryMatch, text: string): boolean {
  switch (match.kind) {
    case 'oneOf':
      return match.texts.includes(text)
    case 'like':
      return matchesLike(text, match.pattern)
    case 'fuzzy':
      return isWithinEdits(text, match.text, match.edits)
    case 'range': {
      const { lower, upper } = match
      return (
        (!lower || text > lower.text || (lower.inclusive && text === lower.text)) &&
        (!upper || text < upper.text || (upper.inclusive && text === upper.text))
      )
    }
  }
}
