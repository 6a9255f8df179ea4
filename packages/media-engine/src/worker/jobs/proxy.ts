import { type Frame, Packet } from 'node-av/lib'
import type { ColourSource } from '../../colour/colour-table.ts'
import { AUDIO_ENCODING } from '../../plan/encoding.ts'
import type { ProxyPlan } from '../../plan/proxy.ts'
import { assertDrawn } from '../native/check-subtitles.ts'
import { Decoder } from '../native/decoder.ts'
import { FilterChain } from '../native/filter-chain.ts'
import { GapFiller } from '../native/gap-filler.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { Mp4Writer } from '../native/mp4-writer.ts'
import type { Report } from '../reporter.ts'

/** One stream on its way through decoder, filters and encoder. */
interface Lane {
  readonly push: (packet: Packet | null) => void
}

/** Writes the planned proxy, in one pass over the file; gives how many frames repeat another for want of their own. */
export async function writeProxy(plan: ProxyPlan, report: Report): Promise<{ readonly repeatedFrames: number }> {
  if (plan.subtitles && plan.video) assertDrawn(plan.subtitles)
  const input = openInput(plan.input, plan.demuxer)
  const writer = new Mp4Writer(plan.output, {
    video: plan.video,
    hasAudio: plan.audio !== undefined,
    startTimecode: plan.startTimecode,
  })
  let frames = 0
  let samples = 0
  const lanes = new Map<number, Lane>()
  const open = (streamIndex: number, filter: string, colourTable?: ColourSource) => {
    const stream = getStream(input, streamIndex)
    return { decoder: new Decoder(stream), filters: new FilterChain(filter, stream.timeBase, colourTable) }
  }

  let filler: GapFiller | undefined
  if (plan.video) {
    const { decoder, filters } = open(plan.video.streamIndex, plan.video.filter, plan.video.colourTable)
    const filterAndWrite = (frame: Frame | null, time?: bigint): void => {
      for (const filtered of filters.filter(frame, time)) {
        frames += 1
        writer.writeVideo(filtered)
      }
    }
    const gaps = new GapFiller(getStream(input, plan.video.streamIndex), filterAndWrite)
    filler = gaps
    lanes.set(plan.video.streamIndex, {
      push(packet) {
        if (packet) gaps.expect(packet)
        for (const frame of decoder.decode(packet)) gaps.write(frame)
        if (packet) return
        gaps.finish()
        // without this the tail that the filters still hold would be lost
        filterAndWrite(null)
      },
    })
  }
  if (plan.audio) {
    const { decoder, filters } = open(plan.audio.streamIndex, plan.audio.filter)
    const filterAndWrite = (frame: Frame | null): void => {
      for (const filtered of filters.filter(frame)) {
        samples += AUDIO_ENCODING.frameSamples
        writer.writeAudio(filtered)
      }
    }
    lanes.set(plan.audio.streamIndex, {
      push(packet) {
        for (const frame of decoder.decode(packet)) filterAndWrite(frame)
        if (!packet) filterAndWrite(null)
      },
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
  return { repeatedFrames: filler?.repeated ?? 0 }
}
