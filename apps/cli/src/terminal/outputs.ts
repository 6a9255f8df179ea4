import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'

/**
 * Writes what the service answered to the file that was named, whole or not at all, or to the standard output. With
 * `--json` a file has to be named: what is written to the standard output is then about the file.
 */
export async function writeAnswer(
  { terminal, signal }: Pick<Call, 'terminal' | 'signal'>,
  response: Response,
  output: string | undefined,
): Promise<void> {
  if (output === undefined || output === '-') return terminal.write(new Uint8Array(await response.arrayBuffer()))
  const draft = `${output}.${process.pid}.part`
  try {
    const body = Readable.fromWeb((response.body ?? new Blob([]).stream()) as ReadableStream)
    await pipeline(body, createWriteStream(draft, { flags: 'wx' }), { signal })
    await rename(draft, output)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  terminal.show({ output }, () => [output])
}

/** Refuses `--json` where the standard output is to take a file. */
export function assertOutput({ terminal }: Pick<Call, 'terminal'>, output: string | undefined): void {
  if (!terminal.isJson || (output !== undefined && output !== '-')) return
  throw new CommandError('usage', 'The standard output takes the file or the JSON', 'Name a file with --output.')
}
