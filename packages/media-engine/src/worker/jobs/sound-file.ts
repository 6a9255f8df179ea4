import { closeSync, openSync, writeSync } from 'node:fs'
import { type Frame, Packet } from 'node-av/lib'
import type { SoundFilePlan } from '../../plan/sound/sound-file.ts'
import { BYTES_PER_SAMPLE } from '../../sample/tone.ts'
import { openInput, readPackets } from '../native/input.ts'
import { SoundReader } from '../native/sound-reader.ts'
import type { Report } from '../reporter.ts'

/** Writes the planned sound. */
export async function writeSoundFile(plan: SoundFilePlan, report: Report): Promise<null> {
  const input = openInput(plan.path, plan.demuxer)
  const sound = new SoundReader(input, plan.sound)
  const file = openSync(plan.output, 'w', 0o600)
  const write = (frames: Iterable<Frame>): void => {
    for (const { data, nbSamples } of frames) {
      const samples = data?.[0]
      if (samples) writeAll(file, samples.subarray(0, nbSamples * BYTES_PER_SAMPLE))
    }
  }
  try {
    using packet = new Packet()
    packet.alloc()
    for (const read of readPackets(input, packet)) {
      if (!sound.streams.includes(read.streamIndex)) continue
      write(sound.read(read))
      await report(0)
    }
    write(sound.finish())
  } finally {
    closeSync(file)
  }
  return null
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}
