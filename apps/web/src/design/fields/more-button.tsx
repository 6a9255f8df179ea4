import type { Signal } from '@preact/signals'
import { texts } from '../messages.ts'
import { Button } from './button.tsx'

interface MoreButtonProps {
  /** How many there are in all. */
  count: number
  /** How many are shown at most. */
  most: Signal<number>
  /** How many more a click shows. */
  by: number
}

/** Below a list: shows more of it, while there is more. */
export function MoreButton({ count, most, by }: MoreButtonProps) {
  if (count <= most.value) return null
  return (
    <Button
      onClick={() => {
        most.value += by
      }}
    >
      {texts('showMore')}
    </Button>
  )
}
