import { Readable } from 'node:stream'
import { repeat } from '../../background/repeat.ts'
import { RawReply } from './raw-reply.ts'

const aliveEveryMs = 15_000
/** How soon an event source comes back after its connection was cut. */
const comeBackMs = 2000

/** An answer that waits takes its connection with it: kept alive, it would hold up the stop of the service. */
export const waiting = { connection: 'close' }

const headers = {
  ...waiting,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies that gather answers would hold the events back.
  'x-accel-buffering': 'no',
}
const opening = `retry: ${comeBackMs}\n\n`
const filler = ': alive\n\n'

/** Server-sent events, each as text; comments keep the connection alive. */
export function toEventStream(events: AsyncGenerator<string, void, undefined>): RawReply {
  return new RawReply(200, headers, toStream(opening, filler, events))
}

/** Where server-sent events are written that do not wait for their reader. */
export interface EventWriter {
  /** Aborted when the reader has gone or was closed. */
  readonly signal: AbortSignal
  /** Sends messages at once. A reader that has left too many bytes unread is closed: it resumes where it was. */
  send(messages: string | Uint8Array): void
  /** Resolves when what was sent has been taken, or the reader is gone; one that takes nothing for too long is closed. */
  drained(): Promise<void>
}

/** What a reader may leave unread. */
export interface ReaderLimits {
  readonly maxUnreadBytes: number
  readonly maxStallMs: number
}

const readerLimits: ReaderLimits = { maxUnreadBytes: 2 ** 20, maxStallMs: 30_000 }

/** Server-sent events written by `write`, which rejects to close the stream; otherwise it ends with `stopping`. */
export function toWrittenEventStream(
  stopping: AbortSignal,
  write: (writer: EventWriter) => Promise<void>,
  { maxUnreadBytes, maxStallMs }: ReaderLimits = readerLimits,
): RawReply & { readonly body: Readable } {
  const gone = new AbortController()
  let wanted = Promise.withResolvers<void>()
  let isWanted = true
  const stream = new Readable({
    read() {
      isWanted = true
      wanted.resolve()
    },
  })
  const send = (messages: string | Uint8Array) => {
    if (gone.signal.aborted) return
    if (stream.readableLength > maxUnreadBytes) {
      close(new Error('the reader of a stream of events is too slow'))
    } else if (!stream.push(messages)) {
      isWanted = false
    }
  }
  const stopFilling = repeat(aliveEveryMs, () => send(filler))
  const leave = () => {
    stopFilling()
    stopping.removeEventListener('abort', end)
    gone.abort()
    wanted.resolve()
  }
  const end = () => {
    leave()
    stream.push(null)
  }
  const close = (error: Error) => {
    leave()
    stream.destroy(error)
  }
  stream.once('close', leave)
  const writer: EventWriter = {
    signal: gone.signal,
    send,
    async drained() {
      if (isWanted || gone.signal.aborted) return
      wanted = Promise.withResolvers()
      const timer = setTimeout(
        () => stream.destroy(new Error('the reader of a stream of events has stalled')),
        maxStallMs,
      )
      await wanted.promise
      clearTimeout(timer)
    },
  }
  send(opening)
  if (stopping.aborted) end()
  stopping.addEventListener('abort', end)
  write(writer).catch(close)
  return { status: 200, headers, body: stream }
}

/** A stream of texts that says something now and then while there is nothing to say. */
export function toStream(opening: string, filler: string, texts: AsyncGenerator<string, void, undefined>): Readable {
  let wanted = Promise.withResolvers<void>()
  const stream = new Readable({ read: () => wanted.resolve(), encoding: 'utf8' })
  stream.push(opening)
  const stopFilling = repeat(aliveEveryMs, () => stream.push(filler))
  stream.once('close', () => {
    stopFilling()
    wanted.resolve()
    texts.return().catch(() => {})
  })
  async function send(): Promise<void> {
    for await (const text of texts) {
      if (stream.destroyed) return
      if (stream.push(text)) continue
      // A reader that is slow keeps the rest where it is.
      wanted = Promise.withResolvers()
      await wanted.promise
    }
    if (!stream.destroyed) stream.push(null)
  }
  send().catch(error => stream.destroy(error))
  return stream
}
