import { type ReadonlySignal, signal } from '@preact/signals'
import type { SubtitleAnnotation, SubtitleEntry } from '@rushes/contract'
import { History } from './history.ts'
import { mergeLists } from './merge.ts'
import { findRow, listMembers, type Row, type Rows, sortRows, toRow } from './rows.ts'
import { isSame } from './same.ts'

/** An entry that is not saved yet: as it is stored, and as it is here. */
export interface UnsavedChange {
  readonly before?: SubtitleEntry | undefined
  readonly after?: SubtitleEntry | undefined
}

/** What belongs to the list and is not edited here: regions, and what the reader of a file had to repair. */
type Surroundings = Pick<SubtitleAnnotation['structuredDescription'], 'regions' | 'warnings'>

/** Subtitles as they are edited: what is stored, what is here, and what was done. It knows nothing of calls. */
export class Editing {
  #annotationId = 0
  readonly #rows = signal<Rows>([])
  readonly #chosen = signal<number | undefined>(undefined)
  readonly #conflicts = signal<ReadonlySet<number>>(new Set())
  readonly #refusals = signal<ReadonlyMap<number, string>>(new Map())
  readonly #surroundings = signal<Surroundings>({})
  readonly #history = new History()
  #base: Rows = []
  #version = 0
  /** Called after every change that was made here. */
  onChange: () => void = () => {}
  /** Called when others had deleted what was changed here, or the other way round: so many entries were kept. */
  onKept: (count: number) => void = () => {}

  constructor(annotation: SubtitleAnnotation, unsaved: readonly UnsavedChange[] = []) {
    const pairs = unsaved.map(({ before, after }) => ({ key: toRow({ start: 0, end: 0 }).key, before, after }))
    const toRows = (side: 'before' | 'after') =>
      pairs.flatMap(({ key, ...pair }): Row[] => (pair[side] ? [{ key, entry: pair[side] }] : []))
    this.#base = toRows('before')
    this.#rows.value = toRows('after')
    this.takeStored(annotation)
  }

  /** Another one where the subtitles were deleted and made again. */
  get annotationId(): number {
    return this.#annotationId
  }

  get rows(): ReadonlySignal<Rows> {
    return this.#rows
  }

  get chosen(): ReadonlySignal<number | undefined> {
    return this.#chosen
  }

  /** Keys of rows that others have changed otherwise; they are not saved before somebody has decided. */
  get conflicts(): ReadonlySignal<ReadonlySet<number>> {
    return this.#conflicts
  }

  /** What the service has said against rows; they are saved again once they have been changed. */
  get refusals(): ReadonlySignal<ReadonlyMap<number, string>> {
    return this.#refusals
  }

  get surroundings(): ReadonlySignal<Surroundings> {
    return this.#surroundings
  }

  get base(): Rows {
    return this.#base
  }

  get version(): number {
    return this.#version
  }

  get canUndo(): boolean {
    return this.#history.canUndo
  }

  get canRedo(): boolean {
    return this.#history.canRedo
  }

  /** Rows that must not be saved now. */
  listHeld(): Set<number> {
    return new Set([...this.#conflicts.value, ...this.#refusals.value.keys()])
  }

  choose(key: number | undefined): void {
    this.#chosen.value = key
  }

  /** Takes a changed list; steps of one tag are undone together. */
  change(rows: Rows, tag?: string): void {
    this.#history.note(this.#rows.value, rows, tag, performance.now())
    this.#put(rows)
  }

  undo(): void {
    this.#put(this.#history.undo(this.#rows.value))
  }

  redo(): void {
    this.#put(this.#history.redo(this.#rows.value))
  }

  /** Mine counts: it is saved over what others made of it. */
  keepMine(key: number): void {
    this.#settle(key)
    this.onChange()
  }

  /** Theirs counts; mine can be had back by undoing. */
  takeTheirs(key: number): void {
    const theirs = findRow(this.#base, key)
    this.#settle(key)
    if (theirs) this.change(sortRows(this.#rows.value.map(row => (row.key === key ? theirs : row))))
  }

  /** The service would not store this row. */
  refuse(key: number, reason: string): void {
    this.#refusals.value = new Map(this.#refusals.value).set(key, reason)
  }

  /**
   * Merges what is stored now, whether or not it was written here. With `stepAt` (in milliseconds) it can be
   * undone, together with what else was taken as a step of that moment.
   */
  takeStored({ id, version, structuredDescription }: SubtitleAnnotation, stepAt?: number): void {
    const { subtitles, regions, warnings } = structuredDescription
    const { base, rows, conflicts, kept } = mergeLists(this.#base, this.#rows.value, subtitles)
    this.#base = base
    this.#annotationId = id
    this.#version = version
    this.#surroundings.value = { ...(regions && { regions }), ...(warnings && { warnings }) }
    this.#conflicts.value = new Set([...this.#conflicts.value, ...conflicts.keys()])
    if (stepAt !== undefined) this.#history.note(this.#rows.value, rows, `stored-${stepAt}`, stepAt)
    this.#show(rows)
    if (kept > 0) this.onKept(kept)
  }

  /** What the service answered to a patch that left the list as `sent`; what was changed since stays. */
  takeAnswer(answer: SubtitleAnnotation, sent: Rows): void {
    const { subtitles } = answer.structuredDescription
    const order = sortRows(sent)
    if (order.length !== subtitles.length) {
      this.takeStored(answer)
      return
    }
    this.#base = order.map(({ key }, index) => ({ key, entry: subtitles[index]! }))
    this.#version = answer.version
    const sentByKey = new Map(sent.map(row => [row.key, row.entry]))
    const storedByKey = new Map(this.#base.map(row => [row.key, row]))
    this.#show(
      this.#rows.value.map(row => {
        const stored = storedByKey.get(row.key)
        if (!stored) return row
        return sentByKey.get(row.key) === row.entry ? stored : withWarningsOf(row, stored)
      }),
    )
  }

  /** Nothing is stored any more: everything here is new. */
  forgetStored(): void {
    this.#base = []
    this.#conflicts.value = new Set()
  }

  listUnsaved(): UnsavedChange[] {
    const here = new Map(this.#rows.value.map(row => [row.key, row.entry]))
    const stored = new Set(this.#base.map(({ key }) => key))
    const changed = this.#base.flatMap(({ key, entry }) => {
      const after = here.get(key)
      return after && (after === entry || isSame(listMembers(after), listMembers(entry)))
        ? []
        : [{ before: entry, after }]
    })
    const added = this.#rows.value.filter(({ key }) => !stored.has(key))
    return [...changed, ...added.map(({ entry }) => ({ after: entry }))]
  }

  #put(changed: Rows | { rows: Rows; key: number | undefined } | undefined): void {
    if (!changed) return
    const { rows, key } = 'rows' in changed ? changed : { rows: changed, key: undefined }
    const before = new Map(this.#rows.value.map(row => [row.key, row.entry]))
    const refusals = [...this.#refusals.value].filter(([refused]) => {
      const row = findRow(rows, refused)
      return row && row.entry === before.get(refused)
    })
    this.#refusals.value = new Map(refusals)
    this.#show(rows)
    if (key !== undefined) this.choose(key)
    this.onChange()
  }

  #show(rows: Rows): void {
    this.#dropSettled(rows)
    if (this.#chosen.value !== undefined && !findRow(rows, this.#chosen.value)) this.#chosen.value = undefined
    this.#rows.value = rows
  }

  /** A conflict is over where both sides say the same, or one of them is gone. */
  #dropSettled(rows: Rows): void {
    const open = [...this.#conflicts.value].filter(key => {
      const [mine, theirs] = [findRow(rows, key), findRow(this.#base, key)]
      return mine && theirs && !isSame(listMembers(mine.entry), listMembers(theirs.entry))
    })
    if (open.length !== this.#conflicts.value.size) this.#conflicts.value = new Set(open)
  }

  #settle(key: number): void {
    this.#conflicts.value = new Set([...this.#conflicts.value].filter(other => other !== key))
  }
}

/** A row that was changed meanwhile, with what the service says of the version before it. */
function withWarningsOf({ key, entry }: Row, { entry: { warnings } }: Row): Row {
  const { warnings: _before, ...members } = entry
  return { key, entry: { ...members, ...(warnings && { warnings }) } }
}
