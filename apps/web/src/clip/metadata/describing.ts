import { type ReadonlySignal, signal } from '@preact/signals'
import type { JsonPatch } from '@rushes/contract'
import { type Conflicts, type Draft, listSteps, mergeDrafts } from '../clip-record.ts'

/** What a form begins with: what is stored, and of which version. */
export interface Stored {
  readonly version: number
  readonly draft: Draft
  /** When it was asked for, by `performance.now()`. */
  readonly askedAt: number
}

const noConflicts: Conflicts = new Map()

/**
 * What is known of a clip or of a part of it while it is described: what is stored, what is typed over that, and what
 * others save meanwhile. It knows nothing of calls.
 */
export class Describing {
  readonly #stored
  readonly #draft
  readonly #conflicts = signal(noConflicts)
  /** As it was when a field was entered. */
  #entered: Draft

  constructor(stored: Stored) {
    this.#stored = signal(stored)
    this.#draft = signal(stored.draft)
    this.#entered = stored.draft
  }

  get stored(): ReadonlySignal<Stored> {
    return this.#stored
  }

  get draft(): ReadonlySignal<Draft> {
    return this.#draft
  }

  /** What both have changed: it is not saved before somebody has decided. */
  get conflicts(): ReadonlySignal<Conflicts> {
    return this.#conflicts
  }

  /** What is typed and not stored. */
  listSteps(): JsonPatch {
    return listSteps(this.#stored.value.draft, this.#draft.value)
  }

  type(draft: Draft): void {
    this.#draft.value = draft
  }

  /** A field is entered. */
  enter(): void {
    this.#entered = this.#draft.peek()
  }

  /** Puts back what the field held when it was entered, saved or not; whether that is something else. */
  putBack(): boolean {
    const isOther = listSteps(this.#entered, this.#draft.peek()).length > 0
    if (isOther) this.#draft.value = this.#entered
    return isOther
  }

  /** Shows another text where this one is: a change that is taken back, or made again. What was typed since stays. */
  show(from: Draft, to: Draft): void {
    this.#draft.value = mergeDrafts(from, this.#draft.peek(), to).draft
  }

  /** What was `sent` is stored, with what others have saved; what was typed since stays. */
  take(stored: Stored, sent: Draft): void {
    this.show(sent, stored.draft)
    this.#entered = mergeDrafts(sent, this.#entered, stored.draft).draft
    this.#stored.value = stored
    this.#conflicts.value = noConflicts
  }

  /** The steps that are sent for a change, and the version they are for: what was read since it was made is newer. */
  toSent(before: Draft, after: Draft, version: number): { steps: JsonPatch; over: number } {
    const stored = this.#stored.peek()
    const { draft, conflicts } = mergeDrafts(before, after, stored.draft)
    // What both have changed is found out by the older version, and asked.
    if (conflicts.size > 0) return { steps: listSteps(before, after), over: version }
    return { steps: listSteps(stored.draft, draft), over: stored.version }
  }

  /** What others have saved is shown. Where one is changing the same, the saving finds out, and asks. */
  read(stored: Stored): void {
    const { draft: before, askedAt } = this.#stored.peek()
    if (stored.askedAt <= askedAt) return
    if (mergeDrafts(before, this.#draft.peek(), stored.draft).conflicts.size === 0) this.take(stored, before)
  }

  /** What was typed is put onto what others have saved first; whether it can be saved as it is. */
  rebase(stored: Stored): boolean {
    const { draft, conflicts } = mergeDrafts(this.#stored.peek().draft, this.#draft.peek(), stored.draft)
    this.#stored.value = stored
    this.#draft.value = draft
    this.#conflicts.value = conflicts
    return conflicts.size === 0
  }

  /** Gives up what is typed. */
  takeTheirs(): void {
    this.take(this.#stored.peek(), this.#draft.peek())
  }

  /** What is typed counts, also where others have changed the same. */
  takeMine(): void {
    this.#conflicts.value = noConflicts
  }
}
