/** Whether a film that was stopped by the writing of a comment plays on once that is sent. */

import { signal } from '@preact/signals'

const kept = 'rushes.review.resume'

export const resumes = signal(localStorage.getItem(kept) !== 'off')

export function setResumes(on: boolean): void {
  localStorage.setItem(kept, on ? 'on' : 'off')
  resumes.value = on
}
