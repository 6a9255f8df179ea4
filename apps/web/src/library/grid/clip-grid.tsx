// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is there, each at its place, which a table or a list does not allow
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Point } from '../../design/floating/popup-menu.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import type { Upload } from '../../uploads/uploads.ts'
import type { FoundClips } from '../clips/found-clips.ts'
import { drag } from '../collections/drag.ts'
import { savePlace } from '../last-place.ts'
import { texts } from '../messages.ts'
import type { ClipSelection } from '../selection/clip-selection.ts'
import { type CardContext, ClipCard, UploadCard } from './clip-card.tsx'
import { useClipMenu } from './clip-menu-opener.ts'
import { GroupHead } from './group-head.tsx'
import { useKeptScroll } from './kept-scroll.ts'
import { usePointer } from './pointer.ts'
import { useRectangle } from './rectangle.tsx'
import { findRowOf, findStepInRows, listRows } from './rows/grid-rows.ts'
import { useVirtualRows } from './rows/virtual-rows.ts'
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
  /** What people call the value of a group. */
  nameGroup?: (value: string | null) => string
  /** Opens the menu of what is selected: beside an element, or at the pointer. */
  onMenu: (at: Element | Point) => void
}

const gap = { x: 12, y: 16 }
/** Of the name and the line below it. */
const captionHeight = 46
/** Of the head of a group. */
const groupHeight = 36
/** Two of the smallest cards fit on a phone. */
const leastWidth = 140

/** The clips as pictures; only what is in sight is loaded and in the document. */
export function ClipGrid(props: ClipGridProps) {
  const { prId, found, context, selection, arriving, cardWidth, onOpen, onDrag, onMenu, nameGroup = String } = props
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
  void found.turn.value
  const { groups } = found
  const closed = useSignal<ReadonlySet<string | null>>(new Set())
  const grouped = useMemo(
    () => (groups ? listRows(groups, columns, closed.value) : undefined),
    [groups, columns, closed.value],
  )
  const heights = useMemo(() => grouped?.map(row => ('group' in row ? groupHeight : rowHeight)), [grouped, rowHeight])
  const rowCount = grouped?.length ?? Math.ceil(count / columns)
  const { rows, totalSize, showRow } = useVirtualRows(frame, {
    heights: heights ?? { count: rowCount, height: rowHeight },
  })
  const keptScroll = useKeptScroll(frame, prId, found)
  const pointer = usePointer({ onOpen, onToggle: index => selection.toggle(index), onDrag })
  const openMenu = useClipMenu(selection, onMenu)
  const rectangle = useRectangle(frame, selection)
  /** The cards of a row: those of files on their way have places before the first. */
  const toCards = (row: number) => {
    const known = grouped?.[row]
    if (known) return 'first' in known ? known : undefined
    return { first: row * columns - arriving.length, count: Math.min(columns, count - row * columns) }
  }
  const shown = rows.flatMap(({ index }) => toCards(index) ?? [])
  const first = Math.max(0, shown[0]?.first ?? 0)
  const last = shown.at(-1)
  const end = last ? Math.min(total, last.first + last.count) : 0
  useEffect(() => {
    if (end > first) found.show(first, end)
  }, [found, first, end])
  const focusedAt = selection.focusedAt.value
  useEffect(() => {
    if (focusedAt === undefined) return
    const row = grouped ? findRowOf(grouped, focusedAt) : Math.floor((focusedAt + arriving.length) / columns)
    if (row >= 0) showRow(row)
  }, [focusedAt, columns])
  const { ids } = selection.selected.value
  // A closed group, or the far end of the list, is not in the document.
  const isFocusedShown =
    focusedAt !== undefined && shown.some(row => focusedAt >= row.first && focusedAt < row.first + row.count)
  const focused = isFocusedShown ? found.get(focusedAt) : undefined
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
      onContextMenu={openMenu}
      onPointerDown={rectangle.onPointerDown}
      onScroll={({ currentTarget }) => {
        if (!keptScroll.current?.isHolding()) savePlace(prId, { top: currentTarget.scrollTop })
      }}
      onKeyDown={event => {
        const height = frame.current?.clientHeight ?? 0
        const inSight = Math.floor(height / rowHeight)
        if (event.target !== event.currentTarget || event.altKey) return
        const isMoved = grouped
          ? selection.moveTo(findStepInRows(event.key, focusedAt, grouped, inSight), event)
          : selection.step(event.key, { count: total, columns, rows: inSight }, event)
        if (isMoved) event.preventDefault()
      }}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${totalSize}px` }}>
        {rectangle.shown}
        {rows.map(row => {
          const style = { transform: `translateY(${row.start}px)`, '--columns': columns }
          const head = grouped?.[row.index]
          if (head && 'group' in head) {
            return (
              <GroupHead
                key={`group ${head.group.value}`}
                group={head.group}
                isOpen={head.isOpen}
                rowIndex={row.index + 1}
                style={style}
                found={found}
                name={nameGroup(head.group.value)}
                onToggle={() => {
                  const next = new Set(closed.value)
                  if (!next.delete(head.group.value)) next.add(head.group.value)
                  closed.value = next
                }}
              />
            )
          }
          const cards = toCards(row.index) ?? { first: 0, count: 0 }
          return (
            <div
              class="virtual-row"
              role="row"
              tabIndex={-1}
              key={cards.first}
              aria-rowindex={row.index + 1}
              style={{ ...style, height: `${rowHeight - gap.y}px` }}
            >
              {Array.from({ length: cards.count }, (_, column) => {
                const index = cards.first + column
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
                    data-clip={clip.id}
                    data-index={index}
                    data-place={drag.value?.place?.clip === clip.id ? drag.value.place.side : undefined}
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
                      onMenu={button => {
                        selection.include(index)
                        onMenu(button)
                      }}
                      onToggle={() => {
                        frame.current?.focus({ preventScroll: true })
                        selection.toggle(index)
                      }}
                    />
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
