/** Answers questions from the index in memory; the database is asked what only it knows. */

import type { FacetFieldRequest } from '@rushes/query'
import { type Database, readWithin } from '../../../../../../platform/database/index.ts'
import { type CountedPivot, compareValues, mostCombinations } from '../../../../counts/pivots.ts'
import { inField } from '../../../../documents/words.ts'
import type { Plan } from '../../../../query/plan.ts'
import { toRelevance } from '../../../../query/relevance.ts'
import { findMeanings, isMany, type Meanings } from '../../query/lookups.ts'
import { toScopeCondition } from '../../query/scope.ts'
import { selectBody } from '../../query/search-store.ts'
import { type Counts, countField, countWithout, type LevelCounts } from '../counts/count.ts'
import { countCombinations } from '../counts/count-combinations.ts'
import { listCandidates } from '../lists/candidates.ts'
import type { MemoryIndex } from '../memory-index.ts'
import * as store from '../memory-store.ts'
import { type Answer, type FieldAnswer, maxRanked, type Question } from '../question.ts'
import { type Leaves, select } from './evaluate.ts'
import { rankFirst, scoreAll } from './rank.ts'
import { listScope } from './scope-places.ts'

/** Answers one question; undefined where the database has to. All reads of `db` see what the index holds. */
export async function answer(db: Database, index: MemoryIndex, question: Question): Promise<Answer | undefined> {
  const { scopePlans, query, filters, counted } = question
  const names = [...question.fields.map(field => field.name), ...question.pivots.flat()]
  if (names.some(name => index.isMixed(name))) return undefined
  const plans = [...scopePlans, query, ...filters, ...counted]
  const meanings = await findMeanings(db, plans)
  const leaves = await findLeaves(db, index, question, plans, meanings)
  // From here to where answers are waited for, all goes on in one room.
  index.workroom.clear()
  const scope = listScope(index, question.scope)
  let inScope = scope.places
  for (const plan of scopePlans) inScope = select(index, plan, inScope, leaves)
  const asked = [...filters, query]
  let found = scopePlans.length > 0 ? inScope : listCandidates(index, asked, scope, leaves)
  for (const plan of asked) found = select(index, plan, found, leaves)
  const end = Math.min(question.start + question.rows, found.length)
  if (end > maxRanked) return undefined
  const { parts } = toRelevance(query, isMany(meanings))
  const order = question.order.length > 0 ? question.order : [{ by: 'score' as const, direction: 'desc' as const }]
  const isScored = parts.length > 0 && (question.withScores || order.some(key => key.by === 'score'))
  const scores = isScored ? scoreAll(index, parts, found, leaves) : new Float64Array(0)
  const keys = order.filter(key => key.by !== 'score' || isScored)
  const first = question.start >= end ? [] : rankFirst(index, keys, found, scores, end).slice(question.start)
  const page = first.map(i => ({ id: index.numbers.id[found[i]!]!, score: isScored ? scores[i]! : null }))
  const ids = page.map(({ id }) => id)
  const bodies = readWithin(db, ids, question.maxBytes, selectBody)
  const fields = question.fields.map(field => answerField(db, index, field, inScope, found))
  const pivots = question.pivots.map(names => answerPivot(db, index, names, found))
  const counts = counted.map(plan => select(index, plan, found, leaves).length)
  const numFound = found.length
  return {
    numFound,
    page,
    bodies: await bodies,
    counted: counts,
    fields: await Promise.all(fields),
    pivots: await Promise.all(pivots),
  }
}

/** What the leaves mean; what stands for too much, or needs places of words, is asked of the database. */
async function findLeaves(
  db: Database,
  index: MemoryIndex,
  question: Question,
  plans: readonly Plan[],
  meanings: Meanings,
): Promise<Leaves> {
  const ordinals = new Map<Extract<Plan, { kind: 'values' }>['lookup'], readonly number[]>()
  const words = new Map<Plan, readonly string[]>()
  const asked: Plan[] = []
  const visit = (plan: Plan): void => {
    if (plan.kind === 'group') for (const inner of [...plan.must, ...plan.should, ...plan.mustNot]) visit(inner)
    else if (plan.kind === 'boost' || plan.kind === 'constantScore') visit(plan.inner)
    else if (plan.kind === 'numbers' && plan.test.kind === 'like') asked.push(plan)
    else if (plan.kind === 'values') {
      const found = meanings.ordinals.get(plan.lookup) ?? []
      if (found === 'many') asked.push(plan)
      else ordinals.set(plan.lookup, index.toCanonical(found))
    } else if (plan.kind === 'words') {
      const { field, test } = plan
      const found = test.kind === 'lookup' ? meanings.words.get(test.match) : test.words
      const isSimple = test.kind === 'lookup' || (test.words.length === 1 && !test.isPrefix)
      if (!isSimple || found === 'many') asked.push(plan)
      else
        words.set(
          plan,
          (found ?? []).map(word => inField(field, word)),
        )
    }
  }
  plans.forEach(visit)
  const scope = toScopeCondition(question.scope)
  const places = new Map<Plan, Int32Array>()
  for (const plan of asked) {
    const ids = await store.readMatchingIds(db, scope, plan, meanings)
    places.set(plan, Int32Array.from(ids.flatMap(id => index.findPlace(id) ?? [])))
  }
  return { ordinals, words, places }
}

/** Ties at the end of a list of values that are put in order here; of more, the database does it. */
const mostTies = 2_000

async function answerField(
  db: Database,
  index: MemoryIndex,
  field: FacetFieldRequest,
  inScope: Int32Array,
  found: Int32Array,
): Promise<FieldAnswer> {
  const counts = countField(index, field.name, found)
  const missing = field.missing ? countWithout(index, field.name, found) : undefined
  const all = field.minCount === 0 ? withUnfound(counts, countField(index, field.name, inScope)) : counts
  return { values: await nameFirst(db, all, field), missing }
}

/** Also those that only others in the scope have, with the count 0. */
function withUnfound(found: Counts, inScope: Counts): Counts {
  const known = new Map(Array.from(found.ords, (ord, i) => [ord, found.counts[i]!]))
  return { ords: inScope.ords, counts: inScope.ords.map(ord => known.get(ord) ?? 0) }
}

async function nameFirst(db: Database, { ords, counts }: Counts, field: FacetFieldRequest) {
  const { limit, offset, prefix, sort, minCount } = field
  const byOrd = new Map<number, number>()
  for (let i = 0; i < ords.length; i++) if (counts[i]! >= minCount) byOrd.set(ords[i]!, counts[i]!)
  const toNamed = (names: readonly store.NamedValue[]) =>
    names.map(({ ord, value }) => ({ name: value, count: byOrd.get(ord)! }))
  if (sort === 'index') return toNamed(await store.readNamesInOrder(db, [...byOrd.keys()], { prefix, limit, offset }))
  let candidates = [...byOrd.keys()]
  if (prefix !== undefined) {
    const begun = await store.readNamesInOrder(db, candidates, { prefix, limit: undefined, offset: 0 })
    candidates = begun.map(({ ord }) => ord)
  }
  const wanted = limit === undefined ? candidates.length : offset + limit
  const { sure, tied } = splitAtTies(candidates, byOrd, wanted)
  const open = wanted - sure.length
  const last =
    tied.length > mostTies
      ? store.readNamesInOrder(db, tied, { prefix: undefined, limit: open, offset: 0 })
      : store.readNames(db, tied)
  const named = toNamed([...(await store.readNames(db, sure)), ...(await last)])
  return named.sort((a, b) => b.count - a.count || compareTexts(a.name, b.name)).slice(offset, wanted)
}

/** The most frequent ones that are among the first so many for sure, and those of which only some are. */
function splitAtTies(ords: readonly number[], counts: ReadonlyMap<number, number>, wanted: number) {
  if (wanted >= ords.length) return { sure: ords, tied: [] }
  if (wanted === 0) return { sure: [], tied: [] }
  const least = Int32Array.from(ords, ord => counts.get(ord)!).sort()[ords.length - wanted]!
  return {
    sure: ords.filter(ord => counts.get(ord)! > least),
    tied: ords.filter(ord => counts.get(ord) === least),
  }
}

/** By code points, as the database compares. */
function compareTexts(a: string, b: string): number {
  return a.isWellFormed() && /[\uD800-\uDFFF]/.test(a + b)
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : a < b
      ? -1
      : a > b
        ? 1
        : 0
}

async function answerPivot(
  db: Database,
  index: MemoryIndex,
  fields: readonly string[],
  found: Int32Array,
): Promise<CountedPivot | undefined> {
  const levels = countCombinations(index, fields, found, mostCombinations)
  if (!levels) return undefined
  const names = await store.readNames(db, listDifferent(index, levels))
  const values = names.map(({ ord, value, number }) => ({ ord, value: number ?? value }))
  values.sort((a, b) => compareValues(a.value, b.value))
  const rankOf = index.ordinalCounts()
  for (const [rank, { ord }] of values.entries()) rankOf[ord] = rank + 1
  const ranked = levels.map(({ parents, ords, counts }) => ({
    parents,
    ranks: ords.map(ord => rankOf[ord]! - 1),
    counts,
  }))
  for (const { ord } of values) rankOf[ord] = 0
  return { levels: ranked, values: values.map(({ value }) => value) }
}

/** The ordinals on any of the levels, each once. */
function listDifferent(index: MemoryIndex, levels: readonly LevelCounts[]): number[] {
  const seen = index.ordinalCounts()
  const different: number[] = []
  for (const { ords } of levels) {
    for (let row = 0; row < ords.length; row++) {
      if (seen[ords[row]!]!++ === 0) different.push(ords[row]!)
    }
  }
  for (const ord of different) seen[ord] = 0
  return different
}
