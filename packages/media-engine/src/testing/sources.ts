import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTone } from '../sample/tone.ts'

const run = promisify(execFile)
const REMUX = fileURLToPath(new URL('remux.ts', import.meta.url))

/** Copies a clip into another container; see the program. */
export async function remux(
  input: string,
  output: string,
  format: 'mpegts' | 'matroska' | 'mp4',
  { audioDelayMs = 0, stretchFromFrame = Number.POSITIVE_INFINITY } = {},
): Promise<string> {
  await run(process.execPath, [REMUX, input, output, format, String(audioDelayMs), String(stretchFromFrame)])
  return output
}

/** Writes a wave file with a tone of one second. */
export async function writeWave(output: string, samplesPerSecond = 48_000): Promise<string> {
  const pcm = createTone(
    { frequencyHz: 440 },
    { sampleCount: samplesPerSecond, samplingFrequency: samplesPerSecond, channels: 1 },
  )
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.length, 40)
  await writeFile(output, Buffer.concat([header, pcm]))
  return output
}
