/** A proxy before a PostgreSQL server that counts how often it was ready for the next statement. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'

export interface CountingProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  readonly roundTrips: number
  stop(): Promise<void>
}

/** The type of the message `ReadyForQuery`. */
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
    let rest = Buffer.alloc(0)
    server.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data])
      // Each message: a byte for its type, then its length without that byte.
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        if (rest[0] === readyForQuery) roundTrips++
        rest = rest.subarray(1 + rest.readInt32BE(1))
      }
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
