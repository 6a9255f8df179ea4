import { writeFile } from 'node:fs/promises'
import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import { assertReadable } from '../plan/readable.ts'
import { planSound } from '../plan/sound/sound.ts'
import { WAVEFORM, type WaveformPlan } from '../plan/waveform.ts'
import type { ProbeReport } from '../probe/report.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { writeThroughTemporary } from './output.ts'
import { probe } from './probe.ts'

/** What `makeWaveform` is asked. */
export interface WaveformRequest extends JobOptions {
  readonly input: string
  readonly output: string
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
}

/** The file that `makeWaveform` writes: the JSON of BBC audiowaveform, version 2, one channel. */
export interface Waveform {
  readonly version: 2
  readonly channels: 1
  readonly sample_rate: number
  readonly samples_per_pixel: number
  readonly bits: 8
  /** Points; `data` has two numbers for each, lowest and highest, from -128 to 127. */
  readonly length: number
  readonly data: readonly number[]
}

/** As long as the film: sound after its last frame is left out. */
function countPoints({ duration }: ProbeReport): number {
  if (!duration) return Number.POSITIVE_INFINITY
  const { samplingFrequency, samplesPerPoint } = WAVEFORM
  return Math.ceil((duration.num * samplingFrequency) / (duration.den * samplesPerPoint))
}

/** Measures what is heard; see `MediaEngine.makeWaveform`. */
export async function makeWaveform(context: JobContext, request: WaveformRequest): Promise<Waveform> {
  const { input, output, signal } = request
  const report = request.report ?? (await probe(context, input, { signal }))
  if (!report.audio) throw new MediaError('NO_STREAM', 'The file has no sound.')
  assertReadable(report.audio)
  const plan: WaveformPlan = {
    path: input,
    demuxer: report.demuxer,
    sound: planSound(
      { ...report, audio: report.audio },
      { channels: 'mono', samplingFrequency: WAVEFORM.samplingFrequency, form: 'aformat=sample_fmts=s16' },
    ),
  }
  const options = toStopOptions(context, request, DEFAULT_TIMEOUT_MS.transcode)
  const { points } = await context.transcoders.run('waveform', plan, options)
  const data = [...points.subarray(0, 2 * countPoints(report))]
  const waveform: Waveform = {
    version: 2,
    channels: 1,
    sample_rate: WAVEFORM.samplingFrequency,
    samples_per_pixel: WAVEFORM.samplesPerPoint,
    bits: 8,
    length: data.length / 2,
    data,
  }
  return writeThroughTemporary(output, async temporary => {
    await writeFile(temporary, JSON.stringify(waveform))
    return waveform
  })
}
