import { parseRational, type Rational } from '../rational.ts'
import type { RawProbe, RawStream } from './raw.ts'

/** The label of frame 0 as the file states it; `;` (or `.`) before the frames means drop frame. */
export interface StartTimecode {
  readonly text: string
  readonly dropFrame: boolean
  readonly source: 'TIMECODE_TRACK' | 'VIDEO_TRACK' | 'CONTAINER'
  /** At which a timecode track counts, where it says so: at 50 and 60 frames a second often half of that. */
  readonly rate?: Rational
}

const LABEL = /^(\d{1,3}:\d{2}:\d{2})([:;.,])(\d{2,3})$/

function findTag(tags: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  // Matroska writes its tags in capitals
  return Object.entries(tags ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
}

function parseTag(tags: RawStream['tags'], source: StartTimecode['source']): StartTimecode | undefined {
  const match = LABEL.exec(findTag(tags, 'timecode')?.trim() ?? '')
  if (!match) return undefined
  const dropFrame = match[2] !== ':'
  return { text: `${match[1]?.padStart(8, '0')}${dropFrame ? ';' : ':'}${match[3]}`, dropFrame, source }
}

/** The first timecode found: on a timecode track, on the video stream, on the container (MXF, Matroska). */
export function findStartTimecode(probe: RawProbe, video: RawStream | undefined): StartTimecode | undefined {
  for (const stream of probe.streams) {
    const found = stream.codec_type === 'data' ? parseTag(stream.tags, 'TIMECODE_TRACK') : undefined
    const rate = parseRational(stream.avg_frame_rate)
    if (found) return { ...found, ...(rate && { rate }) }
  }
  return parseTag(video?.tags, 'VIDEO_TRACK') ?? parseTag(probe.format.tags, 'CONTAINER')
}

/** Whether there is a timecode track whose labels cannot be read. */
export function hasUnreadTimecode(probe: RawProbe): boolean {
  return probe.streams.some(({ codec_tag_string, tags }) => codec_tag_string === 'tmcd' && !findTag(tags, 'timecode'))
}

/** The start of a broadcast wave file in samples since midnight (`bext` chunk), if it has one. */
export function findTimeReference(probe: RawProbe): number | undefined {
  const samples = Number(findTag(probe.format.tags, 'time_reference') ?? Number.NaN)
  return Number.isSafeInteger(samples) && samples >= 0 ? samples : undefined
}

/** How a recorder counts the timecode of its sound. */
export interface SoundCounting {
  readonly rate: Rational
  readonly dropFrame: boolean
}

/** What the iXML of a broadcast wave file says of its timecode, if anything. */
export function findSoundCounting({ ixml = '' }: RawProbe): SoundCounting | undefined {
  const rate = parseRational(/<TIMECODE_RATE>\s*(\d{1,9}\/\d{1,9})\s*</.exec(ixml)?.[1])
  return rate && { rate, dropFrame: /<TIMECODE_FLAG>\s*DF\s*</.test(ixml) }
}
