// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is there, each at its place, which a table or a list does not allow
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { tellError } from '../../design/toasts.tsx'
import type { FoundClips } from '../clips/found-clips.ts'
import { savePlace } from '../last-place.ts'
import { texts } from '../messages.ts'
import type { ClipSelection } from '../selection/clip-selection.ts'
import type { Upload } from '../uploads/uploads.ts'
import { type CardContext, ClipCard, UploadCard } from './clip-card.tsx'
import { useKeptScroll } from './kept-scroll.ts'
import { usePointer } from './pointer.ts'
import { useVirtualRows } from './virtual-rows.ts'
import './grid.css'

export interface ClipGridProps {
  prId: number
  found: FoundClips
  context: CardContext
  selection: ClipSelection
  /** Files whose clips are not among what is found yet. */
  arriving: readonly Upload[]
  /** Least width of a picture, in pixels. */
  cardWidth: Signal<number>
  onOpen: (id: number) => void
  onDrag: (event: PointerEvent, id: number) => void
}

const gap = { x: 12, y: 16 }
/** Of the name and the line below it. */
const captionHeight = 46
/** Two of the smallest cards fit on a phone. */
const leastWidth = 140

/** The clips as pictures; only what is in sight is loaded and in the document. */
export function ClipGrid(props: ClipGridProps) {
  const { prId, found, context, selection, arriving, cardWidth, onOpen, onDrag } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useSignal(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      width.value = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const total = found.total.value ?? 0
  const least = Math.max(leastWidth, Math.min(cardWidth.value, (width.value - gap.x) / 2))
  const columns = Math.max(1, Math.floor((width.value + gap.x) / (least + gap.x)))
  const columnWidth = (width.value - gap.x * (columns - 1)) / columns
  const rowHeight = Math.max(80, Math.round((columnWidth * 9) / 16) + captionHeight + gap.y)
  const count = arriving.length + total
  const rowCount = Math.ceil(count / columns)
  const { rows, totalSize, showRow } = useVirtualRows(frame, { count: rowCount, rowHeight })
  const keptScroll = useKeptScroll(frame, prId, found)
  const pointer = usePointer({ onOpen, onToggle: index => selection.toggle(index), onDrag })
  const first = Math.max(0, (rows[0]?.index ?? 0) * columns - arriving.length)
  const end = Math.min(total, ((rows.at(-1)?.index ?? -1) + 1) * columns - arriving.length)
  useEffect(() => {
    if (end > first) found.show(first, end)
  }, [found, first, end])
  const focusedAt = selection.focusedAt.value
  useEffect(() => {
    if (focusedAt !== undefined) showRow(Math.floor((focusedAt + arriving.length) / columns))
  }, [focusedAt, columns])
  void found.turn.value
  const { ids } = selection.selected.value
  const focused = focusedAt === undefined ? undefined : found.get(focusedAt)
  return (
    <div
      class="virtual clip-grid"
      role="grid"
      id="library-clips"
      aria-label={texts('found', { count: total })}
      aria-rowcount={rowCount}
      aria-colcount={columns}
      aria-multiselectable="true"
      aria-activedescendant={focused ? `clip-${focused.id}` : undefined}
      tabIndex={0}
      ref={frame}
      onScroll={({ currentTarget }) => {
        if (!keptScroll.current?.isHolding()) savePlace(prId, { top: currentTarget.scrollTop })
      }}
      onKeyDown={event => {
        const height = frame.current?.clientHeight ?? 0
        const placement = { count: total, columns, rows: Math.floor(height / rowHeight) }
        if (event.target === event.currentTarget && !event.altKey && selection.step(event.key, placement, event)) {
          event.preventDefault()
        }
      }}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${totalSize}px` }}>
        {rows.map(row => (
          <div
            class="virtual-row"
            role="row"
            tabIndex={-1}
            key={row.key}
            aria-rowindex={row.index + 1}
            style={{ height: `${rowHeight - gap.y}px`, transform: `translateY(${row.start}px)`, '--columns': columns }}
          >
            {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
              const index = row.index * columns + column - arriving.length
              const upload = index < 0 ? arriving[index + arriving.length] : undefined
              const clip = found.get(index)
              if (!clip) {
                return (
                  <div
                    role="gridcell"
                    tabIndex={-1}
                    class="clip-cell"
                    data-loading={!upload || undefined}
                    key={upload?.key ?? index}
                  >
                    {upload ? <UploadCard upload={upload} /> : <div class="clip-cell-picture" />}
                  </div>
                )
              }
              return (
                <div
                  role="gridcell"
                  tabIndex={-1}
                  key={clip.id}
                  id={`clip-${clip.id}`}
                  class="clip-cell"
                  aria-selected={ids.has(clip.id)}
                  data-focused={focusedAt === index || undefined}
                  {...pointer(clip.id, index, event => {
                    frame.current?.focus({ preventScroll: true })
                    selection.press(index, event).catch(tellError)
                  })}
                >
                  <ClipCard
                    clip={clip}
                    context={context}
                    isSelected={ids.has(clip.id)}
                    onToggle={() => {
                      frame.current?.focus({ preventScroll: true })
                      selection.toggle(index)
                    }}
                  />
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
