import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { MediaError } from '../errors.ts'
import { MEMORY_LIMIT_BYTES, STDERR_LIMIT_BYTES } from '../limits.ts'
import { watchMemory } from '../memory.ts'
import { giveWay } from '../priority.ts'
import { keepTail, type StopOptions, watchForStop } from '../stop.ts'

/** How a command line tool is run. */
export interface RunOptions extends StopOptions {
  /** Reads standard output while the tool runs; otherwise it is discarded. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Writes standard input. */
  readonly feed?: ((stdin: Writable) => Promise<void>) | undefined
}

/** The refusals that libavformat words in its messages. */
const toFailure = (exit: string, detail: string): MediaError => {
  if (/moov atom not found|Invalid data found when processing input|Format not on whitelist|End of file/.test(detail)) {
    return new MediaError('NOT_MEDIA', 'The file is not a media file, or is damaged.', detail)
  }
  return new MediaError('FAILED', `The media tool ended with ${exit}.`, detail)
}

/** Runs a tool without a shell, to the end of its output; a stopped run kills it. */
export function runTool(program: string, args: readonly string[], options: RunOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // PATH to find the tool; LC_ALL: numbers and messages as we parse them. A reader of foreign data gets nothing else
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  giveWay(child.pid)
  const stderr = keepTail(child.stderr as Readable, STDERR_LIMIT_BYTES)
  let stopError: Error | undefined
  const stop = (error: Error): void => {
    stopError ??= error
    child.kill('SIGKILL')
  }
  const endStopWatch = watchForStop(options, stop)
  const endMemoryWatch = watchMemory(child.pid, MEMORY_LIMIT_BYTES, stop)
  const endWatch = (): void => {
    endStopWatch()
    endMemoryWatch()
  }
  child.stdout.on('data', (chunk: Buffer) => options.onOutput?.(chunk))
  // a tool that ended early does not read on; its exit tells why
  child.stdin.on('error', () => undefined)
  child.on('error', error => {
    endWatch()
    reject(new MediaError('NO_ENGINE', `${program} cannot be run.`, String(error)))
  })
  child.on('close', (code, signal) => {
    endWatch()
    if (stopError) reject(stopError)
    else if (signal) reject(new MediaError('CRASHED', `The media tool died (${signal}).`, stderr()))
    else if (code !== 0) reject(toFailure(`exit code ${code}`, stderr()))
    else resolve()
  })
  if (options.feed) {
    options.feed(child.stdin).then(() => child.stdin.end(), stop)
  } else child.stdin.end()
  return promise
}

/** Runs a tool and keeps its whole output. */
export async function captureTool(program: string, args: readonly string[], options: StopOptions): Promise<Buffer> {
  const chunks: Buffer[] = []
  await runTool(program, args, { ...options, onOutput: chunk => chunks.push(chunk) })
  return Buffer.concat(chunks)
}
