import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a line does to one connection: nothing, cut it, or fall silent, after so many bytes towards the service. */
export type Fault = { afterBytes: number; fault: 'cut' | 'stall' } | undefined

/** A line between a client and a service on this machine; each connection has the next of the faults, then none. */
export interface RoughLine {
  readonly url: string
  /** Connections that met their fault. */
  readonly faulty: number
  /** Cuts whatever is connected now. */
  cut(): void
  stop(): Promise<void>
}

export async function startRoughLine(serviceUrl: string, faults: Fault[] = []): Promise<RoughLine> {
  const { hostname, port } = new URL(serviceUrl)
  const open = new Set<Socket>()
  let faulty = 0
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    const fault = faults.shift()
    let passed = 0
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket)).on('error', () => {})
    }
    near.on('data', bytes => {
      passed += bytes.length
      if (fault === undefined || passed < fault.afterBytes) return void far.write(bytes)
      faulty += 1
      if (fault.fault === 'cut') near.destroy()
      near.removeAllListeners('data')
      far.removeAllListeners('data')
      return undefined
    })
    far.on('data', bytes => near.write(bytes))
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get faulty() {
      return faulty
    },
    cut,
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
