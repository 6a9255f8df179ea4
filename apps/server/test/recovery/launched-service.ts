/** The service as `npm start` starts it, on a database of its own; to be killed in parts. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@rushes/client'
import { adminPassword } from '../service.ts'
import { until } from '../until.ts'
import { descendsFrom, type FoundProcess, listProcesses } from './processes.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

export class LaunchedService {
  readonly dataDir: string
  readonly url: string
  readonly #environment: Record<string, string>
  #npm: ChildProcess | undefined
  #errors = ''

  constructor(dataDir: string, port: number, environment: Record<string, string> = {}) {
    this.dataDir = dataDir
    this.url = `http://127.0.0.1:${port}`
    this.#environment = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      RUSHES_PORT: String(port),
      RUSHES_DATA: dataDir,
      RUSHES_ADMIN_PASSWORD: adminPassword,
      RUSHES_RATE_LIMIT: 'off',
      RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
      ...environment,
    }
  }

  /** Runs `npm start` and does not wait for anything. */
  launch(): ChildProcess {
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A terminal's group would be signalled as a whole.
      detached: true,
    })
    this.#errors = ''
    npm.stderr.setEncoding('utf8').on('data', text => {
      this.#errors = (this.#errors + text).slice(-10_000)
    })
    this.#npm = npm
    return npm
  }

  /** Starts it and resolves once it has said that it serves. */
  async start(): Promise<void> {
    const npm = this.launch()
    let output = ''
    npm.stdout!.setEncoding('utf8').on('data', text => {
      output += text
    })
    await until('the service serves', () => {
      assert.equal(npm.exitCode, null, `npm start ended: ${output}${this.#errors}`)
      return output.includes('Rushes is at')
    })
  }

  async signIn(): Promise<Client> {
    const login = { username: 'admin', password: adminPassword }
    const { token } = await createClient({ baseUrl: this.url }).authentication.login({ body: login })
    return createClient({ baseUrl: this.url, token: token! })
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 200
  }

  listProcesses(): FoundProcess[] {
    return listProcesses(this.dataDir)
  }

  get npmPid(): number {
    return this.#npm?.pid ?? 0
  }

  /** The process that serves: the last of the chain npm, shell, launcher, service. */
  findService(): number | undefined {
    const isService = ({ command }: FoundProcess) => /node\S* \S*run\.mjs scripts\/start\.ts/.test(command)
    const nodes = this.listProcesses().filter(isService)
    return nodes.find(({ pid }) => !nodes.some(({ parent }) => parent === pid))?.pid
  }

  findPostmaster(): number | undefined {
    const pid = Number.parseInt(this.#readPostmasterFile()[0] ?? '', 10)
    return this.listProcesses().some(found => found.pid === pid) ? pid : undefined
  }

  listMediaWorkers(): number[] {
    const service = this.findService()
    return this.listProcesses()
      .filter(({ parent, command }) => parent === service && command.includes('media-engine/src/worker'))
      .map(({ pid }) => pid)
  }

  /** Where its database can be asked. */
  get databaseUrl(): string {
    const socketFolder = this.#readPostmasterFile()[4] ?? ''
    return `postgres://rushes@localhost/rushes?host=${encodeURIComponent(socketFolder)}`
  }

  #readPostmasterFile(): string[] {
    try {
      return readFileSync(join(this.dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    } catch {
      return []
    }
  }

  /** Kills the service as a power cut does, and waits for the end of what started it. */
  async killService(): Promise<void> {
    const pid = this.findService()
    if (pid !== undefined) kill(pid, 'SIGKILL')
    else kill(-this.npmPid, 'SIGKILL')
    await this.#untilEnded()
  }

  killPostmaster(): void {
    const pid = this.findPostmaster()
    if (pid !== undefined) kill(pid, 'SIGKILL')
  }

  /** Signals npm alone and waits until nothing of the service is left; how long it took. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const begun = performance.now()
    kill(this.npmPid, signal)
    await this.#untilEnded()
    await until('no process is left', () => this.listProcesses().length === 0, 30_000)
    return performance.now() - begun
  }

  /** Ends whatever is left, so that a failed test leaves nothing. */
  async destroy(): Promise<void> {
    for (const { pid } of this.listProcesses()) kill(pid, 'SIGKILL')
    await until('no process is left', () => this.listProcesses().length === 0, 30_000)
  }

  /** Processes that belong to neither this start nor its database. */
  listOrphans(): FoundProcess[] {
    const processes = this.listProcesses()
    const postmaster = this.findPostmaster() ?? 0
    return processes.filter(
      ({ pid }) => !descendsFrom(processes, pid, this.npmPid) && !descendsFrom(processes, pid, postmaster),
    )
  }

  async #untilEnded(): Promise<void> {
    const npm = this.#npm
    if (npm && npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit')
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
