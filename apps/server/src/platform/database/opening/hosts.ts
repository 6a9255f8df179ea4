/**
 * Addresses of a database that has several hosts, one of which accepts writes: a primary and its standbys, as libpq writes
 * them (`postgres://user@a:5432,b:5432/rushes?target_session_attrs=read-write`). The driver knows one host.
 */

import { Client, type ClientConfig } from 'pg'
import { isReadOnlyError } from '../availability/outage.ts'

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/
const attribute = 'target_session_attrs'

/** What `target_session_attrs` may be: a service writes. */
export const writableAttributes: readonly string[] = ['read-write', 'primary']

/** The address once for each host, in order, as the driver reads it. */
export function listHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const [path = '', query = ''] = after.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete(attribute)
  const end = parameters.size === 0 ? path : `${path}?${parameters}`
  return hosts.split(',').map(host => `${before}${host}${end}`)
}

/** Connects to the database at `url`: of several hosts to the first that accepts writes. Throws what the last one answers. */
export async function connectTo(url: string, settings: ClientConfig, onLost: (error: Error) => void): Promise<Client> {
  const Writing = createClientClass(url)
  for (let left = listHosts(url).length; ; left -= 1) {
    const client = new Writing({ connectionString: url, ...settings })
    client.on('error', onLost)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (left === 1) throw error
    }
  }
}

/**
 * Clients of the database at `url`. Of several hosts each client connects to the one that accepted writes last; where that
 * fails, or writes are refused, the next client tries the next host.
 */
export function createClientClass(url: string): typeof Client {
  const hosts = listHosts(url)
  if (hosts.length === 1) return Client
  let current = 0
  return class extends Client {
    readonly #place = current

    constructor(config?: string | ClientConfig) {
      super({ ...(typeof config === 'object' ? config : {}), connectionString: hosts[current] })
      // The pool listens once it is connected. What ends before that, or while it asks, rejects the connection instead.
      this.on('error', () => {})
      // A primary that was made a standby has the connections that it had.
      this.connection.on('errorMessage', error => {
        if (!isReadOnlyError(error)) return
        this.#leave()
        setImmediate(() => this.connection.stream.destroy())
      })
    }

    override connect(): Promise<Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
      const connected = this.#connectToWrite()
      if (!callback) return connected
      connected.then(() => callback(undefined as never), callback)
      return undefined
    }

    async #connectToWrite(): Promise<Client> {
      try {
        await super.connect()
        const { rows } = await this.query<{ writable: boolean }>(
          `select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as writable`,
        )
        if (!rows[0]?.writable) throw new Error('the server accepts no writes')
        return this
      } catch (error) {
        this.#leave()
        this.connection.stream.destroy()
        throw error
      }
    }

    #leave(): void {
      if (current === this.#place) current = (current + 1) % hosts.length
    }
  }
}
