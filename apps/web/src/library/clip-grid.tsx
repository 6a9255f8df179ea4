import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { VirtualList } from '../design/virtual-list.tsx'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import type { FoundClip } from './clip-search.ts'
import type { FoundClips } from './found-clips.ts'
import { texts } from './messages.ts'

interface ClipGridProps {
  prId: number
  found: FoundClips
  isList: boolean
  /** Chosen clips: the id of each with that of its annotation. */
  selection: Signal<ReadonlyMap<number, number>>
}

const cardWidth = 220
const cardHeight = 200
const lineHeight = 56

/** The clips as pictures or as lines; only what is in sight is loaded and in the document. */
export function ClipGrid({ prId, found, isList, selection }: ClipGridProps) {
  const place = useRef<HTMLDivElement>(null)
  const columns = useSignal(1)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      columns.value = Math.max(1, Math.floor((entry?.contentRect.width ?? 0) / cardWidth))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  void found.turn.value
  const total = found.total.value
  return (
    <div class="clip-grid" ref={place} data-list={isList}>
      {total === 0 && <p class="notice">{texts('none')}</p>}
      {total !== undefined && total > 0 && (
        <VirtualList
          count={total}
          rowHeight={isList ? lineHeight : cardHeight}
          columns={isList ? 1 : columns.value}
          label={texts('found', { count: total })}
          onRange={(first, end) => found.show(first, end)}
        >
          {index => {
            const clip = found.get(index)
            return clip ? <Cell prId={prId} clip={clip} selection={selection} /> : <span class="clip-cell" />
          }}
        </VirtualList>
      )}
    </div>
  )
}

function Cell({ prId, clip, selection }: { prId: number; clip: FoundClip; selection: ClipGridProps['selection'] }) {
  const isChosen = selection.value.has(clip.id)
  const choose = (wanted: boolean) => {
    const next = new Map(selection.value)
    if (wanted) next.set(clip.id, clip.annotationId)
    else next.delete(clip.id)
    selection.value = next
  }
  return (
    <div class="clip-cell" data-chosen={isChosen}>
      <Link class="clip-cell-link" href={`/app/production/${prId}/clip/${clip.id}`}>
        <span class="clip-cell-picture">
          {clip.type === 'VIDEO' || clip.type === 'IMAGE' ? (
            <img src={`/api/production/${prId}/mo/${clip.id}/poster`} alt="" loading="lazy" decoding="async" />
          ) : (
            <span class="field-hint">{clip.type}</span>
          )}
        </span>
        <span class="clip-cell-name">{clip.name}</span>
        <span class="field-hint">{clip.reviewStatus ?? formatDate(clip.created)}</span>
      </Link>
      <label class="clip-cell-choice">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={texts('selectClip', { name: clip.name })}
          onChange={event => choose(event.currentTarget.checked)}
        />
      </label>
    </div>
  )
}
