import { MediaError } from '../errors.ts'
import type { StillPicture, StillPlan } from '../plan/still.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { inputArgs, QUIET } from './args.ts'
import { captureTool } from './run.ts'

/**
 * Decodes the planned frame with the command line tool. It decodes from the beginning: seeking would have to trust the
 * container's index, which this tool does not let us check.
 */
export async function runStill(ffmpeg: string, plan: StillPlan, options: StopOptions): Promise<StillPicture> {
  const encoding = plan.encoding === 'jpeg' ? ['-c:v', 'mjpeg', '-q:v', '4'] : ['-c:v', 'rawvideo']
  const bytes = await captureTool(
    ffmpeg,
    [
      ...QUIET,
      ...inputArgs(plan.path, plan.demuxer),
      ...['-map', `0:${plan.streamIndex}`, '-filter:v', `select=eq(n\\,${plan.frame}),${plan.filter}`],
      ...['-fps_mode', 'passthrough', '-frames:v', '1', ...encoding, '-f', 'image2pipe', 'pipe:1'],
    ],
    options,
  )
  if (bytes.length === 0)
    throw new MediaError('FRAME_OUT_OF_RANGE', `Frame ${plan.frame} does not exist or cannot be decoded.`)
  return { bytes }
}
