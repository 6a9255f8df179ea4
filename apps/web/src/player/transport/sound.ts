/** How loud films are: the same on every page, and on the next visit. */

import { signal } from '@preact/signals'

const kept = 'rushes.volume'

function readVolume(): number {
  const stored = localStorage.getItem(kept)
  const volume = stored === null ? 1 : Number(stored)
  return volume >= 0 && volume <= 1 ? volume : 1
}

/** From 0 to 1. */
export const volume = signal(readVolume())

export function setVolume(next: number): void {
  volume.value = next
  localStorage.setItem(kept, String(next))
}
