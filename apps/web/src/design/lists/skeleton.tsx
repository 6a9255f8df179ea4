import { texts } from '../messages.ts'
import './skeleton.css'

interface SkeletonProps {
  /** Lines, rows of a table, or cards of a grid. */
  kind?: 'lines' | 'rows' | 'cards'
  count?: number
}

/** The room of what is being loaded, in its size; seen only where that takes longer than 300 ms. */
export function Skeleton({ kind = 'lines', count = 3 }: SkeletonProps) {
  return (
    <div class="skeleton" data-kind={kind} role="status">
      <span class="only-heard">{texts('loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} class="skeleton-part" aria-hidden="true" />
      ))}
    </div>
  )
}
