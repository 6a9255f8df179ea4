import { signal } from '@preact/signals'
import {
  findStep,
  focusOn,
  type Placement,
  type Selected,
  selectAll,
  selectNothing,
  selectOne,
  selectRange,
  toggle,
  withoutGone,
} from '../../design/fields/selection.ts'
import type { FoundClips } from '../clips/found-clips.ts'

interface Modifiers {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Which of the found clips are selected; the same in the grid and in the table. */
export class ClipSelection {
  readonly selected = signal<Selected<number>>(selectNothing())
  /** Where the keyboard is, among what is found. */
  readonly focusedAt = signal<number | undefined>(undefined)
  #anchorAt: number | undefined
  /** Ids of annotations by those of their clips: collections and bulk calls name these. */
  readonly #annotationIds = new Map<number, number>()
  #found: FoundClips | undefined

  /** What is selected from; after another search nothing is selected. */
  use(found: FoundClips): void {
    this.#found = found
  }

  get ids(): number[] {
    return [...this.selected.value.ids]
  }

  /** Ids of the annotations of clips: bulk calls name these. */
  listAnnotations(ids: readonly number[]): number[] {
    return ids.flatMap(id => this.#annotationIds.get(id) ?? this.#found?.find(id)?.annotationId ?? [])
  }

  /** The clip at a place, unless it is selected already: what a menu is opened on. */
  include(index: number): void {
    const id = this.#know(index)
    if (id === undefined) return
    this.focusedAt.value = index
    if (this.selected.value.ids.has(id)) return
    this.#anchorAt = index
    this.selected.value = selectOne(id)
  }

  /** The clip at a place, and its annotation. */
  identify(index: number): readonly [id: number, annotationId: number] | undefined {
    const clip = this.#found?.get(index)
    return clip && [clip.id, clip.annotationId]
  }

  /** These alone, or in addition to what was selected: a rectangle around them. */
  selectThese(clips: readonly (readonly [id: number, annotationId: number])[], before: Iterable<number>): void {
    this.#remember(clips)
    const ids = [...before, ...clips.map(([id]) => id)]
    this.selected.value = selectAll(this.selected.value, ids)
  }

  /** A click on the clip at a place. */
  async press(index: number, { ctrlKey, metaKey, shiftKey }: Modifiers): Promise<void> {
    if (shiftKey) return this.#selectTo(index, ctrlKey || metaKey)
    const id = this.#know(index)
    if (id === undefined) return
    this.#anchorAt = index
    this.focusedAt.value = index
    this.selected.value = ctrlKey || metaKey ? toggle(this.selected.value, id) : selectOne(id)
  }

  /** The check box of a clip, or X. */
  toggle(index: number): void {
    const id = this.#know(index)
    if (id === undefined) return
    this.#anchorAt = index
    this.focusedAt.value = index
    this.selected.value = toggle(this.selected.value, id)
  }

  /** Moves by a key; false for keys that do not move. */
  step(key: string, placement: Placement, modifiers: Modifiers): boolean {
    return this.moveTo(findStep(key, this.focusedAt.value, placement), modifiers)
  }

  /** Goes to a place as a key does: alone, with Shift up to there, with Ctrl without selecting; false where there is none. */
  moveTo(to: number | undefined, modifiers: Modifiers): boolean {
    if (to === undefined) return false
    this.focusedAt.value = to
    if (modifiers.shiftKey) void this.#selectTo(to, modifiers.ctrlKey || modifiers.metaKey)
    else if (modifiers.ctrlKey || modifiers.metaKey) {
      const id = this.#know(to)
      if (id !== undefined) this.selected.value = focusOn(this.selected.value, id)
    } else void this.press(to, modifiers)
    return true
  }

  /** All that is found, whether it has been in sight or not. */
  async selectAll(): Promise<void> {
    const found = this.#found
    if (!found) return
    const all = await found.listIds(0, found.total.value ?? 0)
    this.#remember(all)
    this.selected.value = selectAll(
      this.selected.value,
      all.map(([id]) => id),
    )
  }

  clear(): void {
    this.selected.value = selectNothing(this.selected.value.focused)
  }

  /** Begins again: something else is searched. */
  reset(): void {
    this.selected.value = selectNothing()
    this.focusedAt.value = undefined
    this.#anchorAt = undefined
  }

  drop(gone: readonly number[]): void {
    this.selected.value = withoutGone(this.selected.value, new Set(gone))
  }

  async #selectTo(index: number, isAddition: boolean): Promise<void> {
    const found = this.#found
    if (!found) return
    const from = this.#anchorAt ?? this.focusedAt.value ?? index
    this.#anchorAt = from
    this.focusedAt.value = index
    const [first, last] = [Math.min(from, index), Math.max(from, index)]
    const between = await found.listIds(first, last + 1)
    this.#remember(between)
    const ids = between.map(([id]) => id)
    const id = index < from ? ids[0] : ids.at(-1)
    if (id !== undefined) this.selected.value = selectRange(this.selected.value, id, ids, isAddition)
  }

  #know(index: number): number | undefined {
    const clip = this.#found?.get(index)
    if (clip) this.#remember([[clip.id, clip.annotationId]])
    return clip?.id
  }

  #remember(ids: Iterable<readonly [id: number, annotationId: number]>): void {
    for (const [id, annotationId] of ids) this.#annotationIds.set(id, annotationId)
  }
}
