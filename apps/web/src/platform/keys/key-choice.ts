/** Whether single letters do something: people who dictate turn them off (WCAG 2.1.4). */

import { signal } from '@preact/signals'

const kept = 'rushes.keys'

export const areKeysOn = signal(localStorage.getItem(kept) !== 'off')

export function setKeys(on: boolean): void {
  localStorage.setItem(kept, on ? 'on' : 'off')
  areKeysOn.value = on
}
