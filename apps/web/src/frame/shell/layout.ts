import { signal } from '@preact/signals'

/** Three panels; the inspector floats; one column with a bar of places at its foot. */
export type Layout = 'wide' | 'medium' | 'narrow'

const wide = matchMedia('(min-width: 1280px)')
const medium = matchMedia('(min-width: 960px)')

const measure = (): Layout => (wide.matches ? 'wide' : medium.matches ? 'medium' : 'narrow')

/** What the window has room for. */
export const layout = signal(measure())

for (const query of [wide, medium]) {
  query.addEventListener('change', () => {
    layout.value = measure()
  })
}
