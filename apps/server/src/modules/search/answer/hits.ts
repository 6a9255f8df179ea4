/** Where in their clips results say what was sought. */

import type { SearchHit } from '@rushes/contract'
import { isAnalysed } from '../documents/schema.ts'
import { findWords, type Sought, type Stretch } from './found-words.ts'

/** What is said in one go, in the parts that have times of their own: the words of a paragraph, or one caption. */
export type Utterance = readonly SearchHit[]

/** Hits that one document tells. */
const mostHits = 1000

/** By document id, the parts in which something was found; parts that follow one another are one hit. */
export function findHits(
  said: ReadonlyMap<number, readonly Utterance[]>,
  { words }: Sought,
): Record<string, SearchHit[]> {
  const tests = words.filter(({ field }) => field === undefined || isAnalysed(field)).map(({ test }) => test)
  const hits = Array.from(said, ([id, utterances]) => {
    const found = utterances.flatMap(parts => {
      const text = parts.map(part => part.text).join('')
      return joinParts(parts, findWords(text, tests))
    })
    return [String(id), found.slice(0, mostHits)] as const
  })
  return Object.fromEntries(hits.filter(([, found]) => found.length > 0))
}

function joinParts(parts: Utterance, stretches: readonly Stretch[]): SearchHit[] {
  const hits: SearchHit[] = []
  let end = 0
  let stretch = 0
  let wasFound = false
  for (const part of parts) {
    const start = end
    end += part.text.length
    while (stretches[stretch] && stretches[stretch]!.end <= start) stretch++
    const isFound = stretches[stretch] !== undefined && stretches[stretch]!.start < end
    const last = hits.at(-1)
    if (isFound && wasFound && last) hits[hits.length - 1] = { ...last, end: part.end, text: last.text + part.text }
    else if (isFound) hits.push(part)
    wasFound = isFound
  }
  return hits.map(hit => ({ ...hit, text: hit.text.trim() }))
}
