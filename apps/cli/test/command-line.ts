/** The command line with a home of its own, as a person has it: in this process, or in one that is signalled and piped. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@rushes/client'
import { createTurns } from '../../server/src/platform/flow/turns.ts'
import { adminPassword, startTestService, type TestService } from '../../server/test/service.ts'
import { until } from '../../server/test/until.ts'
import { runCommandLine } from '../src/program.ts'

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
  /** Begins a command as a process of its own. */
  begin(args: readonly string[], settings?: CallSettings): Running
  /** Begins another program, as the same person. */
  beginProgram(program: string, args: readonly string[], settings?: CallSettings): Running
  /** Runs a command in this process, which costs a tenth of one of its own; `start` alone gets one. */
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
  const toEnvironment = (env: CallSettings['env']) => ({
    PATH: process.env.PATH,
    HOME: home,
    RUSHES_DRAIN_SECONDS: '0',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'rushes-compile-cache'),
    ...environment,
    ...env,
  })
  const beginProgram: CommandLine['beginProgram'] = (program, args, { input = '', env, cwd = home } = {}) => {
    const child = spawn(program, args, {
      cwd,
      env: toEnvironment(env),
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
  const runWith = (settings: CallSettings, ...args: readonly string[]) => {
    // It becomes the service, which answers the signals of its process.
    if (args[0] === 'start') return begin(args, settings).ended
    const { input = '', cwd = home } = settings
    return inTurn(() => runHere(args, input, cwd, toEnvironment(settings.env)))
  }
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

/** Where one stands is said for the whole process. */
const inTurn = createTurns(1, 100)

async function runHere(args: readonly string[], input: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const written = Promise.all([text(stdout), text(stderr)])
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
  const before = process.cwd()
  process.chdir(cwd)
  try {
    const code = await runCommandLine(args, { env, stdin, stdout, stderr, signal: new AbortController().signal })
    stdout.end()
    stderr.end()
    const [out, err] = await written
    return { code, stdout: out, stderr: err }
  } finally {
    process.chdir(before)
  }
}

/** Starts a service by `rushes start` at `url`, calls `work` as its administrator, and stops it as Ctrl-C does. */
export async function withServiceOf<T>(
  cli: CommandLine,
  url: string,
  env: Record<string, string>,
  work: (api: Client) => Promise<T>,
): Promise<T> {
  const service = cli.begin(['start'], { env })
  try {
    await until('the service runs', () => service.written().includes(`Rushes is at ${url}`))
    const body = { username: 'admin', password: adminPassword }
    const { token } = await createClient({ baseUrl: url }).authentication.login({ body })
    return await work(createClient({ baseUrl: url, token: token! }))
  } finally {
    service.child.kill('SIGINT')
    await service.ended
  }
}

/** The service of a file of tests with a production, and the command line of its administrator, who has chosen that. */
export let kit: TestService
export let cli: CommandLine
export let prId: number

/** There from before the first test until after the last. */
export function hostCommandLine(): void {
  before(async () => {
    kit = await startTestService()
    prId = (await kit.createProduction()).id
    const token = kit.admin.options.token ?? ''
    cli = await openCommandLine({ RUSHES_URL: kit.url, RUSHES_TOKEN: token, RUSHES_PRODUCTION: `${prId}` })
  })
  after(async () => {
    await cli?.remove()
    await kit?.stop()
  })
}
