import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type FrameFormat, writeTimecode } from './frames.ts'
import { texts } from './messages.ts'

/** Something at a frame: a comment. */
export interface Pin {
  readonly id: number
  readonly frame: number
  readonly label: string
  readonly onChoose: () => void
}

interface PinsProps {
  pins: readonly Pin[]
  frameCount: number
  format: FrameFormat
}

/** As wide as a pin is, in pixels: what stands nearer to another one cannot be hit (WCAG 2.5.8). */
const pinWidth = 24

/** The comments below the time line; those that would lie on each other share a pin, which chooses one after the other. */
export function Pins({ pins, frameCount, format }: PinsProps) {
  const place = useRef<HTMLDivElement>(null)
  const width = useSignal(0)
  const last = useRef<number | undefined>(undefined)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      width.value = entry?.contentRect.width ?? 0
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const leastFrames = (pinWidth * frameCount) / Math.max(width.value, 1)
  return (
    <div class="time-line-pins" ref={place}>
      {width.value > 0 &&
        gatherPins(pins, leastFrames).map(group => {
          const [first] = group
          const timecode = writeTimecode(first.frame, format)
          return (
            <button
              type="button"
              class="time-line-pin"
              key={first.id}
              style={{ '--at': `${(first.frame / Math.max(frameCount, 1)) * 100}%` }}
              data-count={group.length > 1 ? group.length : undefined}
              aria-label={
                group.length === 1
                  ? `${texts('comment', { timecode })}: ${first.label}`
                  : texts('commentsFrom', { timecode, count: group.length })
              }
              onClick={() => {
                const chosen = group[group.findIndex(({ id }) => id === last.current) + 1] ?? first
                last.current = chosen.id
                chosen.onChoose()
              }}
            />
          )
        })}
    </div>
  )
}

type Group = readonly [Pin, ...Pin[]]

/** Pins from left to right, those together that begin less than so many frames behind the first of them. */
function gatherPins(pins: readonly Pin[], leastFrames: number): Group[] {
  const groups: [Pin, ...Pin[]][] = []
  for (const pin of pins.toSorted((a, b) => a.frame - b.frame)) {
    const group = groups.at(-1)
    if (group && pin.frame - group[0].frame < leastFrames) group.push(pin)
    else groups.push([pin])
  }
  return groups
}
