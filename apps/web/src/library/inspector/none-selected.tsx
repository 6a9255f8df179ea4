import { texts } from '../messages.ts'

/** What the inspector says while nothing is selected. */
export function NoneSelected() {
  return <p class="inspector-none">{texts('selectToSee')}</p>
}
