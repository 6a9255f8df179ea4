/** The panels at the sides of a place: how wide they are and whether they are open, stored for each user and place. */

import { type Signal, signal } from '@preact/signals'
import { user } from '../session.ts'
import { layout } from './layout.ts'

export type PanelName = 'side' | 'inspector'

interface PanelState {
  readonly width: number
  readonly isOpen: boolean
}

export const widths = {
  side: { min: 200, usual: 240, max: 360 },
  inspector: { min: 280, usual: 304, max: 440 },
} as const satisfies Record<PanelName, { min: number; usual: number; max: number }>

export class Panels {
  readonly #kept: string
  readonly #states: Readonly<Record<PanelName, Signal<PanelState>>>
  readonly hasInspector = signal(false)
  /** The one that floats above the content where there is no room beside it. */
  readonly #floating = signal<PanelName | undefined>(undefined)

  constructor(place: string) {
    this.#kept = `rushes.panels.${user.peek()?.id ?? ''}.${place}`
    const kept = readKept(this.#kept)
    this.#states = { side: signal(toState('side', kept)), inspector: signal(toState('inspector', kept)) }
  }

  widthOf(name: PanelName): number {
    return this.#states[name].value.width
  }

  /** Whether it has no room beside the content. */
  isFloating(name: PanelName): boolean {
    return layout.value === 'narrow' || (layout.value === 'medium' && name === 'inspector')
  }

  isOpen(name: PanelName): boolean {
    return this.isFloating(name) ? this.#floating.value === name : this.#states[name].value.isOpen
  }

  open(name: PanelName, isOpen = true): void {
    if (!this.isFloating(name)) this.#change(name, { isOpen })
    else if (isOpen) this.#floating.value = name
    else if (this.#floating.value === name) this.#floating.value = undefined
  }

  resize(name: PanelName, width: number): void {
    const { min, max } = widths[name]
    this.#change(name, { width: Math.round(Math.min(max, Math.max(min, width))) })
  }

  #change(name: PanelName, change: Partial<PanelState>): void {
    const state = this.#states[name]
    state.value = { ...state.value, ...change }
    const { side, inspector } = this.#states
    localStorage.setItem(this.#kept, JSON.stringify({ side: side.peek(), inspector: inspector.peek() }))
  }
}

/** Those of the place that is shown. */
export const shownPanels = signal<Panels | undefined>(undefined)

type Kept = Partial<Record<PanelName, Partial<PanelState>>>

function readKept(name: string): Kept {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}

function toState(name: PanelName, kept: Kept): PanelState {
  const { min, usual, max } = widths[name]
  const { width, isOpen } = kept[name] ?? {}
  return {
    width: typeof width === 'number' && width >= min && width <= max ? width : usual,
    isOpen: isOpen ?? true,
  }
}
