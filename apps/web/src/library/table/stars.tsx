import { Icon } from '../../design/icons.tsx'
import { texts } from './messages.ts'

/** A rating of one to five stars. */
export function Stars({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span class="stars" role="img" aria-label={texts('stars', { count })}>
      {Array.from({ length: count }, (_, index) => (
        <Icon key={index} name="star" size={14} isFilled />
      ))}
    </span>
  )
}
