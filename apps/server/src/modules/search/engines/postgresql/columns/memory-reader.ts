import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../../../../platform/database/index.ts'
import { readIndexState } from '../../../rebuild/store.ts'
import { isWhole } from '../whole.ts'
import { MemoryIndex, type MemoryRow } from './memory-index.ts'
import * as store from './memory-store.ts'
import { readSnapshot, saveSnapshot } from './snapshot/snapshot.ts'

/** Documents that are read at a time. */
const batchSize = 1_000
/** Most changes that a search waits for; more are read while the database answers instead. */
const mostChanges = 2_000
/** Removals are listed for twice as long. */
export const longestAbsenceMs = 1_800_000
/** Ids that are read at a time. */
const idBatchSize = 50_000
/** A snapshot is written again when more than this part of it has changed. */
const staleShare = 1 / 20
/** With more places abandoned than this, and more than there are documents, everything is read again. */
const mostAbandoned = 100_000

/** How the copy in memory is: not there, being read, there, or too large to be. */
export type MemoryState = 'absent' | 'reading' | 'ready' | 'too large'

/** Reads the index into memory, and what changes of it. */
export class MemoryReader {
  state: MemoryState = 'absent'
  index = new MemoryIndex()
  /** What `index` was first read from. */
  origin: 'documents' | 'snapshot' = 'documents'
  #moment: store.Moment = { horizon: '0', generation: -1 }
  #lookedMs = 0
  /** Documents written since the last snapshot. */
  #unsaved = 0
  readonly #database: Database
  readonly #mostBytes: number
  readonly #snapshotPath: string | undefined

  constructor(database: Database, mostBytes: number, snapshotPath?: string) {
    this.#database = database
    this.#mostBytes = mostBytes
    this.#snapshotPath = snapshotPath
  }

  /** Reads everything again; until it is done no question is answered. `onFailure` hears why a snapshot is of no use. */
  async readAll(onFailure: (error: unknown) => void): Promise<void> {
    this.state = 'reading'
    try {
      const isRestored = await this.#restore().catch(error => {
        onFailure(error)
        return false
      })
      const isWhole = isRestored || (await this.#readEveryDocument())
      if (!isWhole) this.index = new MemoryIndex()
      else await this.#readRest()
      this.state = isWhole ? 'ready' : 'too large'
    } finally {
      if (this.state === 'reading') this.state = 'absent'
    }
  }

  async #readEveryDocument(): Promise<boolean> {
    this.index = new MemoryIndex()
    this.origin = 'documents'
    this.#moment = await store.readMoment(this.#database)
    return this.#readBatches(afterId => store.readRows(this.#database, afterId, batchSize))
  }

  /** Begins with the snapshot; what has changed since is the rest. */
  async #restore(): Promise<boolean> {
    if (this.#snapshotPath === undefined) return false
    const now = await store.readMoment(this.#database)
    const snapshot = await readSnapshot(this.#database, this.#snapshotPath, now)
    if (!snapshot || snapshot.index.bytes > this.#mostBytes) return false
    // Removals are listed for an hour only.
    const ids: number[] = []
    for (let last = Number.MIN_SAFE_INTEGER; ; last = ids.at(-1)!) {
      const batch = await store.readHeldIds(this.#database, last, idBatchSize)
      for (const id of batch) ids.push(id)
      if (batch.length < idBatchSize) break
    }
    snapshot.index.retain(ids)
    this.index = snapshot.index
    this.origin = 'snapshot'
    this.#moment = snapshot.moment
    this.#unsaved = 0
    return true
  }

  /** Writes a snapshot where the last one is out of date; nothing may change meanwhile. */
  async save(): Promise<void> {
    const { index } = this
    if (this.#snapshotPath === undefined || this.state !== 'ready') return
    if (this.#unsaved <= index.count * staleShare) return
    this.#unsaved = 0
    await saveSnapshot(this.#database, this.#snapshotPath, { index, moment: this.#moment })
  }

  /**
   * Brings the index to where `db`, a transaction that sees one moment, stands. False where there is too much to read:
   * that is done meanwhile, and `reading` holds it.
   */
  async catchUp(db: Database): Promise<boolean> {
    if (this.state !== 'ready') return false
    const { index } = this
    const [state, moment, rows, removed] = await Promise.all([
      readIndexState(db),
      store.readMoment(db),
      store.readChangedRows(db, this.#moment, Number.MIN_SAFE_INTEGER, mostChanges + 1),
      store.readRemovedIds(db, this.#moment),
    ])
    // The tables refuse the search.
    if (!isWhole(state)) return false
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
  async readOn(onFailure: (error: unknown) => void): Promise<void> {
    if (this.state === 'absent') return this.readAll(onFailure)
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
    this.#unsaved += rows.length
  }
}
