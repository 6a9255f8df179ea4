import type { Writable } from 'node:stream'
import { toFileUrl } from '../limits.ts'
import type { ClipPlan } from '../plan/clip.ts'
import { AUDIO_ENCODING } from '../plan/encoding.ts'
import { formatRational } from '../rational.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { audioArgs, outputArgs, QUIET, videoArgs } from './args.ts'
import { runTool } from './run.ts'

/** Writes the planned clip with the command line tool; `feed` writes the pictures. */
export async function runClip(
  ffmpeg: string,
  plan: ClipPlan,
  options: StopOptions & { readonly feed: (stdin: Writable) => Promise<void> },
): Promise<void> {
  const { width, height, rate } = plan.video
  await runTool(
    ffmpeg,
    [
      ...QUIET.filter(arg => arg !== '-nostdin'),
      ...[
        '-f',
        'rawvideo',
        '-pix_fmt',
        'yuv420p',
        '-s',
        `${width}x${height}`,
        '-r',
        formatRational(rate),
        '-i',
        'pipe:0',
      ],
      ...(plan.pcmPath === undefined
        ? []
        : [
            '-f',
            's16le',
            '-ar',
            String(AUDIO_ENCODING.samplingFrequency),
            '-ac',
            String(AUDIO_ENCODING.channels),
            '-i',
            toFileUrl(plan.pcmPath),
          ]),
      ...['-map', '0:v', ...videoArgs(plan.video)],
      ...(plan.pcmPath === undefined ? [] : ['-map', '1:a', ...audioArgs()]),
      ...outputArgs(plan.output, plan.startTimecode),
    ],
    options,
  )
}
