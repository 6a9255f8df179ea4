import { BYTES_PER_SAMPLE, createTone } from './tone.ts'

/** The head of a WAV file with this many bytes of 16 bit mono samples: `RIFF`, `fmt ` and the beginning of `data`. */
export function createWaveHeader(dataBytes: number, samplingFrequency: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samplingFrequency, 24)
  header.writeUInt32LE(samplingFrequency * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}

/** A WAV file with a tone of 440 Hz. */
export function createWave(seconds: number, samplingFrequency = 48_000): Buffer {
  const sampleCount = Math.round(seconds * samplingFrequency)
  const samples = createTone({ frequencyHz: 440 }, { sampleCount, samplingFrequency, channels: 1 })
  return Buffer.concat([createWaveHeader(samples.length, samplingFrequency), samples])
}
