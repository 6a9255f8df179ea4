/** Where a search for words begins: with the documents that hold them, instead of with all that there are. */

import { isBlank, type Plan } from '../../../../query/plan.ts'
import type { Leaves } from '../answer/evaluate.ts'
import type { ScopePlaces } from '../answer/scope-places.ts'
import type { MemoryIndex } from '../memory-index.ts'

/** A scope smaller than this part of the library is gone through faster than the postings are. */
const smallPart = 1 / 16

/** Documents of the scope among which are all that every one of the plans means; often far fewer than the scope has. */
export function listCandidates(
  index: MemoryIndex,
  plans: readonly Plan[],
  { places, isIn }: ScopePlaces,
  leaves: Leaves,
): Int32Array {
  const words = places.length < index.count * smallPart ? undefined : findRarest(index, plans, leaves)
  if (!words) return places
  const marks = index.marks()
  for (const word of words) index.postings.count(word, index.partOf, marks)
  const kept = index.workroom.intsOf(isIn.length + 1)
  let count = 0
  for (let place = 0; place < isIn.length; place++) {
    kept[count] = place
    // 1 where the mark, up to 255, is not 0: a condition would be foreseen wrongly too often.
    count += isIn[place]! & ((marks[place]! + 255) >> 8)
  }
  return kept.subarray(0, count)
}

/** Of the words that the plans ask for, those that the fewest documents hold. */
function findRarest(index: MemoryIndex, plans: readonly Plan[], leaves: Leaves): readonly string[] | undefined {
  let rarest: { words: readonly string[]; entries: number } | undefined
  for (const plan of plans) {
    const words = findWords(index, plan, leaves)
    if (!words) continue
    const entries = words.reduce((sum, word) => sum + index.postings.countEntries(word), 0)
    if (!rarest || entries < rarest.entries) rarest = { words, entries }
  }
  return rarest?.words
}

/** Entries of the postings of which every document of the plan holds one; undefined where words say nothing of it. */
function findWords(index: MemoryIndex, plan: Plan, leaves: Leaves): readonly string[] | undefined {
  switch (plan.kind) {
    case 'words':
      return leaves.words.get(plan)
    case 'boost':
    case 'constantScore':
      return findWords(index, plan.inner, leaves)
    case 'group': {
      const must = plan.must.filter(inner => !isBlank(inner))
      if (must.length > 0) return findRarest(index, must, leaves)
      const should = plan.should.filter(inner => !isBlank(inner)).map(inner => findWords(index, inner, leaves))
      return should.includes(undefined) ? undefined : should.flatMap(words => words ?? [])
    }
    default:
      return undefined
  }
}
