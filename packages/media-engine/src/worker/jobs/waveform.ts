import { Packet } from 'node-av/lib'
import type { WaveformPlan } from '../../plan/waveform.ts'
import { BYTES_PER_SAMPLE } from '../../sample/tone.ts'
import { PeakMeter } from '../../waveform/peak-meter.ts'
import { Decoder } from '../native/decoder.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { SoundChain } from '../native/sound-chain.ts'
import type { Report } from '../reporter.ts'

/** Measures the planned sound. */
export async function measurePeaks(plan: WaveformPlan, report: Report): Promise<{ readonly points: Int8Array }> {
  const input = openInput(plan.path, plan.demuxer)
  const stream = getStream(input, plan.streamIndex)
  const decoder = new Decoder(stream)
  const filters = new SoundChain(plan.sound, stream.timeBase)
  const meter = new PeakMeter()
  const measure = (frame: Parameters<SoundChain['filter']>[0]): void => {
    for (const sound of filters.filter(frame)) {
      const samples = sound.data?.[0]
      if (samples) meter.add(samples.subarray(0, sound.nbSamples * BYTES_PER_SAMPLE))
    }
  }
  using packet = new Packet()
  packet.alloc()
  for (const { streamIndex } of readPackets(input, packet)) {
    if (streamIndex !== plan.streamIndex) continue
    for (const frame of decoder.decode(packet)) measure(frame)
    await report(0)
  }
  for (const frame of decoder.decode(null)) measure(frame)
  measure(null)
  return { points: meter.finish() }
}
