import { Packet } from 'node-av/lib'
import { AUDIO_ENCODING } from '../plan/encoding.ts'
import type { ProxyPlan } from '../plan/proxy.ts'
import { Decoder } from './decoder.ts'
import { FilterChain } from './filter-chain.ts'
import { getStream, openInput, readPackets } from './input.ts'
import { Mp4Writer } from './mp4-writer.ts'
import type { Report } from './reporter.ts'

/** Writes the planned proxy: one pass over the file, every stream through its decoder, its filters and its encoder. */
export async function writeProxy(plan: ProxyPlan, report: Report): Promise<null> {
  const input = openInput(plan.input, plan.demuxer)
  const writer = new Mp4Writer(plan.output, {
    video: plan.video,
    hasAudio: plan.audio !== undefined,
    startTimecode: plan.startTimecode,
  })
  let frames = 0
  let samples = 0
  const lanes = new Map<number, { readonly push: (packet: Packet | null) => void }>()

  const addLane = (
    streamIndex: number,
    description: string,
    write: (frame: Parameters<Mp4Writer['writeVideo']>[0]) => void,
  ) => {
    const stream = getStream(input, streamIndex)
    const decoder = new Decoder(stream)
    const filters = new FilterChain(description, stream.timeBase)
    const filterAndWrite = (frame: Parameters<FilterChain['filter']>[0]): void => {
      for (const filtered of filters.filter(frame)) write(filtered)
    }
    lanes.set(streamIndex, {
      push(packet) {
        for (const frame of decoder.decode(packet)) filterAndWrite(frame)
        // without this the tail that the filters still hold would be lost
        if (!packet) filterAndWrite(null)
      },
    })
  }

  if (plan.video) {
    addLane(plan.video.streamIndex, plan.video.filter, frame => {
      frames += 1
      writer.writeVideo(frame)
    })
  }
  if (plan.audio) {
    addLane(plan.audio.streamIndex, plan.audio.filter, frame => {
      samples += AUDIO_ENCODING.frameSamples
      writer.writeAudio(frame)
    })
  }

  using packet = new Packet()
  packet.alloc()
  for (const { streamIndex } of readPackets(input, packet)) {
    lanes.get(streamIndex)?.push(packet)
    await report(plan.video ? frames : samples)
  }
  for (const lane of lanes.values()) lane.push(null)
  writer.finish()
  input.closeInputSync()
  return null
}
