import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Film } from '../../player/film.ts'
import { type FrameFormat, writeTimecode } from '../../player/frames.ts'
import { texts } from '../messages.ts'
import type { Comment } from './comments.ts'

interface FrameTextProps {
  film: Film
  format: FrameFormat
  toText: (timecode: string) => string
}

/** The frame that is shown, in words; written by itself while the film plays. */
export function FrameText({ film, format, toText }: FrameTextProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      effect(() => {
        if (place.current) place.current.textContent = toText(writeTimecode(film.frame.value, format))
      }),
    [film, format],
  )
  return <span ref={place} />
}

/** The label of the field for a comment: where it will be. */
export function toWriteLabel(timecode: string): string {
  return texts('write', { timecode })
}

/** From the first to the last frame of a part. */
export function writeRange(start: number, end: number, format: FrameFormat): string {
  return `${writeTimecode(start, format)} – ${writeTimecode(end - 1, format)}`
}

/** The frames that a comment is about. */
export function writePlace({ start, range }: Comment, format: FrameFormat): string {
  return range ? writeRange(range.start, range.end, format) : writeTimecode(start, format)
}
