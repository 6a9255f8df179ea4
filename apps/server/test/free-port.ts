import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux gives to outgoing connections and to those who ask for any: from 32768 on. */
const firstPort = 20_000
const portsPerWorker = 100
const maxWorkers = 127

/** Number of this test process among those of the run, which do not share ports. */
const { RUSHES_TEST_WORKER: worker } = process.env
const block = worker === undefined ? process.pid : toWorker(worker)
/** Processes that nobody has numbered begin at different places of a block. */
let taken = worker === undefined ? Math.floor(process.pid / maxWorkers) : 0

/**
 * A port that nobody listens at, and that neither another test nor any connection takes before a server listens there, or
 * after the server was killed.
 */
export async function findFreePort(): Promise<number> {
  const first = firstPort + portsPerWorker * (block % maxWorkers)
  for (let tries = 0; tries < portsPerWorker; tries++) {
    const port = first + (taken++ % portsPerWorker)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${first} to ${first + portsPerWorker - 1}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

function toWorker(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`RUSHES_TEST_WORKER: ${text} is not a number`)
  return number
}
