import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { type FormatContext, type Frame, Packet, type Rational, type Stream } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import type { StillPicture, StillPlan } from '../../plan/still.ts'
import { Decoder, timeOf } from '../native/decoder.ts'
import { FilterChain } from '../native/filter-chain.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { toTicks } from '../native/native.ts'
import { describePicture } from '../native/picture-chain.ts'
import type { Report } from '../reporter.ts'
import { encodeJpeg } from './jpeg.ts'
import { countPackets } from './probe.ts'

/** Presentation time of a frame; undefined if the file has frames without times, so that only counting helps. */
function findTime(plan: StillPlan): number | undefined {
  const context = openInput(plan.path, plan.demuxer)
  try {
    const tally = countPackets(context)[plan.streamIndex]
    if (!tally || plan.frame >= tally.shownPackets) {
      throw new MediaError(
        'FRAME_OUT_OF_RANGE',
        `The file has ${tally?.shownPackets ?? 0} frames; ${plan.frame} is not one of them.`,
      )
    }
    return tally.times?.[plan.frame]
  } finally {
    context.closeInputSync()
  }
}

function* decodeAll(context: FormatContext, stream: Stream): Generator<Frame, void> {
  const decoder = new Decoder(stream)
  using packet = new Packet()
  packet.alloc()
  try {
    for (const { streamIndex } of readPackets(context, packet))
      if (streamIndex === stream.index) yield* decoder.decode(packet)
    yield* decoder.decode(null)
  } finally {
    decoder.close()
  }
}

interface Wish<T> {
  readonly use: (frame: Frame, timeBase: Rational) => T
  readonly report: Report
}

/** Seeks before the frame and decodes up to it; undefined if the seek went past it or its decoding failed. */
async function useFrameAt<T>(
  plan: StillPlan,
  time: number,
  mustSeek: boolean,
  { use, report }: Wish<T>,
): Promise<T | undefined> {
  const context = openInput(plan.path, plan.demuxer)
  try {
    const stream = getStream(context, plan.streamIndex)
    if (mustSeek && context.seekFrameSync(stream.index, BigInt(time), AVSEEK_FLAG_BACKWARD) < 0) return undefined
    for (const frame of decodeAll(context, stream)) {
      await report(0)
      const shownAt = toTicks(timeOf(frame))
      if (shownAt === undefined || shownAt < time) continue
      return shownAt === time ? use(frame, stream.timeBase) : undefined
    }
    return undefined
  } finally {
    context.closeInputSync()
  }
}

async function useNthFrame<T>(plan: StillPlan, { use, report }: Wish<T>): Promise<T | undefined> {
  const context = openInput(plan.path, plan.demuxer)
  try {
    const stream = getStream(context, plan.streamIndex)
    let number = 0
    for (const frame of decodeAll(context, stream)) {
      await report(0)
      if (number++ === plan.frame) return use(frame, stream.timeBase)
    }
    return undefined
  } finally {
    context.closeInputSync()
  }
}

/** Finds the frame by counting all of them. */
async function useCountedFrame<T>(plan: StillPlan, wish: Wish<T>): Promise<T | undefined> {
  const time = findTime(plan)
  if (time === undefined) return useNthFrame(plan, wish)
  const sought = plan.frame > 0 ? await useFrameAt(plan, time, true, wish) : undefined
  return sought ?? (await useFrameAt(plan, time, false, wish)) ?? useNthFrame(plan, wish)
}

/** The time of the frame in a regular file, in time base units; the decoder checks it. */
function findRegularTime({ path, demuxer, streamIndex, frame, regularRate }: StillPlan): number | undefined {
  if (!regularRate) return undefined
  const context = openInput(path, demuxer)
  try {
    const { num, den } = getStream(context, streamIndex).timeBase
    const time = (BigInt(frame) * BigInt(regularRate.den) * BigInt(den)) / (BigInt(regularRate.num) * BigInt(num))
    const isExact =
      time * BigInt(regularRate.num) * BigInt(num) === BigInt(frame) * BigInt(regularRate.den) * BigInt(den)
    return isExact ? Number(time) : undefined
  } finally {
    context.closeInputSync()
  }
}

/** Decodes exactly the planned frame. */
export async function decodeStill(plan: StillPlan, report: Report): Promise<StillPicture> {
  const use: Wish<Buffer>['use'] = (frame, timeBase) => {
    const filters = new FilterChain(describePicture(plan), timeBase, plan.colourTable)
    try {
      for (const filtered of [frame, null]) {
        for (const picture of filters.filter(filtered))
          return plan.encoding === 'jpeg' ? encodeJpeg(picture) : picture.toBuffer()
      }
      throw new MediaError('FAILED', 'The filters gave no picture.')
    } finally {
      filters.close()
    }
  }
  const wish = { use, report }
  const expected = findRegularTime(plan)
  const regular = expected === undefined ? undefined : await useFrameAt(plan, expected, expected > 0, wish)
  const bytes = regular ?? (await useCountedFrame(plan, wish))
  if (!bytes) throw new MediaError('FRAME_OUT_OF_RANGE', `Frame ${plan.frame} cannot be decoded.`)
  return { bytes }
}
