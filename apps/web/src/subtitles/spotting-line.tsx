import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { writeTimecode } from '../player/frames.ts'
import type { Peaks } from '../player/sources.ts'
import { nudgeRow } from './actions.ts'
import type { Desk } from './desk.ts'
import { drawLine } from './draw-line.ts'
import { texts } from './messages.ts'
import { toText } from './model/rich-text.ts'
import { countStarted, type Row } from './model/rows.ts'
import { type Side, useDrag } from './use-drag.ts'

interface SpottingLineProps {
  desk: Desk
  peaks: Peaks | undefined
}

/** Pixels of a frame: from a film on a screen to a frame that a finger can hit. */
const scales = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8, 16] as const
const firstScale = 6

/** A part of the film, as wide as one likes: its sound, its shots, and the subtitles, to be dragged by their ends. */
export function SpottingLine({ desk, peaks }: SpottingLineProps) {
  const { film, editing, shots, format, second } = desk
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const scaleIndex = useSignal(firstScale)
  const left = useSignal(0)
  const width = useSignal(0)
  const scale = scales[scaleIndex.value] ?? 1
  const drag = useDrag(desk, scale)
  const rows = editing.rows.value
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      width.value = element.clientWidth
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const from = left.value / scale
    drawLine(canvas.current, {
      from,
      until: from + width.value / scale,
      frameCount: film.frameCount,
      scale,
      shots,
      peaks,
      format,
      second,
    })
  }, [left.value, width.value, scale, peaks, shots])
  const inSight = useComputed(() => {
    const from = left.value / (scales[scaleIndex.value] ?? 1)
    const until = from + width.value / (scales[scaleIndex.value] ?? 1)
    const all = editing.rows.value
    return all.slice(0, countStarted(all, until)).filter(({ entry }) => entry.end >= from)
  })
  const zoom = (by: number) => {
    scaleIndex.value = Math.min(scales.length - 1, Math.max(0, scaleIndex.value + by))
  }
  return (
    <section class="spotting" aria-label={texts('spottingLine')}>
      <div class="spotting-tools">
        <Button aria-label={texts('zoomOut')} disabled={scaleIndex.value === 0} onClick={() => zoom(-1)}>
          −
        </Button>
        <Button aria-label={texts('zoomIn')} disabled={scaleIndex.value === scales.length - 1} onClick={() => zoom(1)}>
          +
        </Button>
        <span class="field-hint">{texts('dragHint')}</span>
      </div>
      <div
        class="spotting-frame"
        ref={frame}
        onScroll={event => {
          left.value = event.currentTarget.scrollLeft
        }}
        onWheel={event => {
          if (!event.ctrlKey) return
          event.preventDefault()
          zoom(event.deltaY < 0 ? 1 : -1)
        }}
      >
        <div class="spotting-all" style={{ width: `${Math.max(film.frameCount * scale, 1)}px` }}>
          <canvas
            class="spotting-canvas"
            ref={canvas}
            style={{ width: `${width.value}px` }}
            onPointerDown={event => {
              const { left: edge } = event.currentTarget.getBoundingClientRect()
              film.pause()
              film.seek(Math.floor((event.clientX - edge + left.value) / scale))
            }}
          />
          {inSight.value.map(row => (
            <Block key={row.key} desk={desk} row={row} scale={scale} drag={drag} number={rows.indexOf(row) + 1} />
          ))}
          <Head desk={desk} frame={frame} scale={scale} isHeld={drag.dragged !== undefined} width={width.value} />
        </div>
      </div>
    </section>
  )
}

interface HeadProps {
  desk: Desk
  frame: { readonly current: HTMLDivElement | null }
  scale: number
  /** Whether the line must not move. */
  isHeld: boolean
  width: number
}

/** Where the film stands; that stays in sight. */
function Head({ desk, frame, scale, isHeld, width }: HeadProps) {
  const at = desk.film.frame.value * scale
  useEffect(() => {
    const element = frame.current
    if (!element || isHeld) return
    const margin = width * 0.1
    const isInSight = at >= element.scrollLeft + margin && at <= element.scrollLeft + width - margin
    if (!isInSight) element.scrollLeft = at - width * 0.3
  }, [at, scale, width])
  return <span class="spotting-head" style={{ transform: `translateX(${at}px)` }} />
}

interface BlockProps {
  desk: Desk
  row: Row
  scale: number
  number: number
  drag: ReturnType<typeof useDrag>
}

const ends: readonly Side[] = ['start', 'end']

/** A subtitle on the line. By keys: arrows move it by frames, with Shift its start, with Ctrl its end. */
function Block({ desk, row, scale, number, drag }: BlockProps) {
  const { format, editing } = desk
  const { start, end } = drag.dragged?.key === row.key ? drag.dragged : row.entry
  const isChosen = editing.chosen.value === row.key
  const text = toText(row.entry.textParts)
  const range = `${writeTimecode(start, format)} – ${writeTimecode(end, format)}`
  return (
    <button
      type="button"
      class="spotting-block"
      data-chosen={isChosen}
      tabIndex={isChosen ? 0 : -1}
      aria-label={texts('blockLabel', { number, range, text })}
      aria-description={texts('blockKeys')}
      style={{ left: `${start * scale}px`, width: `${Math.max((end - start) * scale, 2)}px` }}
      onClick={() => {
        if (!drag.wasDragged()) desk.show(row)
      }}
      onPointerDown={event => drag.begin(event, row, 'both')}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.cancel}
      onKeyDown={event => {
        const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
        if (by === 0 || desk.isReadOnly.value) return
        event.preventDefault()
        event.stopPropagation()
        const [ofStart, ofEnd] = event.shiftKey ? [by, 0] : event.ctrlKey || event.metaKey ? [0, by] : [by, by]
        nudgeRow(desk, row, ofStart, ofEnd)
      }}
    >
      <span class="spotting-text">{text}</span>
      {isChosen &&
        !desk.isReadOnly.value &&
        ends.map(side => (
          <span
            key={side}
            class="spotting-end"
            data-side={side}
            onPointerDown={event => drag.begin(event, row, side)}
            aria-hidden="true"
          />
        ))}
    </button>
  )
}
