import { type MediaEngine, makeSampleClip } from '@rushes/media-engine'

/** What the clip of the demo is: ten seconds whose every picture shows its frame number. */
export const clip = {
  name: 'A demo clip',
  fileName: 'demo clip.mp4',
  seconds: 10,
  frameCount: 250,
  rate: { num: 25, den: 1 },
  startTimecode: '10:00:00:00',
  /** 10:00:00:00 at 25 frames a second. */
  startFrames: 900_000,
} as const

/** Makes the clip at a path: H.264 and AAC, with a start timecode. */
export async function makeClip(engine: MediaEngine, path: string): Promise<void> {
  const frames = await makeSampleClip(engine, path, clip)
  if (frames !== clip.frameCount) throw new Error(`the clip has ${frames} frames instead of ${clip.frameCount}`)
}
