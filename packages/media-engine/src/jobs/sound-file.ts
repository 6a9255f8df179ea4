import { stat } from 'node:fs/promises'
import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import { assertReadable } from '../plan/readable.ts'
import { planSound } from '../plan/sound/sound.ts'
import type { SoundFilePlan } from '../plan/sound/sound-file.ts'
import type { ProbeReport } from '../probe/report.ts'
import { BYTES_PER_SAMPLE } from '../sample/tone.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { writeThroughTemporary } from './output.ts'
import { probe } from './probe.ts'

/** What `extractSound` is asked. */
export interface SoundRequest extends JobOptions {
  readonly input: string
  readonly output: string
  /** Samples per second, from 8000 to 48000. */
  readonly samplingFrequency: number
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
}

/** The file that `extractSound` wrote. */
export interface SoundResult {
  /** Samples in all; sample 0 is heard when frame 0 is shown. */
  readonly sampleCount: number
}

/** Writes what is heard as samples; see `MediaEngine.extractSound`. */
export async function extractSound(context: JobContext, request: SoundRequest): Promise<SoundResult> {
  const { input, output, samplingFrequency, signal } = request
  if (!Number.isSafeInteger(samplingFrequency) || samplingFrequency < 8000 || samplingFrequency > 48_000) {
    throw new MediaError('BAD_REQUEST', 'Samples are taken 8000 to 48000 times a second.')
  }
  const report = request.report ?? (await probe(context, input, { signal }))
  if (!report.audio) throw new MediaError('NO_STREAM', 'The file has no sound.')
  assertReadable(report.audio)
  const sound = planSound(
    { ...report, audio: report.audio },
    { channels: 'mono', samplingFrequency, form: 'aformat=sample_fmts=s16' },
  )
  const options = toStopOptions(context, request, DEFAULT_TIMEOUT_MS.transcode)
  return writeThroughTemporary(output, async temporary => {
    const plan: SoundFilePlan = {
      path: input,
      demuxer: report.demuxer,
      output: temporary,
      sound,
    }
    await context.transcoders.run('soundFile', plan, options)
    return { sampleCount: Math.floor((await stat(temporary)).size / BYTES_PER_SAMPLE) }
  })
}
