/** A proxy before a PostgreSQL server that counts how often somebody waits for an answer. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'

export interface CountingProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  /** Statements that are sent together, before the first is answered, are one. */
  readonly roundTrips: number
  stop(): Promise<void>
}

/** Messages after which the server answers that it is ready: `Sync` and `Query`; and that answer, `ReadyForQuery`. */
const asking = [...'SQ'].map(type => type.charCodeAt(0))
const readyForQuery = 'Z'.charCodeAt(0)

export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  let roundTrips = 0
  const proxy = createServer(client => {
    const server = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, target.hostname)
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
    let unanswered = 0
    // What a connection begins with has no type.
    const fromClient = createReader(true)
    const fromServer = createReader(false)
    client.on('data', data => {
      for (const type of fromClient(data)) {
        if (!asking.includes(type)) continue
        if (unanswered === 0) roundTrips++
        unanswered++
      }
    })
    server.on('data', data => {
      for (const type of fromServer(data)) if (type === readyForQuery) unanswered = Math.max(0, unanswered - 1)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    get roundTrips() {
      return roundTrips
    },
    async stop() {
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Reads a stream of messages; gives the types of those that each piece completes. */
function createReader(hasStartup: boolean): (data: Buffer | string) => number[] {
  let rest = Buffer.alloc(0)
  let isStartup = hasStartup
  return data => {
    rest = Buffer.concat([rest, Buffer.from(data)])
    const types: number[] = []
    for (;;) {
      // Each message: a byte for its type, then its length without that byte.
      const typeBytes = isStartup ? 0 : 1
      if (rest.length < typeBytes + 4) return types
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return types
      if (!isStartup) types.push(rest[0]!)
      isStartup = false
      rest = rest.subarray(length)
    }
  }
}
