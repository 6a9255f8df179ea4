import type { WaveformPlan } from '../plan/waveform.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { PeakMeter } from '../waveform/peak-meter.ts'
import { inputArgs, QUIET } from './args.ts'
import { runTool } from './run.ts'

/** Measures the planned sound with the command line tool. */
export async function runWaveform(
  ffmpeg: string,
  plan: WaveformPlan,
  options: StopOptions,
): Promise<{ readonly points: Int8Array }> {
  const meter = new PeakMeter()
  await runTool(
    ffmpeg,
    [
      ...[...QUIET, ...inputArgs(plan.path, plan.demuxer)],
      ...['-map', `0:${plan.streamIndex}`, '-filter:a', plan.filter, '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
    ],
    { ...options, onOutput: chunk => meter.add(chunk) },
  )
  return { points: meter.finish() }
}
