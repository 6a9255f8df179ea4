import type { ComponentChildren } from 'preact'
import './empty-state.css'

interface EmptyStateProps {
  /** One sentence. */
  text: ComponentChildren
  /** The one thing to do about it. */
  action?: ComponentChildren
}

/** What is shown where there is nothing: why, and what to do. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <p>{text}</p>
      {action}
    </div>
  )
}
