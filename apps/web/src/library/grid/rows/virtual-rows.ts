import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { findRange, type Range, toStarts } from './row-range.ts'

interface VirtualRow {
  readonly index: number
  /** From the top of all rows, in pixels. */
  readonly start: number
}

interface VirtualRows {
  readonly rows: readonly VirtualRow[]
  /** Height of all rows together, in pixels. */
  readonly totalSize: number
  showRow(index: number): void
}

interface VirtualRowsOptions {
  /** Heights of the rows, in pixels; the same list for as long as they stay the same. */
  readonly heights: readonly number[] | { readonly count: number; readonly height: number }
  /** What a head covers at the top. */
  readonly paddingStart?: number
}

/** Rows beyond those in sight, on either side. */
const overscan = 1
/** The selection bar floats above the last row. */
const paddingEnd = 72

/** The rows of a grid or table that are in sight, and one more on either side. */
export function useVirtualRows(
  frame: RefObject<HTMLDivElement | null>,
  { heights, paddingStart = 0 }: VirtualRowsOptions,
): VirtualRows {
  const range = useSignal<Range>({ first: 0, end: 0 })
  const starts = toStarts(heights)
  const latest = useRef(starts)
  latest.current = starts
  const measure = useRef(() => {
    const list = frame.current
    if (!list) return
    const next = findRange(latest.current, list.scrollTop, list.scrollTop + list.clientHeight, overscan)
    const { first, end } = range.peek()
    // Another range is another picture; a step within it is none.
    if (next.first !== first || next.end !== end) range.value = next
  }).current
  useLayoutEffect(() => {
    const list = frame.current
    if (!list) return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    list.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', measure)
    }
  }, [])
  useLayoutEffect(measure, [starts.count, starts.total])
  const { first, end } = range.value
  return {
    rows: Array.from({ length: Math.max(0, Math.min(end, starts.count) - first) }, (_, place) => ({
      index: first + place,
      start: starts.of(first + place),
    })),
    totalSize: starts.total,
    showRow: index => {
      const list = frame.current
      if (!list || index >= starts.count) return
      const top = starts.of(index) - paddingStart
      const bottom = starts.of(index + 1) + paddingEnd
      if (list.scrollTop > top) list.scrollTop = Math.max(0, top)
      else if (list.scrollTop + list.clientHeight < bottom) list.scrollTop = bottom - list.clientHeight
    },
  }
}
