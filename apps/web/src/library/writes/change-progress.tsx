import { texts } from '../selection/messages.ts'
import { progress } from './progress.ts'
import './change-progress.css'

/** How far a change of many clips is, below whatever else is shown. */
export function ChangeProgress() {
  if (!progress.value) return null
  const { done, count } = progress.value
  const text = texts('changedOf', { done, count })
  return (
    <div class="change-progress num">
      <progress max={count} value={done} aria-label={text} />
      {text}
    </div>
  )
}
