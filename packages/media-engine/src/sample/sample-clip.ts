import { createSampleRate, RATE_25, type SampleRate } from '@rushes/timebase'
import type { MediaEngine } from '../engine.ts'
import { drawTestPicture } from './test-picture.ts'

/** What `makeSampleClip` is asked; everything has a default. */
export interface SampleClipOptions {
  readonly seconds?: number
  readonly rate?: SampleRate
  /** Label of frame 0; no timecode track if left out. */
  readonly startTimecode?: string | undefined
  readonly width?: number
  readonly height?: number
  /** Frequency of the tone; 0 for a silent film. */
  readonly toneHz?: number
  readonly signal?: AbortSignal | undefined
}

/** Makes a clip whose every frame shows its number (`readFrameCounter` reads it); answers how many frames it has. */
export async function makeSampleClip(
  engine: MediaEngine,
  output: string,
  options: SampleClipOptions = {},
): Promise<number> {
  const { seconds = 10, rate = RATE_25, width = 640, height = 360, toneHz = 440, startTimecode, signal } = options
  const { num, den } = createSampleRate(rate.num, rate.den)
  const frameCount = Math.round((seconds * num) / den)
  await engine.encodeClip({
    output,
    width,
    height,
    rate,
    frameCount,
    startTimecode,
    signal,
    drawFrame: (frame, picture) => drawTestPicture(picture, width, height, frame),
    audio: toneHz > 0 ? { frequencyHz: toneHz } : undefined,
  })
  return frameCount
}
