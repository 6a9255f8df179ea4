/** The service as a process of its own, for tests that kill it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A port that nobody has. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the service and does not wait for anything. */
export function spawnService(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
  })
}

/** Starts the service; resolves when it has told where it is. */
export async function startProcess(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawnService(environment)
  for await (const text of child.stdout!.iterator({ destroyOnReturn: false })) {
    if (String(text).includes('Rushes is at')) break
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
