import { type Frame, Packet } from 'node-av/lib'
import type { WaveformPlan } from '../../plan/waveform.ts'
import { BYTES_PER_SAMPLE } from '../../sample/tone.ts'
import { PeakMeter } from '../../waveform/peak-meter.ts'
import { openInput, readPackets } from '../native/input.ts'
import { SoundReader } from '../native/sound-reader.ts'
import type { Report } from '../reporter.ts'

/** Measures the planned sound. */
export async function measurePeaks(plan: WaveformPlan, report: Report): Promise<{ readonly points: Int8Array }> {
  const input = openInput(plan.path, plan.demuxer)
  const sound = new SoundReader(input, plan.sound)
  const meter = new PeakMeter()
  const measure = (frames: Iterable<Frame>): void => {
    for (const { data, nbSamples } of frames) {
      const samples = data?.[0]
      if (samples) meter.add(samples.subarray(0, nbSamples * BYTES_PER_SAMPLE))
    }
  }
  using packet = new Packet()
  packet.alloc()
  for (const read of readPackets(input, packet)) {
    if (!sound.streams.includes(read.streamIndex)) continue
    measure(sound.read(read))
    await report(0)
  }
  measure(sound.finish())
  return { points: meter.finish() }
}
