/**
 * Documents of the index as columns in memory: numbers, ordinals and words, without what results show. A document has
 * a fixed place; a changed one gets a new place, and the old one is abandoned.
 */

import type { NumberColumn } from '../../../documents/schema.ts'
import { buildColumn, type FieldColumn, setInColumn } from './lists/field-columns.ts'
import { enlarge, IntArena, IntList } from './lists/int-list.ts'
import { Postings } from './lists/postings.ts'
import { readInts, readVector } from './lists/read-lists.ts'
import type { NextSection } from './snapshot/sections.ts'
import { Workroom } from './workroom.ts'

/** The documents of a scope; not to be changed. */
export interface ScopePlaces {
  /** Each once. */
  readonly places: Int32Array
  /** By place: 1 for those that are in the scope. */
  readonly isIn: Uint8Array
}

/** A document as the tables have it; lists are in the text form of the database. */
export type MemoryRow = { readonly [column in NumberColumn]: number | null } & {
  readonly id: number
  readonly kind: string
  readonly ords: string
  readonly words: string
  readonly word_count: number
}

/** An entry of the dictionary of values. */
export interface Ordinal {
  readonly ord: number
  readonly field: string
  readonly isNumber: boolean
  /** All entries of the same field and value, itself among them. */
  readonly twins: readonly number[]
}

const numberColumns: readonly NumberColumn[] = [
  'id',
  'production_id',
  'account_id',
  'media_object_id',
  'start_frame',
  'end_frame',
  'created',
  'last_updated',
]

/** Bytes of the columns of fields that are kept; those used longest ago go first. */
const mostColumnBytes = 200_000_000

type SavedIndex = Pick<MemoryIndex, 'count' | 'numbers' | 'kinds' | 'wordCounts' | 'partOf' | 'abandoned'> & {
  readonly ordStarts: Uint32Array<ArrayBuffer>
  readonly ordCounts: Int32Array<ArrayBuffer>
  readonly ordFields: Uint16Array<ArrayBuffer>
  readonly canonical: Int32Array<ArrayBuffer>
  readonly kindNumbers: Map<string, number>
  readonly fieldNumbers: Map<string, number>
  readonly fieldTypes: number[]
}

export class MemoryIndex {
  /** Places that were given out; some may be of documents that are gone. */
  count = 0
  numbers = Object.fromEntries(numberColumns.map(column => [column, new Float64Array(64)])) as Record<
    NumberColumn,
    Float64Array
  >
  /** The kind of each document, by its number; 0 where there is none. */
  kinds = new Uint8Array(64)
  wordCounts = new Int32Array(64)
  postings = new Postings()
  readonly workroom = new Workroom()
  /** In which part of the postings each document is. */
  partOf = new Uint16Array(64)
  /** Another one after each change. */
  revision = 0
  /** The documents of scopes that were asked for last, of one revision. */
  scopes = { revision: 0, lists: new Map<string, ScopePlaces>() }
  /** Writings that were left behind. */
  abandoned = 0

  #kindNumbers = new Map<string, number>()
  readonly #places = new Map<number, number>()
  #ords = new IntArena()
  #ordStarts = new Uint32Array(64)
  #ordCounts = new Int32Array(64)
  /** Of each ordinal, the number of its field (0 while it is not known) and the one of its twins that stands for all. */
  #ordFields = new Uint16Array(1024)
  #canonical = new Int32Array(1024)
  #fieldNumbers = new Map<string, number>()
  /** By field number: 1 where there are texts, 2 where there are numbers, 3 where there are both. */
  #fieldTypes: number[] = [0]
  readonly #columns = new Map<string, FieldColumn>()
  #byProduction: Map<number, IntList> | undefined
  readonly #list = new IntList()
  #marks = new Uint8Array(0)
  #ordinalMarks = new Uint8Array(0)
  #ordinalCounts = new Int32Array(0)

  /** The index that was saved, without what is made at first use. */
  static async restore(next: NextSection): Promise<MemoryIndex> {
    const index = new MemoryIndex()
    const { ordStarts, ordCounts, ordFields, canonical, kindNumbers, fieldNumbers, fieldTypes, ...open } =
      await next<SavedIndex>()
    Object.assign(index, open)
    index.#ordStarts = ordStarts
    index.#ordCounts = ordCounts
    index.#ordFields = ordFields
    index.#canonical = canonical
    index.#kindNumbers = kindNumbers
    index.#fieldNumbers = fieldNumbers
    index.#fieldTypes = fieldTypes
    index.#ords = await IntArena.restore(next)
    index.postings = await Postings.restore(next)
    for (let place = 0; place < index.count; place++) {
      if (index.kinds[place] !== 0) index.#places.set(index.numbers.id[place]!, place)
    }
    return index
  }

  /** For `restore`. */
  *save(): Generator<unknown> {
    const { count, numbers, kinds, wordCounts, partOf, abandoned } = this
    const saved: SavedIndex = {
      count,
      numbers,
      kinds,
      wordCounts,
      partOf,
      abandoned,
      ordStarts: this.#ordStarts,
      ordCounts: this.#ordCounts,
      ordFields: this.#ordFields,
      canonical: this.#canonical,
      kindNumbers: this.#kindNumbers,
      fieldNumbers: this.#fieldNumbers,
      fieldTypes: this.#fieldTypes,
    }
    yield saved
    yield* this.#ords.save()
    yield* this.postings.save()
  }

  /** One number for each place, all 0: for one use at a time, until the next call. */
  marks(): Uint8Array {
    if (this.#marks.length < this.kinds.length) this.#marks = new Uint8Array(this.kinds.length)
    else this.#marks.fill(0, 0, this.count)
    return this.#marks
  }

  /** One number for each ordinal, all 0; callers that change some reset them before the next question. */
  ordinalMarks(): Uint8Array {
    if (this.#ordinalMarks.length < this.ordinalRoom) this.#ordinalMarks = new Uint8Array(this.ordinalRoom)
    return this.#ordinalMarks
  }

  /** The same for larger numbers. */
  ordinalCounts(): Int32Array {
    if (this.#ordinalCounts.length < this.ordinalRoom) this.#ordinalCounts = new Int32Array(this.ordinalRoom)
    return this.#ordinalCounts
  }

  /** Bytes that it holds, nearly. */
  get bytes(): number {
    const perPlace = this.kinds.length * (numberColumns.length * 8 + 1 + 4 + 2 + 4 + 4 + 1)
    const ordinals = this.#ordFields.length * (2 + 4 + 1 + 4)
    return (
      perPlace +
      ordinals +
      this.#places.size * 40 +
      this.#ords.bytes +
      this.postings.bytes +
      this.workroom.bytes +
      this.#columnBytes()
    )
  }

  /** The ordinals of these rows that it does not know yet; they have to be taught before the rows are written. */
  listUnknown(rows: readonly MemoryRow[]): number[] {
    const unknown = new Set<number>()
    for (const { ords } of rows) {
      readInts(ords, this.#list)
      for (const ord of this.#list.view()) if ((this.#ordFields[ord] ?? 0) === 0) unknown.add(ord)
    }
    return [...unknown]
  }

  learn({ ord, field, isNumber, twins }: Ordinal): void {
    while (ord >= this.#ordFields.length) {
      this.#ordFields = enlarge(this.#ordFields, this.#ordFields.length * 2)
      this.#canonical = enlarge(this.#canonical, this.#canonical.length * 2)
    }
    let number = this.#fieldNumbers.get(field)
    if (number === undefined) {
      number = this.#fieldTypes.push(0) - 1
      this.#fieldNumbers.set(field, number)
    }
    this.#ordFields[ord] = number
    this.#fieldTypes[number]! |= isNumber ? 2 : 1
    // Whatever documents have been written with stands for all.
    const known = twins.find(twin => (this.#canonical[twin] ?? 0) !== 0)
    this.#canonical[ord] = known === undefined ? Math.min(...twins) : this.#canonical[known]!
  }

  /** Writes documents, whole, instead of those with the same ids. */
  write(rows: readonly MemoryRow[]): void {
    if (rows.length > 0) this.revision++
    for (const row of rows) this.#write(row)
  }

  #write(row: MemoryRow): void {
    const known = this.#places.get(row.id)
    const place = known ?? this.#takePlace(row.id)
    if (known !== undefined) this.abandoned++
    if (known !== undefined && this.numbers.production_id[place] !== row.production_id) this.#byProduction = undefined
    else if (known === undefined) this.#listInProduction(place, row.production_id)
    for (const column of numberColumns) this.numbers[column][place] = row[column] ?? Number.NaN
    this.kinds[place] = this.#toKindNumber(row.kind)
    this.wordCounts[place] = row.word_count
    readInts(row.ords, this.#list)
    const ords = this.#list.view()
    for (let index = 0; index < ords.length; index++) ords[index] = this.#canonical[ords[index]!]!
    this.#ordStarts[place] = this.#ords.add(ords)
    this.#ordCounts[place] = ords.length
    for (const [field, column] of this.#columns) {
      // Of a column for one value each there are two in one document now.
      if (!setInColumn(column, place, this.#listOfField(ords, field))) this.#columns.delete(field)
    }
    const { postings } = this
    postings.begin(place)
    if (this.partOf[place] === postings.openPart) postings.markAgain(place)
    this.partOf[place] = postings.openPart
    readVector(row.words, (word, times) => postings.add(word, times))
  }

  remove(ids: readonly number[]): void {
    if (ids.length > 0) this.revision++
    for (const id of ids) {
      const place = this.#places.get(id)
      if (place === undefined || this.kinds[place] === 0) continue
      this.kinds[place] = 0
      this.abandoned++
    }
  }

  #takePlace(id: number): number {
    const place = this.count++
    this.#places.set(id, place)
    if (place >= this.kinds.length) this.#makeRoom(Math.ceil(this.kinds.length * 1.5))
    return place
  }

  #makeRoom(room: number): void {
    for (const column of numberColumns) this.numbers[column] = enlarge(this.numbers[column], room)
    this.kinds = enlarge(this.kinds, room)
    this.wordCounts = enlarge(this.wordCounts, room)
    this.partOf = enlarge(this.partOf, room)
    this.#ordStarts = enlarge(this.#ordStarts, room)
    this.#ordCounts = enlarge(this.#ordCounts, room)
    this.#columns.clear()
  }

  #toKindNumber(kind: string): number {
    const known = this.#kindNumbers.get(kind) ?? this.#kindNumbers.size + 1
    this.#kindNumbers.set(kind, known)
    return known
  }

  /** The numbers of these kinds, for `kinds`. */
  findKinds(kinds: readonly string[]): number[] {
    return kinds.flatMap(kind => this.#kindNumbers.get(kind) ?? [])
  }

  /** Removes the documents that are not among these. */
  retain(ids: Iterable<number>): void {
    const isThere = this.marks()
    for (const id of ids) {
      const place = this.#places.get(id)
      if (place !== undefined) isThere[place] = 1
    }
    const gone: number[] = []
    for (const [id, place] of this.#places) if (isThere[place] === 0) gone.push(id)
    this.remove(gone)
  }

  /** The place of a document. */
  findPlace(id: number): number | undefined {
    return this.#places.get(id)
  }

  #listInProduction(place: number, productionId: number | null): void {
    if (productionId === null || this.#byProduction === undefined) return
    const list = this.#byProduction.get(productionId) ?? new IntList()
    list.push(place)
    this.#byProduction.set(productionId, list)
  }

  /** Places of the documents that a production has, or had. */
  listOfProduction(productionId: number): Int32Array {
    if (this.#byProduction === undefined) {
      this.#byProduction = new Map()
      for (let place = 0; place < this.count; place++) {
        const own = this.numbers.production_id[place]!
        this.#listInProduction(place, Number.isNaN(own) ? null : own)
      }
    }
    return this.#byProduction.get(productionId)?.view() ?? new Int32Array()
  }

  /** The ordinals that documents have for these ones of the dictionary; those that none has are left out. */
  toCanonical(ords: readonly number[]): number[] {
    return [...new Set(ords.map(ord => this.#canonical[ord] ?? 0).filter(ord => ord !== 0))]
  }

  /** Whether some values of a field are texts and others numbers. */
  isMixed(field: string): boolean {
    return this.#fieldTypes[this.#fieldNumbers.get(field) ?? 0] === 3
  }

  /** More than the largest ordinal. */
  get ordinalRoom(): number {
    return this.#canonical.length
  }

  /** Whether a document has an ordinal, in whichever field. */
  hasOrdinal(place: number, ord: number): boolean {
    const start = this.#ordStarts[place]!
    const chunk = this.#ords.chunk(start)
    const offset = this.#ords.offset(start)
    const end = offset + this.#ordCounts[place]!
    for (let at = offset; at < end; at++) if (chunk[at] === ord) return true
    return false
  }

  /** The values of a field; made at its first use. */
  findColumn(field: string): FieldColumn {
    const known = this.#columns.get(field)
    if (known) {
      // The one used last stands last.
      this.#columns.delete(field)
      this.#columns.set(field, known)
      return known
    }
    const number = this.#fieldNumbers.get(field) ?? 0
    const column = buildColumn(this.count, this.kinds.length, (place, tell) => {
      if (number === 0 || this.kinds[place] === 0) return
      const start = this.#ordStarts[place]!
      const chunk = this.#ords.chunk(start)
      const offset = this.#ords.offset(start)
      const end = offset + this.#ordCounts[place]!
      for (let at = offset; at < end; at++) if (this.#ordFields[chunk[at]!] === number) tell(chunk[at]!)
    })
    for (const oldest of this.#columns.keys()) {
      if (this.#columnBytes() + column.bytes <= mostColumnBytes) break
      this.#columns.delete(oldest)
    }
    this.#columns.set(field, column)
    return column
  }

  #listOfField(ords: Int32Array, field: string): number[] {
    const number = this.#fieldNumbers.get(field) ?? 0
    return Array.from(ords).filter(ord => this.#ordFields[ord] === number)
  }

  #columnBytes(): number {
    let bytes = 0
    for (const column of this.#columns.values()) bytes += column.bytes
    return bytes
  }
}
