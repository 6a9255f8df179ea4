/** The service as a process of its own, for tests that kill it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@rushes/client'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { findFreePort } from './free-port.ts'
import { adminPassword } from './scene/first-user.ts'
import { within } from './until.ts'

export { findFreePort }

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** What a Node process needs of ours; compiled code that another one has left saves half of its start. */
const { PATH, NODE_COMPILE_CACHE } = process.env
export const programEnvironment = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }

/** Starts the service and does not wait for anything. */
export function spawnService(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...programEnvironment,
      NODE_ENV: 'test',
      RUSHES_RATE_LIMIT: 'off',
      RUSHES_DRAIN_SECONDS: '0',
      ...environment,
    },
  })
}

/** Starts the service; resolves when it has told where it is. */
export async function startProcess(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawnService(environment)
  const untilServing = async () => {
    for await (const text of child.stdout!.iterator({ destroyOnReturn: false })) {
      if (String(text).includes('Rushes is at')) return
    }
  }
  try {
    await within('the service says where it is', untilServing())
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  child.stdout!.resume()
  return child
}

/** Ends a process by a signal, and waits for its end. */
export async function endProcess(child: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** A service on a database and in a folder of its own, which a test kills and starts again at the same address. */
export interface KillableService {
  readonly database: TestDatabase
  readonly dataDir: string
  readonly url: string
  /** Of the process, while it runs. */
  readonly pid: number
  /** Starts it and signs in as the first user. */
  start(): Promise<Client>
  /** As a power cut does it: no signal that the process could act upon. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function openKillable(environment: Record<string, string> = {}): Promise<KillableService> {
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'rushes-killed-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  return {
    database,
    dataDir,
    url,
    get pid() {
      return child!.pid!
    },
    async start() {
      child = await startProcess({
        RUSHES_PORT: String(port),
        RUSHES_DATA: dataDir,
        RUSHES_DATABASE_URL: database.url,
        RUSHES_ADMIN_PASSWORD: adminPassword,
        ...environment,
      })
      const login = { username: 'admin', password: adminPassword }
      const { token } = await createClient({ baseUrl: url }).authentication.login({ body: login })
      return createClient({ baseUrl: url, ...(token === undefined ? {} : { token }) })
    },
    kill: () => endProcess(child, 'SIGKILL'),
    async stop() {
      await endProcess(child, 'SIGTERM')
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A production of the first user's own account, and that account. */
export async function createOwnProduction(api: Client): Promise<{ accountId: number; prId: number }> {
  const me = await api.authentication.getCurrentUser()
  const accountId = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
  const { id: prId } = await api.productions.createProduction({ body: { accountId, name: 'Crash' } })
  return { accountId, prId }
}
