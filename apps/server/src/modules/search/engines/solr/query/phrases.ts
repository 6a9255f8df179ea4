/** Words one after the other. */

import type { Plan, WordTest } from '../../../query/plan.ts'
import { combine, matchTerms, matchText, type Parameters } from './parameters.ts'

type Phrase = Extract<WordTest, { kind: 'phrase' }>

/** Most ways in which a sloppy phrase is written out; beyond it the words may stand anywhere. */
const mostWays = 64
/** Leaves a place free (`places.txt`). */
const anyWord = '·'

export function matchPhrase(parameters: Parameters, field: string, { words, slop, isPrefix }: Phrase): string {
  if (isPrefix) return matchBegun(parameters, field, words)
  const [first = '', ...others] = words
  if (others.length === 0) return matchTerms(parameters, field, [first])
  if (slop === 0) return matchText(parameters, field, `"${words.join(' ')}"`)
  if ((slop + 1) ** others.length > mostWays) {
    return combine(parameters, { must: words.map(word => matchTerms(parameters, field, [word])) })
  }
  let ways = [first]
  for (const word of others) {
    ways = ways.flatMap(way => Array.from({ length: slop + 1 }, (_, free) => `${way}${leaveFree(free)} ${word}`))
  }
  const [second = ''] = others
  // Of two words also in the other order.
  const isPair = others.length === 1 && slop >= 2
  const backward = isPair ? Array.from({ length: slop - 1 }, (_, free) => `${second}${leaveFree(free)} ${first}`) : []
  return combine(parameters, {
    should: [...ways, ...backward].map(way => matchText(parameters, field, `"${way}"`)),
  })
}

function leaveFree(places: number): string {
  return ` ${anyWord}`.repeat(places)
}

/** The last word is the beginning of one. After others, Solr writes out all words that begin so, up to `maxBooleanClauses`. */
function matchBegun(parameters: Parameters, field: string, words: readonly string[]): string {
  if (words.length === 1) return `{!prefix f=${field} v=${parameters.add(words[0]!)}}`
  return `{!complexphrase inOrder=true df=${field} v=${parameters.add(`"${words.join(' ')}*"`)}}`
}

/** The first of several words of which the last is a beginning, as it was asked for. */
export function findBegun(plans: readonly Plan[]): string | undefined {
  for (const plan of plans) {
    const begun = findBegunIn(plan)
    if (begun !== undefined) return begun
  }
  return undefined
}

function findBegunIn(plan: Plan): string | undefined {
  switch (plan.kind) {
    case 'group':
      return findBegun([...plan.must, ...plan.should, ...plan.mustNot])
    case 'boost':
    case 'constantScore':
      return findBegunIn(plan.inner)
    case 'words': {
      const { test } = plan
      return test.kind === 'phrase' && test.isPrefix && test.words.length > 1 ? `${test.words.join(' ')}*` : undefined
    }
    default:
      return undefined
  }
}
