/** How far a change of many clips is. */

import { computed, signal } from '@preact/signals'

/** Nothing while none is on its way. */
export const progress = signal<{ readonly done: number; readonly count: number } | undefined>(undefined)

/** Whether one is on its way. */
export const isChanging = computed(() => progress.value !== undefined)

/** Fewer are done before one could read it. */
const minCount = 20

export function tellProgress(done: number, count: number): void {
  if (count >= minCount) progress.value = done < count ? { done, count } : undefined
}
