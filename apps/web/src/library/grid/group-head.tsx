// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is there, each at its place, which a table does not allow
import type { CSSProperties } from 'preact'
import { Icon } from '../../design/icons.tsx'
import { writeTotal } from '../clips/clip-facts.ts'
import type { FoundClips } from '../clips/found-clips.ts'
import type { Group } from '../clips/grouped-search.ts'
import { texts } from '../messages.ts'

/** Groups of more clips are rarely in sight as a whole. */
const maxAdded = 100

interface GroupHeadProps {
  group: Group
  name: string
  isOpen: boolean
  rowIndex: number
  style: CSSProperties
  found: FoundClips
  onToggle: () => void
}

/** What the clips below have in common, how many they are, and how long where all of them have been in sight. */
export function GroupHead({ group, name, isOpen, rowIndex, style, found, onToggle }: GroupHeadProps) {
  const { first, count } = group
  const clips = Array.from({ length: Math.min(count, maxAdded) }, (_, place) => found.get(first + place))
  const isKnown = count <= maxAdded && clips.every(clip => clip !== undefined)
  const seconds = clips.reduce((sum, clip) => sum + (clip?.durationSeconds ?? 0), 0)
  return (
    <div class="group-head" role="row" tabIndex={-1} aria-rowindex={rowIndex} style={style}>
      <div role="rowheader" tabIndex={-1}>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          <strong class="cut">{name}</strong>
          <span class="num">
            {[texts('found', { count }), isKnown && seconds > 0 ? writeTotal(seconds) : ''].filter(Boolean).join(' · ')}
          </span>
        </button>
      </div>
    </div>
  )
}
