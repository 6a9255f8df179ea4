import { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Hints between the parts of the service, in this process and (through NOTIFY) in others. A hint may be lost: listeners also poll. */
export interface Signals {
  emit(name: string): void
  on(name: string, listener: () => void): () => void
  stop(): Promise<void>
}

/** Emitted in this process when hints of others may have been lost: their connection broke, and when it is back. */
export const lostHints = 'lost hints'

const channel = 'rushes'
const gatherMs = 5
const reconnectMs = 1000

/**
 * Signals over the database; a process that is alone on it notifies nobody else. NOTIFY is sent after the commit and
 * gathered, since inside each transaction it makes committers wait for each other (a third of the writes, measured).
 */
export function createSignals(pool: Pool, log: Logger, isAlone: boolean): Signals {
  const emitter = new EventEmitter().setMaxListeners(0)
  const origin = crypto.randomUUID()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let listener: PoolClient | undefined
  let reconnect: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    timer = undefined
    const names = [...waiting]
    waiting.clear()
    await pool
      .query("select pg_notify($1, $2 || ':' || name) from unnest($3::text[]) as name", [channel, origin, names])
      .catch(error => log.warn({ err: error }, 'could not notify other processes'))
  }

  let isBroken = false

  async function listen(): Promise<void> {
    if (stopped) return
    try {
      const client = await pool.connect()
      if (stopped) return client.release(true)
      listener = client
      client.on('notification', message => {
        const [from, name] = message.payload?.split(':') ?? []
        if (from !== origin && name) emitter.emit(name)
      })
      client.on('end', retry)
      client.on('error', retry)
      await client.query(`listen ${channel}`)
      if (isBroken) emitter.emit(lostHints)
      isBroken = false
    } catch (error) {
      log.warn({ err: error }, 'could not listen to other processes')
      retry()
    }
  }

  function retry(): void {
    if (stopped || reconnect) return
    isBroken = true
    emitter.emit(lostHints)
    listener?.release(true)
    listener = undefined
    reconnect = setTimeout(() => {
      reconnect = undefined
      void listen()
    }, reconnectMs)
  }

  if (!isAlone) void listen()
  return {
    emit(name) {
      emitter.emit(name)
      if (stopped || isAlone) return
      waiting.add(name)
      timer ??= setTimeout(flush, gatherMs)
    },
    on(name, listener) {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
    async stop() {
      stopped = true
      clearTimeout(reconnect)
      if (timer) {
        clearTimeout(timer)
        await flush()
      }
      listener?.release(true)
    },
  }
}
