/** The score of relevance as a function of Solr: the same sum as in the database, and of numbers from inside the scope alone. */

import { b, frequencies, k1, type Part, type Relevance, toAverageLength, weighWord } from '../../../query/relevance.ts'
import { toWordField } from '../fields.ts'
import { toCondition } from './conditions.ts'
import { matchTerms, type Parameters } from './parameters.ts'

/** What has to be counted among the found documents before they can be scored, as facets. */
export function countParts({ parts }: Relevance, parameters: Parameters): Record<string, unknown> {
  const counts = parts.flatMap((part, index) => {
    if (part.kind !== 'word') return []
    const q = matchTerms(parameters, toWordField(part.field), [part.word])
    return [[`part${index}`, { type: 'query', q }] as const]
  })
  return { ...Object.fromEntries(counts), length: 'avg(length)' }
}

/** What was counted. */
export interface PartCounts {
  readonly count: number
  readonly length?: number | 'NaN'
  readonly [name: string]: unknown
}

/** The function that scores a document. */
export function toScore({ parts }: Relevance, counts: PartCounts, parameters: Parameters): string {
  const average = toAverageLength(typeof counts.length === 'number' ? counts.length : null)
  const terms = parts.map((part, index) =>
    scorePart(part, () => readCount(counts[`part${index}`]), counts.count, average, parameters),
  )
  return terms.length === 1 ? terms[0]! : `sum(${terms.join(',')})`
}

function readCount(counted: unknown): number {
  return typeof counted === 'object' && counted !== null && 'count' in counted ? Number(counted.count) : 0
}

function scorePart(part: Part, count: () => number, found: number, average: number, parameters: Parameters): string {
  if (part.kind === 'match') {
    const condition = parameters.add(toCondition(part.plan, parameters))
    return `if(exists(query(${condition})),${write(part.score)},0)`
  }
  const weight = weighWord(part.boost, found, count())
  const norm = `linear(length,${write((k1 * b) / average)},${write(k1 * (1 - b))})`
  return `div(${write(weight)},sum(1,div(${norm},${writeFrequency(part.field, part.word)})))`
}

/** So many times are distinguished exactly. */
const mostExact = 8

/** How often a word occurs as the score takes it; of a document without it nothing, which divides to nothing. */
function writeFrequency(field: string | undefined, word: string): string {
  const times = `termfreq(${toWordField(field)},'${word}')`
  let frequency = `sum(${times},div(1,linear(${times},12,6)))`
  for (let exact = mostExact; exact >= 0; exact--) {
    frequency = `map(${times},${exact},${exact},${write(frequencies[exact]!)},${frequency})`
  }
  return frequency
}

/** A number without an exponent. */
function write(number: number): string {
  const text = String(number)
  return text.includes('e') ? number.toFixed(20) : text
}
