/** What a card, a row and the inspector say of a clip, in the words of the field. Pure. */

import { formatTimecode } from '@rushes/timebase'
import { writeTimecode } from '../../player/frames.ts'
import type { FoundClip } from './clip-search.ts'

/** Common formats by their size in pixels. */
const resolutionNames: Readonly<Record<string, string>> = {
  '1280x720': '720',
  '1920x1080': 'HD',
  '2048x1080': '2K',
  '3840x2160': 'UHD',
  '4096x2160': '4K',
  '7680x4320': '8K',
}

/** `UHD`, `4.6K`, `720×1280`. */
export function writeResolution(resolution: string | undefined): string {
  if (resolution === undefined) return ''
  const [width = 0, height = 0] = resolution.split('x').map(Number)
  const named = resolutionNames[resolution]
  if (named !== undefined) return named
  return width > 4096 && width > height ? `${(width / 1000).toFixed(1)}K` : `${width}×${height}`
}

/** Frames per second with at most three decimals: 25, 23.976. */
export function writeRate({ format, type }: Pick<FoundClip, 'format' | 'type'>): string {
  if (!format || type !== 'VIDEO') return ''
  return String(Math.round((format.rate.num / format.rate.den) * 1000) / 1000)
}

/** What the file is, in short: `UHD 25p`, `48 kHz 2 ch`, `HD`. */
export function writeFormat(clip: FoundClip): string {
  if (clip.type === 'AUDIO') {
    const { samplingFrequency, channels } = clip
    return [samplingFrequency && `${samplingFrequency / 1000} kHz`, channels && `${channels} ch`]
      .filter(Boolean)
      .join(' ')
  }
  const rate = writeRate(clip)
  const short = rate === '' ? '' : `${Number(Number(rate).toFixed(2))}p`
  return [writeResolution(clip.resolution), short].filter(part => part !== '').join(' ')
}

/** How long it is, as a timecode from zero; nothing for what has no length. */
export function writeDuration({ frames, format, type }: Pick<FoundClip, 'frames' | 'format' | 'type'>): string {
  if (!format || frames <= 0 || (type !== 'VIDEO' && type !== 'AUDIO')) return ''
  try {
    return formatTimecode(frames, { rate: format.rate, dropFrame: format.dropFrame })
  } catch {
    return ''
  }
}

/** The timecode of its first frame. */
export function writeStart({ format, type }: Pick<FoundClip, 'format' | 'type'>): string {
  return format && type === 'VIDEO' ? writeTimecode(0, format) : ''
}

/** A length of time in hours, minutes and seconds: `2 h 41 min`, `3 min 44 s`. */
export function writeTotal(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}

/** How loud it is at each of its steps, 0 to 1. */
export function readLoudness(digits: string | undefined): number[] {
  return Array.from(digits ?? '', digit => Number.parseInt(digit, 16) / 15).filter(Number.isFinite)
}
