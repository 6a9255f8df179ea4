import { readFile } from 'node:fs/promises'
import { AV_FRAME_DATA_A53_CC, AV_PIX_FMT_YUV420P, AV_SAMPLE_FMT_S16 } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import type { ClipPlan } from '../../plan/clip.ts'
import { AUDIO_ENCODING } from '../../plan/encoding.ts'
import { BYTES_PER_SAMPLE } from '../../sample/tone.ts'
import { STEREO } from '../native/encoder.ts'
import { FilterChain } from '../native/filter-chain.ts'
import { Mp4Writer } from '../native/mp4-writer.ts'
import type { Report } from '../reporter.ts'

/** One sample of every channel. */
const BYTES_PER_STEP = AUDIO_ENCODING.channels * BYTES_PER_SAMPLE

/** Cuts a byte stream into pictures; throws if it ends in the middle of one. */
async function* readPictures(
  stdin: AsyncIterable<Buffer>,
  pictureBytes: number,
  count: number,
): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let pictures = 0
  if (count === 0) return
  for await (const chunk of stdin) {
    pending.push(chunk)
    pendingBytes += chunk.length
    while (pendingBytes >= pictureBytes) {
      const all = Buffer.concat(pending)
      yield all.subarray(0, pictureBytes)
      pictures += 1
      pending = [all.subarray(pictureBytes)]
      pendingBytes -= pictureBytes
      if (pictures === count) return
    }
  }
  throw new MediaError('FAILED', `The pictures ended after ${pictures} of ${count}.`)
}

/** Writes the planned clip from raw yuv420p pictures. */
export async function writeClip(plan: ClipPlan, stdin: AsyncIterable<Buffer>, report: Report): Promise<null> {
  const { width, height, rate, timescale } = plan.video
  const pcm = plan.pcmPath === undefined ? undefined : await readFile(plan.pcmPath)
  const writer = new Mp4Writer(plan.output, {
    video: plan.video,
    hasAudio: pcm !== undefined,
    startTimecode: plan.startTimecode,
  })
  const toPlanar = new FilterChain('aformat=sample_fmts=fltp', {
    num: 1,
    den: AUDIO_ENCODING.samplingFrequency,
  })
  let sample = 0

  const writeSoundUntil = (endSample: number): void => {
    if (!pcm) return
    const lastSample = Math.min(endSample, pcm.length / BYTES_PER_STEP)
    while (sample < lastSample) {
      const nbSamples = Math.min(AUDIO_ENCODING.frameSamples, pcm.length / BYTES_PER_STEP - sample)
      using frame = Frame.fromAudioBuffer(
        pcm.subarray(sample * BYTES_PER_STEP, (sample + nbSamples) * BYTES_PER_STEP),
        {
          nbSamples,
          format: AV_SAMPLE_FMT_S16,
          sampleRate: AUDIO_ENCODING.samplingFrequency,
          channelLayout: STEREO,
          timeBase: { num: 1, den: AUDIO_ENCODING.samplingFrequency },
          pts: BigInt(sample),
        },
      )
      for (const sound of toPlanar.filter(frame)) writer.writeAudio(sound)
      sample += nbSamples
    }
  }

  let frameNumber = 0
  for await (const picture of readPictures(stdin, (width * height * 3) / 2, plan.frameCount)) {
    using frame = Frame.fromVideoBuffer(picture, {
      width,
      height,
      format: AV_PIX_FMT_YUV420P,
      timeBase: { num: 1, den: timescale },
      pts: BigInt(Math.round((frameNumber * timescale * rate.den) / rate.num)),
    })
    const captions = plan.captions?.get(frameNumber)
    if (captions) frame.newSideData(AV_FRAME_DATA_A53_CC, captions.length).set(captions)
    frame.duration = BigInt(Math.round((timescale * rate.den) / rate.num))
    writer.writeVideo(frame)
    frameNumber += 1
    writeSoundUntil(Math.floor((frameNumber * rate.den * AUDIO_ENCODING.samplingFrequency) / rate.num))
    await report(frameNumber)
  }
  writeSoundUntil(Number.POSITIVE_INFINITY)
  for (const sound of toPlanar.filter(null)) writer.writeAudio(sound)
  writer.finish()
  return null
}
