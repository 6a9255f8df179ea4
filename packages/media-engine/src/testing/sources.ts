import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

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
