import { useSignal } from '@preact/signals'
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

interface VirtualListProps {
  /** How many items there are in all. */
  count: number
  /** Height of a row in pixels. */
  rowHeight: number
  /** Items side by side; 1 for a list. */
  columns?: number
  label: string
  /** The item that is brought into sight whenever it is another one. */
  shown?: number
  /** An item that stays in the document wherever the list is scrolled: that which may have the focus. */
  kept?: number
  /** Told whenever other items come into sight. */
  onRange?: (firstItem: number, endItem: number) => void
  children: (index: number) => ComponentChildren
}

/** A list or grid of any length of which only what is in sight is in the document. */
export function VirtualList({
  count,
  rowHeight,
  columns = 1,
  label,
  shown,
  kept,
  onRange,
  children,
}: VirtualListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const turn = useSignal(0)
  const virtualizer = useRef<Virtualizer<HTMLDivElement, HTMLDivElement> | undefined>(undefined)
  const rows = Math.ceil(count / columns)
  const keptRow = kept === undefined ? -1 : Math.floor(kept / columns)
  const options = {
    count: rows,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    rangeExtractor: (range: Range) => {
      const inSight = defaultRangeExtractor(range)
      const isAway = keptRow >= 0 && keptRow < range.count && !inSight.includes(keptRow)
      return isAway ? [...inSight, keptRow].sort((a, b) => a - b) : inSight
    },
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => {
      turn.value += 1
    },
  }
  virtualizer.current ??= new Virtualizer<HTMLDivElement, HTMLDivElement>(options)
  virtualizer.current.setOptions(options)
  // It scrolls to its beginning here: before the page that shows the list scrolls it elsewhere.
  useLayoutEffect(() => {
    const stop = virtualizer.current?._didMount()
    virtualizer.current?._willUpdate()
    return stop
  }, [])
  useEffect(() => {
    virtualizer.current?.measure()
  }, [rowHeight, columns, count])
  useEffect(() => {
    if (shown !== undefined) virtualizer.current?.scrollToIndex(Math.floor(shown / columns), { align: 'auto' })
  }, [shown, columns])
  void turn.value
  const items = virtualizer.current.getVirtualItems()
  const first = (items[0]?.index ?? 0) * columns
  const end = Math.min(count, ((items.at(-1)?.index ?? -1) + 1) * columns)
  useEffect(() => onRange?.(first, end), [first, end])
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between a list and its items, which `ul` does not allow
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <div class="virtual" ref={frame} role="list" aria-label={label} tabIndex={0}>
      <div class="virtual-all" role="presentation" style={{ height: `${virtualizer.current.getTotalSize()}px` }}>
        {items.map(row => (
          <div
            class="virtual-row"
            role="presentation"
            key={row.key}
            style={{ height: `${rowHeight}px`, transform: `translateY(${row.start}px)`, '--columns': columns }}
          >
            {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
              const index = row.index * columns + column
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above
                <div role="listitem" key={index} aria-setsize={count} aria-posinset={index + 1}>
                  {children(index)}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
