import type { ProbedWatermark, WatermarkLook } from '../plan/watermark.ts'
import type { JobContext } from './context.ts'
import { probe } from './probe.ts'

/** A picture in a file (PNG, JPEG or WebP), to be laid over others. */
export interface Watermark extends WatermarkLook {
  readonly path: string
}

/** Looks at a watermark before anything is made with it; nothing where none is wanted. */
export async function probeWatermark(
  context: JobContext,
  watermark: Watermark | undefined,
  signal: AbortSignal | undefined,
): Promise<ProbedWatermark | undefined> {
  return watermark && { ...watermark, report: await probe(context, watermark.path, { signal }) }
}
