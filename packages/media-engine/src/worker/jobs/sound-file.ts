import { closeSync, openSync, writeSync } from 'node:fs'
import { Packet } from 'node-av/lib'
import type { SoundFilePlan } from '../../plan/sound/sound-file.ts'
import { BYTES_PER_SAMPLE } from '../../sample/tone.ts'
import { Decoder } from '../native/decoder.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { SoundChain } from '../native/sound-chain.ts'
import type { Report } from '../reporter.ts'

/** Writes the planned sound. */
export async function writeSoundFile(plan: SoundFilePlan, report: Report): Promise<null> {
  const input = openInput(plan.path, plan.demuxer)
  const stream = getStream(input, plan.streamIndex)
  const decoder = new Decoder(stream)
  const filters = new SoundChain(plan.sound, stream.timeBase)
  const file = openSync(plan.output, 'w', 0o600)
  const write = (frame: Parameters<SoundChain['filter']>[0]): void => {
    for (const sound of filters.filter(frame)) {
      const samples = sound.data?.[0]
      if (samples) writeAll(file, samples.subarray(0, sound.nbSamples * BYTES_PER_SAMPLE))
    }
  }
  try {
    using packet = new Packet()
    packet.alloc()
    for (const { streamIndex } of readPackets(input, packet)) {
      if (streamIndex !== plan.streamIndex) continue
      for (const frame of decoder.decode(packet)) write(frame)
      await report(0)
    }
    for (const frame of decoder.decode(null)) write(frame)
    write(null)
  } finally {
    closeSync(file)
  }
  return null
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}
