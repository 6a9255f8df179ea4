import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { MediaError } from '../errors.ts'
import { STDERR_LIMIT_BYTES } from '../limits.ts'
import { EXIT_NOT_FOUND, killWithParent } from '../supervision/parent-death.ts'
import { giveWay } from '../supervision/priority.ts'
import { KILL_PATIENCE_MS, keepTail, type StopOptions, watchProcess } from '../supervision/stop.ts'
import { storageFull } from '../supervision/storage-full.ts'

/** How a command line tool is run. */
export interface RunOptions extends StopOptions {
  /** Reads standard output while the tool runs; otherwise it is discarded. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Writes standard input. */
  readonly feed?: ((stdin: Writable) => Promise<void>) | undefined
}

const saysStorageFull = (detail: string): boolean => /No space left on device|Disk quota exceeded/.test(detail)

/** The refusals that libavformat words in its messages. */
const toFailure = (exit: string, detail: string): MediaError => {
  if (saysStorageFull(detail)) return storageFull(detail)
  if (/moov atom not found|Invalid data found when processing input|Format not on whitelist|End of file/.test(detail)) {
    return new MediaError('NOT_MEDIA', 'The file is not a media file, or is damaged.', detail)
  }
  return new MediaError('FAILED', `The media tool ended with ${exit}.`, detail)
}

/** Runs a tool without a shell, to the end of its output; a stopped run kills it. */
export async function runTool(program: string, args: readonly string[], options: RunOptions): Promise<void> {
  const command = await killWithParent({ program, args })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // PATH to find the tool; LC_ALL: numbers and messages as we parse them. A reader of foreign data gets nothing else
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  const child = spawn(command.program, command.args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  giveWay(child.pid)
  const stderr = keepTail(child.stderr as Readable, STDERR_LIMIT_BYTES)
  let stopError: Error | undefined
  let patience: NodeJS.Timeout | undefined
  const stop = (error: Error): void => {
    stopError ??= error
    child.kill('SIGKILL')
    patience ??= setTimeout(() => reject(error), KILL_PATIENCE_MS)
  }
  const end = watchProcess(child.pid, options, stop)
  const endWatch = (): void => {
    end()
    clearTimeout(patience)
  }
  const notFound = (detail: string): MediaError => new MediaError('NO_ENGINE', `${program} cannot be run.`, detail)
  child.stdout.on('data', (chunk: Buffer) => options.onOutput?.(chunk))
  // a tool that ended early does not read on; its exit tells why
  child.stdin.on('error', () => undefined)
  child.on('error', (error: NodeJS.ErrnoException) => {
    endWatch()
    // Short of memory or of processes, the system may be able to start it the next time.
    const isAbsent = error.code === 'ENOENT' || error.code === 'EACCES'
    reject(isAbsent ? notFound(String(error)) : new MediaError('CRASHED', `${program} did not start.`, String(error)))
  })
  child.on('close', (code, signal) => {
    endWatch()
    if (stopError) reject(stopError)
    else if (signal) reject(new MediaError('CRASHED', `The media tool died (${signal}).`, stderr()))
    else if (code === EXIT_NOT_FOUND && command.program !== program) reject(notFound(stderr()))
    else if (code !== 0) reject(toFailure(`exit code ${code}`, stderr()))
    // ffmpeg reports that it could not write its last bytes, and ends as if it could.
    else if (saysStorageFull(stderr())) reject(storageFull(stderr()))
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
