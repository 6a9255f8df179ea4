/** A proxy before a PostgreSQL server whose connections a test cuts, stalls and half-closes. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface CuttingProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  /** Cuts all connections. */
  cut(): void
  /** How many connections there are. */
  readonly open: number
  /** Cuts the one that began first. */
  cutOldest(): void
  /** Refuses new connections, until `pass`. */
  refuse(): void
  /** How many connections it has refused. */
  readonly refused: number
  /** Passes nothing on, in either direction, and closes nothing, until `pass`. */
  stall(): void
  /** Passes everything on. */
  pass(): void
  /** Ends the server's side of all connections; the client may still send. */
  halfClose(): void
  stop(): Promise<void>
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const open = () => (folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, target.hostname))
  const pairs = new Set<readonly [client: Socket, server: Socket]>()
  let refused = 0
  let state: 'passing' | 'stalled' | 'refusing' = 'passing'

  const proxy = createServer({ allowHalfOpen: true }, client => {
    if (state === 'refusing') {
      refused++
      return void client.destroy()
    }
    const server = open()
    const pair = [client, server] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [server, client]] as const) {
      from.on('error', () => {})
      from.pipe(to)
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (state === 'stalled') from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  const cutSome = (some: Iterable<readonly [client: Socket, server: Socket]>) => {
    for (const [client, server] of some) {
      client.destroy()
      server.destroy()
    }
  }
  const cut = () => cutSome([...pairs])
  return {
    url: url.href,
    get refused() {
      return refused
    },
    get open() {
      return pairs.size
    },
    cut,
    cutOldest: () => cutSome([...pairs].slice(0, 1)),
    refuse() {
      state = 'refusing'
    },
    stall() {
      state = 'stalled'
      for (const socket of [...pairs].flat()) socket.pause()
    },
    pass() {
      state = 'passing'
      for (const socket of [...pairs].flat()) socket.resume()
    },
    halfClose() {
      for (const [client] of pairs) client.end()
    },
    async stop() {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
