import type { Context } from '../../../platform/context.ts'
import { listStartFrames } from '../../annotations/index.ts'
import type { SubtitleTarget } from '../target.ts'
import type { CheckedPlace } from './warnings.ts'

/** The funnel of the annotations that the ingest writes for shots. */
const shotFunnel = 'Shot'

/** The first frames of the shots of a clip, as far as its ingest has found them. */
export function listShots(ctx: Context, mediaObjectId: number): Promise<number[]> {
  return listStartFrames(ctx.db, mediaObjectId, shotFunnel)
}

/** The same target with the shots of its clip, where its rules look at them. */
export async function withShots<Target extends SubtitleTarget>(
  ctx: Context,
  target: Target,
): Promise<Target & CheckedPlace> {
  if (!target.quality?.shots.snap) return target
  return { ...target, shots: await listShots(ctx, target.mediaObjectId) }
}
