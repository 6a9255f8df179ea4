import { useSignal } from '@preact/signals'
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

interface VirtualRows {
  readonly rows: readonly VirtualItem[]
  /** Height of all rows together, in pixels. */
  readonly totalSize: number
  showRow(index: number): void
}

/** The rows of a grid or table that are in sight, and one more on either side. */
export function useVirtualRows(
  frame: RefObject<HTMLDivElement | null>,
  { count, rowHeight, paddingStart = 0 }: { count: number; rowHeight: number; paddingStart?: number },
): VirtualRows {
  const turn = useSignal(0)
  const virtualizer = useRef<Virtualizer<HTMLDivElement, HTMLDivElement> | undefined>(undefined)
  const options = {
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 1,
    scrollPaddingStart: paddingStart,
    // The selection bar floats above the last row.
    scrollPaddingEnd: 72,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => {
      turn.value += 1
    },
  }
  virtualizer.current ??= new Virtualizer<HTMLDivElement, HTMLDivElement>(options)
  virtualizer.current.setOptions(options)
  useLayoutEffect(() => {
    const stop = virtualizer.current?._didMount()
    virtualizer.current?._willUpdate()
    return stop
  }, [])
  useEffect(() => {
    virtualizer.current?.measure()
  }, [rowHeight, count])
  void turn.value
  return {
    rows: virtualizer.current.getVirtualItems(),
    totalSize: virtualizer.current.getTotalSize(),
    showRow: index => virtualizer.current?.scrollToIndex(index, { align: 'auto' }),
  }
}
