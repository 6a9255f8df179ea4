/** A thread of callers: each calls again and again until nothing listens, and says how often it was answered. */

import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export interface Caller {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly keepAlive: boolean
  readonly pauseMs: number
}

export interface Calls {
  readonly count: number
  /** What failed but for the last call, which nobody took. */
  readonly failures: readonly string[]
}

async function call(port: number, { method, path, keepAlive, pauseMs }: Caller): Promise<Calls> {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const failures: string[] = []
  for (let count = 0; ; count++) {
    const outcome = await new Promise<string | undefined>(resolve => {
      const headers = { 'content-type': 'application/json' }
      request({ host: '127.0.0.1', port, path, method, agent, headers }, answer => {
        answer.resume().on('end', () => resolve(undefined))
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end(method === 'POST' ? '{"a":1}' : undefined)
    })
    if (outcome === 'ECONNREFUSED') {
      agent.destroy()
      return { count, failures }
    }
    if (outcome !== undefined) failures.push(`${method} ${path}: ${outcome}`)
    await delay(pauseMs)
  }
}

if (parentPort) {
  const { port, callers } = workerData as { port: number; callers: readonly Caller[] }
  const calls = callers.map(caller => call(port, caller))
  parentPort.postMessage(await Promise.all(calls))
}
