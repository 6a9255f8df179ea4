import { AV_FRAME_DATA_A53_CC } from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { type CaptionPlan, findInSight } from '../../plan/captions.ts'
import { Decoder, timeOf } from '../native/decoder.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { toTicks } from '../native/native.ts'
import type { Report } from '../reporter.ts'

const TRIPLET_BYTES = 3
/** `cc_valid`; the rest is padding. */
const VALID_BIT = 4

/** Constructs of captions with their frames; see `MediaEngine.findCaptions`. */
export interface CaptionConstructs {
  readonly frames: Int32Array
  readonly triplets: Uint8Array
}

/** Takes the captions out of every frame of the planned film, and out of streams of their own. */
export async function readCaptions(plan: CaptionPlan, report: Report): Promise<CaptionConstructs> {
  const input = openInput(plan.path, plan.demuxer)
  const stream = getStream(input, plan.streamIndex)
  const decoder = new Decoder(stream)
  const constructs: { frame: number; bytes: Buffer }[] = []
  const add = (frame: number, data: Uint8Array): void => {
    for (let at = 0; at + TRIPLET_BYTES <= data.length; at += TRIPLET_BYTES) {
      if ((data[at]! & VALID_BIT) === 0) continue
      constructs.push({ frame, bytes: Buffer.from(data.subarray(at, at + TRIPLET_BYTES)) })
    }
  }
  const toSeconds = (ticks: bigint, { timeBase }: Stream) =>
    ((toTicks(ticks) ?? 0) * timeBase.num) / timeBase.den - plan.startSeconds
  // of pictures at a variable rate only their times say which one is in sight
  const times: number[] = []
  const waiting: { readonly seconds: number; readonly data: Buffer }[] = []
  let frames = 0
  const takeFrames = (packet: Packet | null): void => {
    for (const frame of decoder.decode(packet)) {
      const data = frame.getSideData(AV_FRAME_DATA_A53_CC)
      if (data) add(frames, data)
      if (plan.isVariable) times.push(toSeconds(timeOf(frame), stream))
      frames += 1
    }
  }
  using packet = new Packet()
  packet.alloc()
  try {
    for (const { streamIndex, pts, data } of readPackets(input, packet)) {
      if (streamIndex === plan.streamIndex) takeFrames(packet)
      else if (plan.captionStreams.includes(streamIndex) && data) {
        const seconds = toSeconds(pts, getStream(input, streamIndex))
        if (plan.isVariable) waiting.push({ seconds, data: Buffer.from(data) })
        else add(Math.max(0, Math.round(seconds * plan.rate)), data)
      }
      await report(frames)
    }
    takeFrames(null)
    for (const { seconds, data } of waiting) add(findInSight(times, seconds), data)
  } finally {
    decoder.close()
    input.closeInputSync()
  }
  // Packets of other streams are read before or after the frames of their time.
  constructs.sort((a, b) => a.frame - b.frame)
  return {
    frames: Int32Array.from(constructs, ({ frame }) => frame),
    triplets: new Uint8Array(Buffer.concat(constructs.map(({ bytes }) => bytes))),
  }
}
