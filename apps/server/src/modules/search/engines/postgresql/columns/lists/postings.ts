import type { NextSection } from '../snapshot/sections.ts'
import { IntList } from './int-list.ts'

/**
 * Which documents hold a word, and how often. Documents are gathered in an open part, word by word of each; a part that
 * is full is closed, turned round, and never changes. A document that is written again comes into the open part, and
 * what closed parts say of it no longer counts.
 */
export class Postings {
  readonly #wordIds = new Map<string, number>()
  readonly #closed = new Map<number, ClosedPart>()
  #open: OpenPart = createOpenPart(1)
  #letters = 0

  static async restore(next: NextSection): Promise<Postings> {
    const postings = new Postings()
    const { openPart, closed, letters } = await next<{ openPart: number; closed: number; letters: number }>()
    for (const word of await next<string[]>()) postings.#wordIds.set(word, postings.#wordIds.size)
    for (let read = 0; read < closed; read++) {
      const part = await next<ClosedPart>()
      postings.#closed.set(part.number, part)
    }
    postings.#open = createOpenPart(openPart)
    postings.#letters = letters
    return postings
  }

  /** For `restore`; closes the open part. */
  *save(): Generator<unknown> {
    this.#close()
    yield { openPart: this.openPart, closed: this.#closed.size, letters: this.#letters }
    yield [...this.#wordIds.keys()]
    yield* this.#closed.values()
  }

  /** Number of the part that documents come into now. */
  get openPart(): number {
    return this.#open.number
  }

  /** Bytes that it holds, nearly. */
  get bytes(): number {
    let bytes = this.#wordIds.size * 80 + this.#letters * 2
    for (const part of this.#closed.values())
      bytes += part.words.byteLength * 2 + part.docs.byteLength + part.times.byteLength
    return bytes + this.#open.words.values.byteLength * 2
  }

  /** Begins the words of a document in the open part; closes that first where it is full. */
  begin(place: number): void {
    if (this.#open.places.length >= partSize) this.#close()
    this.#open.places.push(place)
    this.#open.starts.push(this.#open.words.length)
  }

  /** A word of the document begun last. */
  add(word: string, times: number): void {
    let id = this.#wordIds.get(word)
    if (id === undefined) {
      id = this.#wordIds.size
      // Copied: a piece of a text would keep the whole text in memory.
      this.#wordIds.set(Buffer.from(word).toString(), id)
      this.#letters += word.length
    }
    this.#open.words.push(id)
    this.#open.times.push(times)
  }

  /** Writes into `times`, by place, how often documents hold a word; what `partOf` says is elsewhere by now is passed over. */
  count(word: string, partOf: Uint16Array, times: Uint8Array): void {
    const id = this.#wordIds.get(word)
    if (id === undefined) return
    for (const part of this.#closed.values()) {
      const at = findSorted(part.words, id)
      if (at >= 0) countClosed(part, part.starts[at]!, part.starts[at + 1]!, partOf, times)
    }
    this.#countOpen(id, partOf, times)
  }

  /** How many documents hold a word, nearly: those that were written again are counted each time. */
  countEntries(word: string): number {
    const id = this.#wordIds.get(word)
    if (id === undefined) return 0
    let entries = 0
    for (const { words, starts } of this.#closed.values()) {
      const at = findSorted(words, id)
      if (at >= 0) entries += starts[at + 1]! - starts[at]!
    }
    return entries
  }

  #countOpen(id: number, partOf: Uint16Array, into: Uint8Array): void {
    const { number, places, starts, words, times } = this.#open
    const all = words.values
    let doc = 0
    for (let entry = 0; entry < words.length; entry++) {
      if (all[entry] !== id) continue
      while (doc + 1 < places.length && starts.values[doc + 1]! <= entry) doc++
      const place = places.values[doc]!
      // The last writing of a document in this part counts.
      if (partOf[place] === number && this.#isLast(place, doc)) into[place] = Math.min(times.values[entry]!, 255)
    }
  }

  #isLast(place: number, doc: number): boolean {
    const again = this.#open.again.get(place)
    return again === undefined || again === doc
  }

  /** To be told where a document is in the open part already. */
  markAgain(place: number): void {
    this.#open.again.set(place, this.#open.places.length - 1)
  }

  /** Turns the open part round. */
  #close(): void {
    const open = this.#open
    this.#open = createOpenPart(open.number + 1)
    this.#closed.set(open.number, turnRound(open, this.#wordIds.size))
  }
}

/** Documents of one part: enough that there are few parts, few enough that the open one is looked through in no time. */
const partSize = 8_192

interface OpenPart {
  readonly number: number
  readonly places: IntList
  /** Where the words of each document begin. */
  readonly starts: IntList
  readonly words: IntList
  readonly times: IntList
  /** Of documents that were written more than once, which writing counts. */
  readonly again: Map<number, number>
}

function createOpenPart(number: number): OpenPart {
  return {
    number,
    places: new IntList(),
    starts: new IntList(),
    words: new IntList(),
    times: new IntList(),
    again: new Map(),
  }
}

interface ClosedPart {
  readonly number: number
  /** Ascending; and where the documents of each begin, with one more for the end. */
  readonly words: Int32Array
  readonly starts: Int32Array
  readonly docs: Int32Array
  /** At most 255 of each. */
  readonly times: Uint8Array
}

/** By word instead of by document, by counting. */
function turnRound({ number, places, starts, words, times, again }: OpenPart, wordCount: number): ClosedPart {
  const ends = new Int32Array(wordCount + 1)
  const all = words.view()
  for (const word of all) ends[word + 1]!++
  const used = new IntList()
  for (let word = 0; word < wordCount; word++) {
    if (ends[word + 1]! > 0) used.push(word)
    ends[word + 1]! += ends[word]!
  }
  const docs = new Int32Array(all.length)
  const counts = new Uint8Array(all.length)
  const next = ends.slice()
  for (let doc = 0; doc < places.length; doc++) {
    const place = places.values[doc]!
    const last = again.get(place)
    const end = doc + 1 < places.length ? starts.values[doc + 1]! : all.length
    for (let entry = starts.values[doc]!; entry < end; entry++) {
      const at = next[all[entry]!]!++
      // An earlier writing of the same document points nowhere.
      docs[at] = last === undefined || last === doc ? place : nowhere
      counts[at] = Math.min(times.values[entry]!, 255)
    }
  }
  const compact = used.view().slice()
  const compactStarts = new Int32Array(compact.length + 1)
  for (const [index, word] of compact.entries()) compactStarts[index] = ends[word]!
  compactStarts[compact.length] = all.length
  return { number, words: compact, starts: compactStarts, docs, times: counts }
}

function countClosed(
  { number, docs, times }: ClosedPart,
  start: number,
  end: number,
  partOf: Uint16Array,
  into: Uint8Array,
): void {
  for (let entry = start; entry < end; entry++) {
    const place = docs[entry]!
    if (partOf[place] === number) into[place] = times[entry]!
  }
}

/** No document: places beyond any array are read as undefined, which no part has as its number. */
const nowhere = 2 ** 31 - 1

function findSorted(sorted: Int32Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle]!
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}
