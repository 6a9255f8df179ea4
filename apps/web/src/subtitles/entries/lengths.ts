/** Lengths of subtitles: they count as labels do, whatever number of pictures is shown meanwhile. */

import { type FrameFormat, writeTimecode } from '../../player/frames.ts'
import { readTimecode } from '../../player/times/typed-timecode.ts'

export const toLength = (start: number, end: number, { pictures }: FrameFormat): number =>
  pictures ? pictures.toLabel(end) - pictures.toLabel(start) : end - start

/** Where a subtitle of this length ends; it is shown for a picture at least. */
export const toEnd = (start: number, length: number, { pictures }: FrameFormat): number =>
  pictures ? Math.max(start + 1, pictures.fromLabel(pictures.toLabel(start) + length)) : start + length

/** `03:17`, with minutes and hours as far as there are any. */
export function writeLength(frames: number, format: FrameFormat): string {
  return writeTimecode(frames, fromZero(format)).replace(/^(?:00[:;]){1,2}(?=\d\d[:;])/, '')
}

export function readLength(text: string, format: FrameFormat): number | undefined {
  const parts = text.trim().split(/[:;]/)
  const isShort = parts.length > 1 && parts.length < 4
  return readTimecode(isShort ? `${'00:'.repeat(4 - parts.length)}${text.trim()}` : text, fromZero(format))
}

const fromZero = (format: FrameFormat) => ({ ...format, pictures: undefined, startTimecode: 0 })
