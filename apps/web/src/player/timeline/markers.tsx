import { useRef } from 'preact/hooks'
import { type FrameFormat, writeTimecode } from '../frames.ts'
import { texts } from '../messages.ts'
import { groupPins, type Pin } from './groups.ts'
import { toPercent, type View } from './view.ts'

interface MarkersProps {
  pins: readonly Pin[]
  /** The one that is shown. */
  chosen: number | undefined
  view: View
  /** Of the line, in pixels. */
  width: number
  format: FrameFormat
}

/** As wide as a marker is, in pixels: what is nearer to another one cannot be hit (WCAG 2.5.8). */
const markerWidth = matchMedia('(pointer: coarse)').matches ? 44 : 24
/** Initials that are seen of markers on each other. */
const maxStacked = 3

/** The comments over the time line; those that would lie on each other share a marker, which chooses one after the other. */
export function Markers({ pins, chosen, view, width, format }: MarkersProps) {
  const last = useRef<number | undefined>(undefined)
  const seen = pins.filter(({ frame, end = frame + 1 }) => end > view.from && frame < view.to)
  const leastFrames = (markerWidth * (view.to - view.from)) / Math.max(width, 1)
  return (
    <div class="time-line-pins">
      {seen.map(({ id, frame, end, hue = 250, onChoose }) =>
        end === undefined ? null : (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its marker does the same
          <span
            key={id}
            class="time-line-range"
            data-chosen={id === chosen}
            style={{
              left: `${Math.max(0, toPercent(view, frame))}%`,
              right: `${Math.max(0, 100 - toPercent(view, end))}%`,
              '--hue': hue,
            }}
            onClick={onChoose}
          />
        ),
      )}
      {groupPins(seen, leastFrames).map(group => {
        const [first] = group
        const timecode = writeTimecode(first.frame, format)
        const isChosen = group.some(({ id }) => id === chosen)
        const shown = group.slice(0, maxStacked)
        return (
          <button
            type="button"
            class="time-line-pin"
            key={first.id}
            style={{ '--at': `${toPercent(view, first.frame)}%`, '--count': shown.length }}
            data-count={group.length > 1 ? group.length : undefined}
            data-chosen={isChosen}
            aria-label={
              group.length === 1
                ? `${texts('comment', { timecode })}: ${first.label}`
                : texts('commentsFrom', { timecode, count: group.length })
            }
            onClick={() => {
              const next = group[group.findIndex(({ id }) => id === last.current) + 1] ?? first
              last.current = next.id
              next.onChoose()
            }}
          >
            {shown.map(({ id, initials, hue = 250, isSettled }) => (
              <span
                key={id}
                class="time-line-initials"
                data-initials={initials}
                data-settled={isSettled}
                style={{ '--hue': hue }}
              />
            ))}
            {group.length > maxStacked && <span class="time-line-more" data-more={`+${group.length - maxStacked}`} />}
          </button>
        )
      })}
    </div>
  )
}
