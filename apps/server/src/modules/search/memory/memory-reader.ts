import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../../platform/database/index.ts'
import { MemoryIndex, type MemoryRow } from './memory-index.ts'
import * as store from './memory-store.ts'

/** Documents that are read at a time. */
const batchSize = 1_000
/** Most changes that a search waits for; more are read while the database answers instead. */
const mostChanges = 2_000
/** Removals are told for twice as long to those who come to look. */
export const longestAbsenceMs = 1_800_000
/** With more places abandoned than this, and more than there are documents, everything is read again. */
const mostAbandoned = 100_000

/** How the copy in memory is: not there, being read, there, or too large to be. */
export type MemoryState = 'absent' | 'reading' | 'ready' | 'too large'

/** Reads the index into memory, and what changes of it. */
export class MemoryReader {
  state: MemoryState = 'absent'
  index = new MemoryIndex()
  #moment: store.Moment = { horizon: '0', generation: -1 }
  #lookedMs = 0
  readonly #database: Database
  readonly #mostBytes: number

  constructor(database: Database, mostBytes: number) {
    this.#database = database
    this.#mostBytes = mostBytes
  }

  /** Reads everything again; until it is done no question is answered. */
  async readAll(): Promise<void> {
    this.state = 'reading'
    try {
      this.index = new MemoryIndex()
      this.#moment = await store.readMoment(this.#database)
      const isWhole = await this.#readBatches(afterId => store.readRows(this.#database, afterId, batchSize))
      if (!isWhole) this.index = new MemoryIndex()
      else await this.#readRest()
      this.state = isWhole ? 'ready' : 'too large'
    } finally {
      if (this.state === 'reading') this.state = 'absent'
    }
  }

  /**
   * Brings the index to where `db`, a transaction that sees one moment, stands. False where there is too much to read:
   * that is done meanwhile, and `reading` holds it.
   */
  async catchUp(db: Database): Promise<boolean> {
    if (this.state !== 'ready') return false
    const { index } = this
    const [moment, rows, removed] = await Promise.all([
      store.readMoment(db),
      store.readChangedRows(db, this.#moment, Number.MIN_SAFE_INTEGER, mostChanges + 1),
      store.readRemovedIds(db, this.#moment),
    ])
    const isForgotten = moment.generation !== this.#moment.generation || this.#isLate()
    const isWorn = index.abandoned > Math.max(mostAbandoned, index.count)
    if (isForgotten || isWorn) {
      this.state = 'absent'
      return false
    }
    if (rows.length > mostChanges) {
      this.state = 'reading'
      return false
    }
    // What was removed may have been written again since.
    index.remove(removed)
    await this.#write(db, rows)
    this.#saw(moment)
    return true
  }

  /** Goes on where `catchUp` gave up. */
  async readOn(): Promise<void> {
    if (this.state === 'absent') return this.readAll()
    if (this.state !== 'reading') return
    try {
      await this.#readRest()
      this.state = 'ready'
    } finally {
      if (this.state === 'reading') this.state = 'absent'
    }
  }

  /** Once more from the last moment: what was written while the rest was read. */
  async #readRest(): Promise<void> {
    const since = this.#moment
    const moment = await store.readMoment(this.#database)
    this.index.remove(await store.readRemovedIds(this.#database, since))
    await this.#readBatches(afterId => store.readChangedRows(this.#database, since, afterId, batchSize))
    this.#saw({ ...moment, generation: since.generation })
  }

  #saw(moment: store.Moment): void {
    this.#moment = moment
    this.#lookedMs = performance.now()
  }

  #isLate(): boolean {
    return performance.now() - this.#lookedMs > longestAbsenceMs
  }

  /** All batches, one behind the other; false where there is no room for them. */
  async #readBatches(read: (afterId: number) => Promise<MemoryRow[]>): Promise<boolean> {
    let afterId = Number.MIN_SAFE_INTEGER
    let next = read(afterId)
    for (;;) {
      const rows = await next
      const last = rows.at(-1)
      if (!last) return true
      afterId = last.id
      // The database reads on while this batch is taken in.
      next = read(afterId)
      next.catch(() => {})
      await this.#write(this.#database, rows)
      if (this.index.bytes > this.#mostBytes) {
        await next.catch(() => {})
        return false
      }
      await setImmediate()
    }
  }

  async #write(db: Database, rows: readonly MemoryRow[]): Promise<void> {
    for (const ordinal of await store.readOrdinals(db, this.index.listUnknown(rows))) this.index.learn(ordinal)
    this.index.write(rows)
  }
}
