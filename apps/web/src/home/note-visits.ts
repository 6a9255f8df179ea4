/** Notes where the user is, and how far in the film, for the first page to go on from there. */

import { effect } from '@preact/signals'
import { path } from '../platform/router.tsx'
import { noteVisit } from './visited.ts'

/** While a film plays its time is noted so often. */
const everySeconds = 5
let isNoting = false

export function noteVisits(): void {
  if (isNoting) return
  isNoting = true
  effect(() => noteVisit(path.value))
  let noted = 0
  const note = ({ type, target }: Event) => {
    if (!(target instanceof HTMLVideoElement)) return
    if (type === 'timeupdate' && Math.abs(target.currentTime - noted) < everySeconds) return
    noted = target.currentTime
    noteVisit(path.peek(), target)
  }
  // Events of media do not rise, but are seen on their way down.
  for (const type of ['pause', 'seeked', 'timeupdate']) addEventListener(type, note, { capture: true })
}
