/** Files of every container and rate, made with the system's ffmpeg from clips whose frames show their numbers. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  createSampleRate,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_50,
  RATE_59_94,
  RATE_60,
  type SampleRate,
} from '@rushes/timebase'

const run = promisify(execFile)

/** A rate with the label of a first frame; that of drop frame has a semicolon. */
export interface CorpusRate {
  readonly name: string
  readonly rate: SampleRate
  readonly startTimecode: string
}

export const rates: readonly CorpusRate[] = [
  { name: '23.976', rate: RATE_23_976, startTimecode: '01:00:00:00' },
  { name: '24', rate: RATE_24, startTimecode: '01:00:00:00' },
  { name: '25', rate: RATE_25, startTimecode: '10:00:00:00' },
  { name: '29.97 drop frame', rate: RATE_29_97, startTimecode: '00:59:58;00' },
  { name: '29.97 non-drop', rate: RATE_29_97, startTimecode: '00:59:58:00' },
  { name: '30', rate: RATE_30, startTimecode: '01:00:00:00' },
  { name: '50', rate: RATE_50, startTimecode: '01:00:00:00' },
  { name: '59.94', rate: RATE_59_94, startTimecode: '00:59:58;00' },
  { name: '60', rate: RATE_60, startTimecode: '01:00:00:00' },
]

/** A way to pack a clip: the arguments of ffmpeg behind the input, and what a probe must find. */
export interface CorpusContainer {
  readonly name: string
  readonly extension: string
  readonly args: readonly string[]
  readonly mimeType: string
  /** Whether the container holds a start timecode that the tools write. */
  readonly hasTimecode: boolean
  /** Rates that the container does not know. */
  readonly without: readonly string[]
}

const copy = ['-c', 'copy']
const mpeg2 = ['-c:v', 'mpeg2video', '-b:v', '8M', '-c:a', 'pcm_s16le', '-ar', '48000']

export const containers: readonly CorpusContainer[] = [
  { name: 'MP4 (H.264)', extension: 'mp4', args: copy, mimeType: 'video/mp4', hasTimecode: true, without: [] },
  {
    name: 'MP4 in fragments',
    extension: 'mp4',
    // With sound this muxer makes the first frame longer than a frame at 50 and more, which is a variable rate.
    args: ['-map', '0:v', ...copy, '-movflags', '+frag_keyframe+empty_moov'],
    mimeType: 'video/mp4',
    // The muxer leaves the timecode track out of a fragmented file.
    hasTimecode: false,
    without: [],
  },
  {
    name: 'MOV (ProRes, four mono tracks)',
    extension: 'mov',
    args: ['-map', '0:v', ...['-map', '0:a', '-map', '0:a', '-map', '0:a', '-map', '0:a']].concat([
      ...['-c:v', 'prores_ks', '-profile:v', '0', '-c:a', 'pcm_s24le', '-ac', '1'],
    ]),
    mimeType: 'video/quicktime',
    hasTimecode: true,
    without: [],
  },
  {
    name: 'MXF (MPEG-2)',
    extension: 'mxf',
    args: ['-map', '0:v', '-map', '0:a', ...mpeg2],
    mimeType: 'application/mxf',
    hasTimecode: true,
    // SMPTE 381 and the encoder know no such rate.
    without: ['30', '60'],
  },
  { name: 'Matroska', extension: 'mkv', args: copy, mimeType: 'video/x-matroska', hasTimecode: true, without: [] },
  {
    name: 'WebM (VP8, Opus)',
    extension: 'webm',
    args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '2M', '-c:a', 'libopus'],
    mimeType: 'video/webm',
    hasTimecode: true,
    without: [],
  },
  {
    name: 'MPEG-TS',
    extension: 'ts',
    args: ['-map', '0:v', '-map', '0:a', ...copy],
    mimeType: 'video/mp2t',
    hasTimecode: false,
    without: [],
  },
]

/** Whether the tool is there. */
export async function hasTool(): Promise<boolean> {
  return run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  )
}

/** Packs a clip; the timecode is written again, since not every container takes that of another. */
export async function pack(
  source: string,
  output: string,
  { args, hasTimecode }: Pick<CorpusContainer, 'args' | 'hasTimecode'>,
  startTimecode: string,
): Promise<string> {
  const timecode = hasTimecode ? ['-timecode', startTimecode] : []
  const base = ['-v', 'error', '-y', '-i', source, '-fps_mode', 'passthrough']
  await run('ffmpeg', [...base, ...args, ...timecode, output])
  return output
}

/** Makes a file with other arguments altogether. */
export async function make(output: string, args: readonly string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-y', ...args, output])
  return output
}

/** The rate as a report says it. */
export function toRational(rate: SampleRate): { num: number; den: number } {
  const { num, den } = createSampleRate(rate.num, rate.den)
  return { num, den }
}
