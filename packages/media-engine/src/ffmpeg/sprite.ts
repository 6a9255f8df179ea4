import type { SpritePlan } from '../plan/sprite.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { inputArgs, QUIET } from './args.ts'
import { captureTool } from './run.ts'

/** Makes the planned sprite with the command line tool; nothing when no key frame could be decoded. */
export function runSprite(ffmpeg: string, plan: SpritePlan, options: StopOptions): Promise<Buffer> {
  return captureTool(
    ffmpeg,
    [
      ...[...QUIET, '-skip_frame', 'nokey', ...inputArgs(plan.path, plan.demuxer)],
      ...['-map', `0:${plan.streamIndex}`, '-filter:v', plan.filter, '-fps_mode', 'passthrough', '-frames:v', '1'],
      ...['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'],
    ],
    options,
  )
}
