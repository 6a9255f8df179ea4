import { type ReadonlySignal, signal } from '@preact/signals'
import { type JsonPatch, ServiceError, type SubtitleAnnotation } from '@rushes/contract'
import { listFaults } from '../../platform/reading/faults.ts'
import type { Editing, UnsavedChange } from './editing.ts'
import { type Difference, findDifference, listPath } from './patch.ts'
import { listMembers, type Rows, sortRows } from './rows.ts'
import { isSame } from './same.ts'

/** How the saver reaches what is stored. */
export interface SubtitleStore {
  /** What is stored now. */
  load(): Promise<SubtitleAnnotation>
  /** Changes this version; throws PreconditionFailedError when there is another. */
  patch(version: number, patch: JsonPatch): Promise<SubtitleAnnotation>
}

/** Where edits wait that are not stored yet, in case the page is closed. */
export interface DraftKeeper {
  keep(changes: readonly UnsavedChange[]): void
}

/**
 * `held`: all is saved except what somebody must decide or fix; `completed`: the subtitles are COMPLETED; `gone`: there
 * are none any more; `refused`: the service will not take it, `problem` says why.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'held' | 'offline' | 'completed' | 'gone' | 'refused'

const restMs = 400
const draftMs = 250
const shortestPauseMs = 1000
const longestPauseMs = 30_000
const mostRounds = 20

/** Saves what is edited as one types, one patch at a time, and keeps trying while there is no connection. */
export class Saver {
  readonly #editing: Editing
  readonly #store: SubtitleStore
  readonly #draft: DraftKeeper
  readonly #state = signal<SaveState>('saved')
  readonly #problem = signal<string | undefined>(undefined)
  #timer: ReturnType<typeof setTimeout> | undefined
  #draftTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #work: Promise<void> | undefined
  #newest = 0
  #mustLoad = false
  /** When somebody here has had these subtitles regenerated. */
  #remadeAt: number | undefined
  /** What was sent last and was not answered: it may be stored all the same. */
  #unanswered: Rows | undefined
  readonly #stopping = new AbortController()

  constructor(editing: Editing, store: SubtitleStore, draft: DraftKeeper) {
    this.#editing = editing
    this.#store = store
    this.#draft = draft
    editing.onChange = () => this.touch()
    if (editing.listUnsaved().length > 0) this.touch()
  }

  get state(): ReadonlySignal<SaveState> {
    return this.#state
  }

  get problem(): ReadonlySignal<string | undefined> {
    return this.#problem
  }

  /** Something has changed: it is saved once the hands rest. */
  touch(): void {
    if (this.#state.value !== 'saving' && this.#state.value !== 'offline') this.#state.value = 'waiting'
    this.#draftTimer ??= setTimeout(() => this.#keepDraft(), draftMs)
    if (this.#state.value !== 'offline') this.#schedule(restMs)
  }

  /** Saves now; resolves when there is nothing more to be done for the moment. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#work ??= this.#saveAll().finally(() => {
      this.#work = undefined
      this.#keepDraft()
      if (this.#newest > this.#editing.version && this.#state.value !== 'offline') this.#schedule(0)
    })
    return this.#work
  }

  /** Takes what is stored now. */
  async reload(): Promise<void> {
    await this.#work
    this.#mustLoad = true
    await this.flush()
  }

  /**
   * Has these subtitles replaced by `work`, which gives undefined when it failed and ends early when this saver is
   * stopped. The result is one step that can be undone, also where news of it came before its end. Gives whether it was
   * done.
   */
  async remake(work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    this.#remadeAt = performance.now()
    try {
      if ((await work(this.#stopping.signal)) === undefined) return false
      await this.reload()
      return true
    } finally {
      this.#remadeAt = undefined
    }
  }

  /** Somebody has stored this version. */
  learn(version: number): void {
    this.#newest = Math.max(this.#newest, version)
    if (!this.#work && version > this.#editing.version) this.#schedule(0)
  }

  /** Ends the timers; what is unsaved waits in the draft. */
  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#draftTimer)
    this.#keepDraft()
  }

  #schedule(pauseMs: number): void {
    clearTimeout(this.#timer)
    if (this.#stopping.signal.aborted) return
    this.#timer = setTimeout(() => void this.flush(), pauseMs)
  }

  #keepDraft(): void {
    clearTimeout(this.#draftTimer)
    this.#draftTimer = undefined
    this.#draft.keep(this.#editing.listUnsaved())
  }

  async #saveAll(): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      const difference = findDifference(this.#editing.base, this.#editing.rows.value, this.#editing.listHeld())
      try {
        if (this.#mustLoad || this.#newest > this.#editing.version) await this.#load()
        else if (difference.patch.length > 0) await this.#saveOnce(difference)
        else return this.#rest()
        this.#failures = 0
      } catch (error) {
        if (!(await this.#recover(error, difference))) return
      }
    }
    // So many faults, or so much news: what is left has its turn after a pause.
    this.#state.value = 'waiting'
    this.#schedule(restMs)
  }

  #rest(): void {
    this.#problem.value = undefined
    this.#state.value = this.#editing.listHeld().size > 0 ? 'held' : 'saved'
  }

  async #load(): Promise<void> {
    const stored = await this.#store.load()
    const sent = this.#unanswered
    if (sent && stored.version === this.#editing.version + 1 && isStoredAs(stored, sent)) {
      this.#editing.takeAnswer(stored, sent)
    } else this.#editing.takeStored(stored, this.#remadeAt)
    this.#unanswered = undefined
    this.#mustLoad = false
    this.#newest = this.#editing.version
  }

  async #saveOnce({ patch, rows }: Difference): Promise<void> {
    this.#state.value = 'saving'
    try {
      const answer = await this.#store.patch(this.#editing.version, patch)
      this.#unanswered = undefined
      this.#editing.takeAnswer(answer, rows)
    } catch (error) {
      if (isPassing(error)) this.#unanswered ??= rows
      throw error
    }
  }

  /** Whether to go on at once. */
  async #recover(error: unknown, difference: Difference): Promise<boolean> {
    if (!(error instanceof ServiceError) || isPassing(error)) return this.#tryLater()
    switch (error.type) {
      case 'PreconditionFailedError':
        return this.#reload()
      case 'ConflictError':
        return this.#end('completed', error)
      case 'NotFoundError':
        return this.#end('gone', error)
      default:
        return this.#holdFaulty(error, difference) || this.#end('refused', error)
    }
  }

  async #reload(): Promise<boolean> {
    try {
      await this.#load()
      return true
    } catch (error) {
      if (error instanceof ServiceError && error.type === 'NotFoundError') return this.#end('gone', error)
      return this.#tryLater()
    }
  }

  #tryLater(): false {
    this.#state.value = 'offline'
    this.#schedule(Math.min(shortestPauseMs * 2 ** this.#failures, longestPauseMs))
    this.#failures += 1
    return false
  }

  #end(state: SaveState, error: ServiceError): false {
    // What cannot be had is not asked for again before there is other news.
    this.#newest = this.#editing.version
    this.#state.value = state
    this.#problem.value = error.message
    return false
  }

  /**
   * One entry that breaks a rule keeps no other from being saved, unless it is held already: what is stored of it breaks
   * the rule then.
   */
  #holdFaulty(error: ServiceError, { rows }: Difference): boolean {
    const faulty = listFaults(error).flatMap(({ path, message }) => {
      const index = new RegExp(`^${listPath}/(\\d+)(?:/|$)`).exec(path)?.[1]
      const row = index === undefined ? undefined : rows[Number(index)]
      return row ? [{ key: row.key, message }] : []
    })
    const held = this.#editing.listHeld()
    for (const { key, message } of faulty) this.#editing.refuse(key, message)
    return faulty.some(({ key }) => !held.has(key))
  }
}

/** Whether there was no answer, or none that says what became of the request. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.status >= 500 || error.status === 429
}

/** Whether a list that was sent is the one that is stored. */
function isStoredAs({ structuredDescription: { subtitles } }: SubtitleAnnotation, sent: Rows): boolean {
  if (sent.length !== subtitles.length) return false
  return sortRows(sent).every(({ entry }, index) => isSame(listMembers(entry), listMembers(subtitles[index]!)))
}
