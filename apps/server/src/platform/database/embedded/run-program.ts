import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { StartError } from '../opening/start-error.ts'
import { programEnvironment, type RunAs } from './run-as.ts'

/** Starts one of PostgreSQL's programs on the chosen road, away from the terminal's interrupts. */
export function spawnProgram(
  runAs: RunAs,
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [command = program, ...rest] = [...runAs.prefix, program, ...args]
  const { spawnAs } = runAs
  return spawn(command, rest, {
    ...options,
    // Ctrl-C reaches the whole foreground group; the database stops after the service, not with it.
    detached: true,
    env: programEnvironment,
    ...(spawnAs ? { uid: spawnAs.uid, gid: spawnAs.gid } : {}),
  })
}

/** Runs a program to its end and returns what it wrote. */
export function runProgram(
  runAs: RunAs,
  program: string,
  args: readonly string[],
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(runAs, program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', error => reject(toUnusable(error)))
    child.once('close', code => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/** A program that is there and cannot be started: most often a system without glibc, for which it was not built. */
export function toUnusable(error: Error): StartError {
  const advice = 'set RUSHES_DATABASE_URL to a PostgreSQL server of version 15 or newer'
  return new StartError(`The embedded database cannot run on this system (${error.message}): ${advice}`, {
    cause: error,
  })
}

/** The line of an output that says what went wrong, for a one-line message. */
export function findReason(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  const marked = lines.find(line => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'no reason given'
  return marked.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '').trim()
}
