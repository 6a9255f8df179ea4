/** A program of the operator: told where the sound lies, it writes what it heard to its standard output. */

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpeechEngine, SpeechError, type SpeechRequest } from './engine.ts'
import { readAnswer } from './read-answer.ts'

/** A program with its arguments; `{audio}`, `{language}` and `{prompt}` in them are filled in. No shell sees them. */
export interface CommandEngine {
  readonly name: string
  readonly command: readonly string[]
  /** All that the program knows of its surroundings beside the usual search path. */
  readonly environment?: Readonly<Record<string, string>>
  readonly longestSeconds?: number
  readonly timeoutSeconds?: number
}

const defaultLongestSeconds = 3600
const defaultTimeoutSeconds = 7200
const searchPath = '/usr/local/bin:/usr/bin:/bin'
const mostOutputBytes = 64 * 1024 * 1024
/** Characters of what it writes to its error output that are kept for the log. */
const mostComplaints = 4000

export function createCommandEngine(engine: CommandEngine): SpeechEngine {
  return {
    name: engine.name,
    longestMs: (engine.longestSeconds ?? defaultLongestSeconds) * 1000,
    async transcribe(request) {
      const audio = join(request.folder, 'sound.wav')
      await writeFile(audio, request.wav)
      const values: Readonly<Record<string, string>> = {
        audio,
        language: request.language,
        prompt: request.prompt ?? '',
      }
      const [program, ...args] = engine.command.map(part =>
        part.replaceAll(/\{(audio|language|prompt)\}/g, (_whole, name: string) => values[name]!),
      )
      return readAnswer(engine.name, await run(engine, program!, args, request))
    },
  }
}

async function run(
  { name, environment, timeoutSeconds = defaultTimeoutSeconds }: CommandEngine,
  program: string,
  args: readonly string[],
  { folder, signal, note }: SpeechRequest,
): Promise<Buffer> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // A group of its own, so that what the program has started ends with it.
  const env = { PATH: searchPath, LC_ALL: 'C.UTF-8', ...environment }
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = (error: Error) => {
    reject(error)
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const failed = (message: string, isLasting = false) =>
    new SpeechError('ENGINE_FAILED', `${name} ${message}`, isLasting)
  const timer = setTimeout(() => end(failed(`took longer than ${timeoutSeconds} s`)), timeoutSeconds * 1000)
  const onAbort = () => end(signal.reason)
  signal.addEventListener('abort', onAbort)
  const parts: Buffer[] = []
  let size = 0
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size > mostOutputBytes) end(failed('wrote too much'))
  })
  let complaints = ''
  child.stderr.on('data', (part: Buffer) => {
    complaints = (complaints + part.toString('utf8')).slice(-mostComplaints)
  })
  child.on('error', () => reject(failed('cannot be started', true)))
  child.on('close', (code, killer) => {
    if (code === 0) return resolve(Buffer.concat(parts))
    note(complaints)
    reject(failed(killer === null ? `ended with exit code ${code}` : `was ended by ${killer}`))
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
