import { Packet } from 'node-av/lib'
import { SHOT_FILTER, type ShotsPlan } from '../../plan/shots.ts'
import { ShotDetector } from '../../shots/shot-detector.ts'
import { Decoder } from '../native/decoder.ts'
import { FilterChain } from '../native/filter-chain.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import type { Report } from '../reporter.ts'

/** Finds the cuts of the planned film. */
export async function findShots(
  plan: ShotsPlan,
  report: Report,
): Promise<{ readonly cuts: readonly number[]; readonly frames: number }> {
  const input = openInput(plan.path, plan.demuxer)
  const stream = getStream(input, plan.streamIndex)
  const decoder = new Decoder(stream)
  const filters = new FilterChain(SHOT_FILTER, stream.timeBase)
  const detector = new ShotDetector(plan.threshold)
  let frames = 0
  const look = (frame: Parameters<FilterChain['filter']>[0]): void => {
    for (const picture of filters.filter(frame)) {
      detector.add(picture.toBuffer())
      frames += 1
    }
  }
  using packet = new Packet()
  packet.alloc()
  try {
    for (const { streamIndex } of readPackets(input, packet)) {
      if (streamIndex !== plan.streamIndex) continue
      for (const frame of decoder.decode(packet)) look(frame)
      await report(frames)
    }
    for (const frame of decoder.decode(null)) look(frame)
    look(null)
  } finally {
    decoder.close()
    filters.close()
    input.closeInputSync()
  }
  return { cuts: detector.finish(), frames }
}
