/** Which markers of a file are there already. Pure functions of their arguments. */

import type { Remark } from '@rushes/markers'

interface Placed extends Remark {
  readonly frame?: number | undefined
}

/**
 * Pairs remarks with stored ones: each stored one is the partner of one remark at most, so that what a file says twice
 * is there twice. The same are those with the same frame, text and author; a remark without an author matches
 * any author, after those with one have chosen.
 */
export function pairRemarks<R extends Placed, S extends Placed>(
  remarks: readonly R[],
  stored: readonly S[],
): Map<R, S> {
  const free = Map.groupBy(stored, toPlace)
  const pairs = new Map<R, S>()
  const [named, nameless] = [remarks.filter(({ author }) => author), remarks.filter(({ author }) => !author)]
  for (const remark of [...named, ...nameless]) {
    const candidates = free.get(toPlace(remark)) ?? []
    const index = candidates.findIndex(({ author }) => !remark.author || author === remark.author)
    const [partner] = index < 0 ? [] : candidates.splice(index, 1)
    if (partner) pairs.set(remark, partner)
  }
  return pairs
}

function toPlace({ frame, text }: Placed): string {
  return `${frame ?? ''} ${text}`
}

/** Longest texts that a comment holds, as the interface bounds them. */
const longestText = 1_000_000
const longestAuthor = 1000

/** What is wrong with a remark that a comment is to be made of; nothing when it can be kept as it is. */
export function findFault({ text, author = '' }: Remark): string | undefined {
  if (text.length > longestText) return `The text has more than ${longestText} characters`
  if (author.length > longestAuthor) return `The author has more than ${longestAuthor} characters`
  if ([text, author].some(part => part.includes('\0') || !part.isWellFormed())) return 'The text holds what is no text'
  return undefined
}
