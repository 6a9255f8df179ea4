/** The command line as a process, with a home of its own, as a person has it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CallSettings {
  /** What is piped in. */
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess
  /** What it has written so far. */
  readonly written: () => string
  readonly ended: Promise<Ended>
}

/** A person's command line: what it keeps is gone with `remove`. */
export interface CommandLine {
  readonly home: string
  begin(args: readonly string[], settings?: CallSettings): Running
  /** Begins another program, as the same person. */
  beginProgram(program: string, args: readonly string[], settings?: CallSettings): Running
  run(...args: readonly string[]): Promise<Ended>
  /** The same with further settings. */
  runWith(settings: CallSettings, ...args: readonly string[]): Promise<Ended>
  /** Runs with `--json` and gives what was written; throws what went wrong. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  json(...args: readonly string[]): Promise<any>
  remove(): Promise<void>
}

export async function openCommandLine(environment: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
  const home = await mkdtemp(join(tmpdir(), 'rushes-home-'))
  const beginProgram: CommandLine['beginProgram'] = (program, args, { input = '', env = {}, cwd = home } = {}) => {
    const child = spawn(program, args, {
      cwd,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'rushes-compile-cache'),
        ...environment,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let written = ''
    child.stdout.on('data', chunk => {
      written += chunk
    })
    child.stdin.on('error', () => {}).end(input)
    const ended = Promise.all([once(child, 'close'), text(child.stdout).catch(() => ''), text(child.stderr)]).then(
      ([[code], stdout, stderr]): Ended => ({ code, stdout, stderr }),
    )
    return { child, written: () => written, ended }
  }
  const begin: CommandLine['begin'] = (args, settings) => beginProgram(process.execPath, [main, ...args], settings)
  const runWith = (settings: CallSettings, ...args: readonly string[]) => begin(args, settings).ended
  return {
    home,
    begin,
    beginProgram,
    runWith,
    run: (...args) => runWith({}, ...args),
    async json(...args) {
      const { code, stdout, stderr } = await runWith({}, ...args, '--json')
      if (code !== 0) throw new Error(`rushes ${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}
