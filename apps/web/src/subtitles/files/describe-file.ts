/** What a subtitle file is, and where it lands in a clip. Loaded with the first file: it brings the readers of all formats. */

import { formatTimecode, parseSampleRate, type SampleRate } from '@rushes/timebase'
import {
  convertFrameRate,
  detectFormat,
  loadLibraries,
  type MediaPlace,
  type TimedTextDocument,
  type TimesReading,
  toClipDocument,
} from '@rushes/timed-text'
import type { TimesBase } from './import-request.ts'

/** A base of times, and the frame of the clip at which the first subtitle is then; undefined outside the clip. */
interface Landing {
  readonly base: TimesBase
  readonly start: number | undefined
}

export interface FileDescription {
  /** The name of its format. */
  readonly format: string
  readonly count: number
  /** Whether its times are frames, and not times of a clock. */
  readonly countsFrames: boolean
  /** Timecode of the programme that it names, if it names one. */
  readonly programmeStart: string | undefined
  /** What its times can mean, each with another result. */
  readonly landings: readonly Landing[]
  /** What the service takes them for; undefined where none lies in the clip. */
  readonly found: TimesBase | undefined
  /** Where the first subtitle is when the clip begins at a timecode of the file, in frames. */
  readonly landFrom: (frames: number, dropFrame: boolean) => number | undefined
  /** The same when the film ran at another rate when the file was made for it: each frame stays the same frame. */
  readonly landAtRate: (rate: string) => number
}

const readings: Readonly<Record<TimesBase, TimesReading>> = {
  media: { timeBase: 'media' },
  smpte: { timeBase: 'smpte' },
  programme: { startOfProgramme: 'subtract' },
}

/** Undefined for a file in which there are no subtitles. */
export async function describeFile(
  file: File,
  media: MediaPlace,
  language: string,
): Promise<FileDescription | undefined> {
  await loadLibraries()
  return describeBytes(new Uint8Array(await file.arrayBuffer()), file.name, media, language)
}

/** The same for its bytes, once libraries are loaded. */
export function describeBytes(
  bytes: Uint8Array,
  fileName: string,
  media: MediaPlace,
  language: string,
): FileDescription | undefined {
  const format = detectFormat(bytes, fileName)
  if (!format) return undefined
  const options = { rate: media.rate, language }
  const { document, programmeStart = 0 } = format.read(bytes, options)
  if (document.cues.length === 0) return undefined
  const land = (times?: TimesReading) => {
    const read = format.read(bytes, { ...options, media, ...(times && { times }) })
    const isOutside = read.diagnostics.some(
      ({ code, severity }) => code === 'TIMING_OUT_OF_MEDIA' && severity === 'error',
    )
    return isOutside ? undefined : findFirst(read.document, media)
  }
  const bases: TimesBase[] = [
    'media',
    ...(media.start && media.start.frames > 0 ? (['smpte'] as const) : []),
    ...(programmeStart > 0 ? (['programme'] as const) : []),
  ]
  const all = bases.map((base): Landing => ({ base, start: land(readings[base]) }))
  const landings = all.filter(
    ({ start }, index) => start === undefined || all.findIndex(other => other.start === start) === index,
  )
  const start = land()
  const rate = document.timing.unit === 'frames' ? document.timing.rate : undefined
  return {
    format: format.label,
    count: document.cues.length,
    countsFrames: rate !== undefined,
    programmeStart: rate && programmeStart > 0 ? writeStart(programmeStart, rate) : undefined,
    landings,
    found: start === undefined ? undefined : landings.find(landing => landing.start === start)?.base,
    landFrom: (frames, dropFrame) => land({ startOfProgramme: { frames, dropFrame } }),
    landAtRate: source => {
      const sourceRate = parseSampleRate(source)
      return findFirst(convertFrameRate(document, media.rate, { sourceRate, mode: 'retime' }).document, media)
    },
  }
}

/** The frame of the clip at which the first subtitle begins. */
function findFirst(document: TimedTextDocument, media: MediaPlace): number {
  const first = document.cues.reduce((earliest, cue) => (cue.start < earliest.start ? cue : earliest))
  return toClipDocument({ ...document, cues: [first] }, media).document.cues[0]!.start
}

function writeStart(frames: number, rate: SampleRate): string | undefined {
  try {
    return formatTimecode(frames, { rate, dropFrame: false })
  } catch {
    return undefined
  }
}
