import type { ProxyPlan } from '../plan/proxy.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { audioArgs, inputArgs, outputArgs, QUIET, videoArgs } from './args.ts'
import { createLineReader } from './lines.ts'
import { runTool } from './run.ts'

const SAMPLES_PER_MICROSECOND = 48_000 / 1_000_000

/** Reads `-progress` lines: frames done, or samples for sound alone. */
const progressReader = (hasVideo: boolean, onProgress: ((done: number) => void) | undefined) =>
  createLineReader(line => {
    const [key, value] = line.split('=')
    if (key !== (hasVideo ? 'frame' : 'out_time_us')) return
    const done = Number(value)
    if (Number.isFinite(done)) onProgress?.(hasVideo ? done : Math.round(done * SAMPLES_PER_MICROSECOND))
  })

/** Writes the planned proxy with the command line tool. */
export async function runProxy(
  ffmpeg: string,
  plan: ProxyPlan,
  options: StopOptions & { readonly onProgress?: ((done: number) => void) | undefined },
): Promise<void> {
  const { video, audio } = plan
  await runTool(
    ffmpeg,
    [
      ...QUIET,
      ...['-progress', 'pipe:1', '-nostats'],
      ...inputArgs(plan.input, plan.demuxer),
      ...(video ? ['-map', `0:${video.streamIndex}`, '-filter:v', video.filter, ...videoArgs(video)] : ['-vn']),
      ...(audio ? ['-map', `0:${audio.streamIndex}`, '-filter:a', audio.filter, ...audioArgs()] : ['-an']),
      ...['-sn', '-dn', '-max_muxing_queue_size', '4096'],
      ...outputArgs(plan.output, plan.startTimecode),
    ],
    { ...options, onOutput: progressReader(video !== undefined, options.onProgress) },
  )
}
