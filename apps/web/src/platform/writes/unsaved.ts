/** What was typed and is not saved: nobody leaves it behind without being asked. */

import { signal } from '@preact/signals'

/** The forms that are shown, and whether each holds something unsaved. */
const forms = new Map<Element, () => boolean>()

/** What is done once the user agrees to lose what they typed. */
export const leaving = signal<(() => void) | undefined>(undefined)

/** Watches over a form until the returned function is called. */
export function watchForm(form: Element, isUnsaved: () => boolean): () => void {
  forms.set(form, isUnsaved)
  return () => forms.delete(form)
}

export function hasUnsaved(within: Element = document.documentElement): boolean {
  return Array.from(forms).some(([form, isUnsaved]) => within.contains(form) && isUnsaved())
}

/** Goes at once where nothing is lost by it, else once the person agrees. */
export function leave(go: () => void, within?: Element): void {
  if (hasUnsaved(within)) leaving.value = go
  else go()
}

// The browser asks in words of its own before a window is closed or reloaded.
addEventListener('beforeunload', event => {
  if (hasUnsaved()) event.preventDefault()
})
