import { rm, writeFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { createSampleRate, type SampleRate } from '@rushes/timebase'
import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import type { ClipPlan } from '../plan/clip.ts'
import { AUDIO_ENCODING, toVideoTimescale } from '../plan/encoding.ts'
import { mayStartAt } from '../plan/start-timecode.ts'
import { createTone, type Tone } from '../sample/tone.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { writeThroughTemporary } from './output.ts'

/** What `encodeClip` is asked. */
export interface ClipRequest extends JobOptions {
  readonly output: string
  /** Pixels; even. */
  readonly width: number
  readonly height: number
  readonly rate: SampleRate
  readonly frameCount: number
  /** Label of frame 0, valid at the rate; `;` for drop frame. */
  readonly startTimecode?: string | undefined
  /** Paints a frame into a yuv420p picture (as `DecodedFrame.data`), which still holds the frame before. */
  readonly drawFrame: (frame: number, picture: Buffer) => void
  /** Sound for the whole clip; none if left out. */
  readonly audio?: Tone | undefined
  /** Captions that frames carry, as `Captions.triplets`. */
  readonly captions?: ReadonlyMap<number, Uint8Array> | undefined
}

const isEvenSize = (pixels: number): boolean => Number.isSafeInteger(pixels) && pixels >= 16 && pixels % 2 === 0

function planClip(request: ClipRequest, output: string): ClipPlan {
  const { width, height, frameCount, startTimecode, captions } = request
  const { num, den } = request.rate
  if (![num, den].every(term => Number.isSafeInteger(term) && term > 0)) {
    throw new MediaError('BAD_REQUEST', `${num}/${den} is not a rate.`)
  }
  const rate = createSampleRate(num, den)
  if (!isEvenSize(width) || !isEvenSize(height))
    throw new MediaError('BAD_REQUEST', 'Width and height are even numbers from 16.')
  if (!Number.isSafeInteger(frameCount) || frameCount < 1)
    throw new MediaError('BAD_REQUEST', 'A clip has at least one frame.')
  if (startTimecode !== undefined && !mayStartAt(startTimecode, rate)) {
    throw new MediaError(
      'BAD_REQUEST',
      `${startTimecode} is not a timecode at ${rate.num}/${rate.den} frames per second.`,
    )
  }
  const video = { width, height, rate, timescale: toVideoTimescale(rate) }
  return { output, video, frameCount, startTimecode, pcmPath: request.audio && `${output}.pcm`, captions }
}

/** Draws and writes every picture, waiting for each to be taken, so that one buffer serves all. */
async function feedPictures({ drawFrame, width, height, frameCount }: ClipRequest, stdin: Writable): Promise<void> {
  const picture = Buffer.alloc((width * height * 3) / 2, 128)
  for (let frame = 0; frame < frameCount; frame += 1) {
    drawFrame(frame, picture)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    // a reader that is gone has its own error to tell
    stdin.write(picture, error => resolve(!error))
    if (!(await promise)) return
  }
}

/** Encodes a drawn clip; see `MediaEngine.encodeClip`. */
export async function encodeClip(context: JobContext, request: ClipRequest): Promise<void> {
  await writeThroughTemporary(request.output, async temporary => {
    const plan = planClip(request, temporary)
    const options = {
      ...toStopOptions(context, request, DEFAULT_TIMEOUT_MS.transcode),
      feed: (stdin: Writable) => feedPictures(request, stdin),
    }
    try {
      if (plan.pcmPath && request.audio) {
        const { channels, samplingFrequency } = AUDIO_ENCODING
        const { num, den } = plan.video.rate
        const sampleCount = Math.round((plan.frameCount * den * samplingFrequency) / num)
        await writeFile(plan.pcmPath, createTone(request.audio, { sampleCount, samplingFrequency, channels }))
      }
      await context.transcoders.run('clip', plan, options)
    } finally {
      if (plan.pcmPath) await rm(plan.pcmPath, { force: true })
    }
  })
}
