/** The field of the metadata that somebody was in when they went on to the next clip: they go on in the same one there. */

let kept: string | undefined

/** Remembers the field that has the focus, by its label. */
export function keepField(): void {
  const { activeElement } = document
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
  kept = isField && activeElement.closest('.metadata') ? activeElement.labels?.[0]?.textContent : undefined
}

/** Goes to the field that was remembered, once. */
export function focusKeptField(form: Element): void {
  const label = Array.from(form.querySelectorAll('label')).find(({ textContent }) => textContent === kept)
  kept = undefined
  label?.control?.focus()
}
