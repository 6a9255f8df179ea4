import { effect, useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { useCommands } from '../../platform/keys/commands.ts'
import { areKeysOn } from '../../platform/keys/key-choice.ts'
import { writeTimecode } from '../../player/frames.ts'
import type { Sources } from '../../player/sources.ts'
import { Shots, Waveform } from '../../player/timeline/strips.tsx'
import { listTicks, toPercent, toWhole, type View } from '../../player/timeline/view.ts'
import type { TimedLine } from '../editor/beside.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { countStarted } from '../model/rows.ts'
import { toLanguageName } from '../versions/language-names.ts'
import { Block, OtherBlock } from './blocks.tsx'
import { createDrag, type Dragged } from './drag.ts'
import { Head, SnapLine, SpottedBlock } from './marks.tsx'
import { useView } from './use-view.ts'
import './timeline.css'

interface TimelineProps {
  desk: Desk
  sources: Sources
  /** What is said at the same time in another language, as a second track. */
  other: { readonly language: string; readonly lines: readonly TimedLine[] } | undefined
}

/** How far apart blocks begin at least. */
const leastPixels = 4
/** Above so many, the words of another language are not shown. */
const maxOthers = 300

/** A part of the film, as wide as one likes: times, shots, sound, and the subtitles, to be dragged by their edges. */
export function Timeline({ desk, sources, other }: TimelineProps) {
  const { film, editing, shots, format, limits } = desk
  const body = useRef<HTMLDivElement>(null)
  const dragged = useSignal<Dragged | undefined>(undefined)
  const { view, width, findFrame, zoomBy } = useView(desk, body, dragged)
  const drag = useMemo(
    () => createDrag(desk, dragged, () => width.peek() / (view.peek().to - view.peek().from)),
    [desk],
  )
  useCommands([
    {
      id: 'subtitles.zoomIn',
      title: texts('zoomIn'),
      section: texts('inTime'),
      keys: ['+', '='],
      run: () => zoomBy(2),
    },
    { id: 'subtitles.zoomOut', title: texts('zoomOut'), section: texts('inTime'), keys: '-', run: () => zoomBy(0.5) },
  ])
  const inSight = useComputed(() => {
    const { from, to } = view.value
    const all = editing.rows.value
    const least = (leastPixels * (to - from)) / Math.max(width.value, 1)
    let last = Number.NEGATIVE_INFINITY
    // Of those that begin at the same place, as far as one can see, the first is shown.
    return all.slice(0, countStarted(all, to)).filter(({ key, entry }) => {
      const isApart = entry.start - last >= least || key === editing.chosen.value
      if (entry.end < from || !isApart) return false
      last = entry.start
      return true
    })
  })
  const seen = view.value
  const others = (other?.lines ?? []).filter(({ start, end }) => start <= seen.to && end >= seen.from)
  const percent = (frame: number) => `${toPercent(seen, frame)}%`
  const perSecond = format.rate.num / format.rate.den
  const numbers = useComputed(() => new Map(editing.rows.value.map(({ key }, index) => [key, index + 1])))
  const scrub = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      film.pause()
      film.seek(findFrame(event.clientX))
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons > 0) film.seek(findFrame(event.clientX))
    },
  }
  return (
    <section class="spotting stage" aria-label={texts('timeline')}>
      <Tools desk={desk} zoomBy={zoomBy} view={seen} />
      <div class="spotting-labels" aria-hidden="true">
        <span data-track="shots">{texts('shots')}</span>
        <span data-track="own">{toLanguageName(desk.language)}</span>
        {other && <span data-track="other">{toLanguageName(other.language)}</span>}
      </div>
      <div class="spotting-body" ref={body} data-tracks={other ? 2 : 1}>
        <div class="spotting-ruler" aria-hidden="true" {...scrub}>
          {listTicks(seen, width.value, perSecond, format.startTimecode).map(frame => (
            <span key={frame} style={{ left: percent(frame) }}>
              {writeTimecode(frame, format)}
            </span>
          ))}
        </div>
        <Slider desk={desk} view={seen} />
        <div class="spotting-shots" aria-hidden="true" {...scrub}>
          <Shots {...{ film, format, shots }} sprite={sources.sprite} view={seen} width={width.value} />
        </div>
        <div class="spotting-track" aria-hidden="true" {...scrub}>
          <Waveform peaks={sources.peaks} format={format} view={seen} width={width.value} />
        </div>
        {shots
          .filter(frame => frame >= seen.from && frame < seen.to)
          .map(frame => (
            <span class="spotting-cut" key={frame} style={{ left: percent(frame) }} />
          ))}
        {inSight.value.map(row => (
          <Block key={row.key} desk={desk} row={row} view={seen} drag={drag} number={numbers.value.get(row.key) ?? 0} />
        ))}
        {others.length <= maxOthers &&
          others.map((line, index) => <OtherBlock key={`${line.start} ${index}`} line={line} view={seen} />)}
        <SpottedBlock desk={desk} view={seen} />
        <SnapLine desk={desk} drag={drag} view={seen} gap={limits.minimumGap} />
        <Head desk={desk} view={view} width={width} />
      </div>
    </section>
  )
}

interface ToolsProps {
  desk: Desk
  view: View
  zoomBy: (factor: number) => void
}

function Tools({ desk, view, zoomBy }: ToolsProps) {
  const { isSnapping, limits, film, rules } = desk
  const seconds = (view.to - view.from) / desk.second
  const whole = toWhole(film.frameCount)
  const widest = Math.log2(Math.max((whole.to - whole.from) / 24, 2))
  const depth = Math.log2(Math.max((whole.to - whole.from) / (view.to - view.from), 1))
  return (
    <div class="spotting-tools">
      <Button kind="icon" small icon="minus" aria-label={texts('zoomOut')} keys="-" onClick={() => zoomBy(0.5)} />
      <input
        type="range"
        class="spotting-zoom"
        aria-label={texts('zoom')}
        aria-valuetext={texts('secondsShown', { seconds: Math.round(seconds * 10) / 10 })}
        min={0}
        max={widest}
        step={0.1}
        value={depth}
        onInput={event => zoomBy(2 ** (Number(event.currentTarget.value) - depth))}
      />
      <Button kind="icon" small icon="plus" aria-label={texts('zoomIn')} keys="+" onClick={() => zoomBy(2)} />
      <Button
        kind="quiet"
        small
        icon="columns"
        aria-pressed={isSnapping.value}
        title={texts('snappingHint')}
        onClick={() => {
          isSnapping.value = !isSnapping.value
        }}
      >
        {texts('snapping')}
      </Button>
      {rules && (
        <span class="spotting-limits num">
          {texts('limitsShown', { gap: limits.minimumGap, length: limits.minimumDuration })}
        </span>
      )}
    </div>
  )
}

/** The one place of the time line for the keyboard: where the film is. Blocks have their keys in the list. */
function Slider({ desk: { film, format }, view }: { desk: Desk; view: View }) {
  const slider = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      effect(() => {
        const frame = film.frame.value
        slider.current?.setAttribute('aria-valuenow', String(frame))
        slider.current?.setAttribute('aria-valuetext', writeTimecode(frame, format))
      }),
    [film, format],
  )
  const last = Math.max(film.frameCount - 1, 1)
  return (
    <div
      class="spotting-slider"
      ref={slider}
      role="slider"
      tabIndex={0}
      aria-label={texts('timeline')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={film.frame.peek()}
      aria-valuetext={writeTimecode(film.frame.peek(), format)}
      onKeyDown={event => {
        const page = Math.max(1, Math.round((view.to - view.from) * 0.8))
        const step = { PageUp: page, PageDown: -page, ArrowLeft: -1, ArrowRight: 1 }[event.key]
        // The player's own keys do the same where they are on.
        if (step === undefined || (areKeysOn.value && event.key.startsWith('Arrow'))) return
        event.preventDefault()
        film.step(step)
      }}
    />
  )
}
