import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const password = 'a password for measuring'

/** A process under measurement. */
export interface Started {
  url: string
  pid: number
  stop(): Promise<void>
}

/** A service on a data folder, with the milliseconds until it was ready and the parts it reports. */
export interface StartedService extends Started {
  readyMs: number
  parts: Record<string, number>
}

export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'rushes-bench-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/** Starts the service as a person would, and waits until it says that it is ready. */
export async function startService(dataDir: string, environment: Record<string, string> = {}): Promise<StartedService> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      RUSHES_PORT: String(port),
      RUSHES_DATA: dataDir,
      RUSHES_ADMIN_PASSWORD: password,
      RUSHES_RATE_LIMIT: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let parts: Record<string, number> = {}
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(line => line.includes('"started"'))) parts = readParts(line)
  })
  await waitUntilReady(url, child)
  const readyMs = performance.now() - begun
  return {
    url,
    pid: child.pid!,
    readyMs,
    // Told in the log, which may come after the service is ready.
    get parts() {
      return parts
    },
    stop: () => stop(child),
  }
}

function readParts(line: string): Record<string, number> {
  const entries = Object.entries(JSON.parse(line) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => entry[0].endsWith('Ms')))
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error('the service did not start')
}

/** Starts a reference server: a program of `references` that takes a port first, and says when it listens. */
export async function startReference(program: string, ...args: string[]): Promise<Started> {
  const port = await findFreePort()
  const child = fork(fileURLToPath(new URL(`../references/${program}`, import.meta.url)), [String(port), ...args])
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => stop(child) }
}

/** What a process has taken of the processors so far; a hundredth of a second is the unit of the kernel. */
export async function readProcessorMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
