import { signal } from '@preact/signals'

const small = matchMedia('(max-width: 1023.98px)')
const coarse = matchMedia('(pointer: coarse)')

/** Two lines of text; with the times above them where the list is narrow. */
const measure = () => (small.matches ? 76 : coarse.matches ? 48 : 36)

/** Height of an entry in the list, in pixels; the style sheet has the same. */
export const rowHeight = signal(measure())

for (const query of [small, coarse]) {
  query.addEventListener('change', () => {
    rowHeight.value = measure()
  })
}
