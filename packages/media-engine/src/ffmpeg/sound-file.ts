import { toFileUrl } from '../limits.ts'
import type { SoundFilePlan } from '../plan/sound-file.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { inputArgs, QUIET } from './args.ts'
import { runTool } from './run.ts'

/** Writes the planned sound with the command line tool. */
export function runSoundFile(ffmpeg: string, plan: SoundFilePlan, options: StopOptions): Promise<void> {
  return runTool(
    ffmpeg,
    [
      ...[...QUIET, ...inputArgs(plan.path, plan.demuxer), '-map', `0:${plan.streamIndex}`],
      ...['-filter:a', plan.filter, '-c:a', 'pcm_s16le', '-f', 's16le', toFileUrl(plan.output)],
    ],
    options,
  )
}
