/** Who has seen the tour, or wanted none: by person, as several may use one browser. */

import { computed, signal } from '@preact/signals'
import { user } from '../frame/session.ts'

const toKey = (userId: number) => `rushes.tour.${userId}`
/** Changes when it is stored. */
const turn = signal(0)

/** Whether the tour is still offered to the person who is signed in. */
export const isTourOffered = computed(() => {
  void turn.value
  const id = user.value?.id
  return id !== undefined && localStorage.getItem(toKey(id)) === null
})

/** Offers it no more; it stays where the help is. */
export function endOffer(): void {
  const id = user.value?.id
  if (id === undefined) return
  localStorage.setItem(toKey(id), 'seen')
  turn.value += 1
}
