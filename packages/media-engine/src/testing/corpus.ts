/** Containers and rates of which the corpus has files. */
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
import type { Lane, Recipe } from './pack.ts'

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

/** A container, how a clip is packed into it, and what a probe must find. */
export interface CorpusContainer {
  readonly name: string
  readonly extension: string
  readonly recipe: Recipe
  readonly mimeType: string
  /** Whether the container holds a start timecode. */
  readonly hasTimecode: boolean
  /** Rates that the container does not know. */
  readonly without: readonly string[]
}

const mono: Lane = { of: 'audio', codec: 'pcm_s24le', filter: 'aformat=sample_fmts=s32:channel_layouts=mono' }

export const containers: readonly CorpusContainer[] = [
  {
    name: 'MP4 (H.264)',
    extension: 'mp4',
    recipe: { format: 'mp4' },
    mimeType: 'video/mp4',
    hasTimecode: true,
    without: [],
  },
  {
    name: 'MP4 in fragments',
    extension: 'mp4',
    // With sound this muxer makes the first frame longer than a frame at 50 and more, which is a variable rate.
    recipe: { format: 'mp4', options: { movflags: '+frag_keyframe+empty_moov' }, lanes: [{ of: 'video' }] },
    mimeType: 'video/mp4',
    // The muxer leaves the timecode track out of a fragmented file.
    hasTimecode: false,
    without: [],
  },
  {
    name: 'MOV (ProRes, four mono tracks)',
    extension: 'mov',
    recipe: {
      format: 'mov',
      lanes: [
        { of: 'video', codec: 'prores_ks', filter: 'format=yuv422p10le', options: { profile: '0' } },
        ...[mono, mono, mono, mono],
      ],
    },
    mimeType: 'video/quicktime',
    hasTimecode: true,
    without: [],
  },
  {
    name: 'MXF (MPEG-2)',
    extension: 'mxf',
    recipe: {
      format: 'mxf',
      lanes: [
        { of: 'video', codec: 'mpeg2video', options: { b: '8M' } },
        { of: 'audio', codec: 'pcm_s16le', filter: 'aformat=sample_fmts=s16' },
      ],
    },
    mimeType: 'application/mxf',
    hasTimecode: true,
    // SMPTE 381 and the encoder know no such rate.
    without: ['30', '60'],
  },
  {
    name: 'Matroska',
    extension: 'mkv',
    recipe: { format: 'matroska' },
    mimeType: 'video/x-matroska',
    hasTimecode: true,
    without: [],
  },
  {
    name: 'WebM (VP8, Opus)',
    extension: 'webm',
    recipe: {
      format: 'webm',
      lanes: [
        { of: 'video', codec: 'libvpx', options: { deadline: 'realtime', 'cpu-used': '8', b: '2M' } },
        { of: 'audio', codec: 'libopus', filter: 'aformat=sample_fmts=s16,asetnsamples=960' },
      ],
    },
    mimeType: 'video/webm',
    hasTimecode: true,
    without: [],
  },
  {
    name: 'MPEG-TS',
    extension: 'ts',
    recipe: { format: 'mpegts' },
    mimeType: 'video/mp2t',
    hasTimecode: false,
    without: [],
  },
]

/** The rate as a report says it. */
export function toRational(rate: SampleRate): { num: number; den: number } {
  const { num, den } = createSampleRate(rate.num, rate.den)
  return { num, den }
}
