import { Readable } from 'node:stream'
import { RawReply } from './raw-reply.ts'

const aliveEveryMs = 15_000
/** How soon an event source comes back after its connection was cut. */
const comeBackMs = 2000

/** An answer that waits takes its connection with it: kept alive, it would hold up the stop of the service. */
export const waiting = { connection: 'close' }

/** Server-sent events, each as text; comments keep the connection alive. */
export function toEventStream(
  events: AsyncGenerator<string, void, undefined>,
  watch: (stream: Readable) => Readable = stream => stream,
): RawReply {
  return new RawReply(
    200,
    {
      ...waiting,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that gather answers would hold the events back.
      'x-accel-buffering': 'no',
    },
    watch(toStream(`retry: ${comeBackMs}\n\n`, ': alive\n\n', events)),
  )
}

/** A stream of texts that says something now and then while there is nothing to say. */
export function toStream(opening: string, filler: string, texts: AsyncGenerator<string, void, undefined>): Readable {
  let wanted = Promise.withResolvers<void>()
  const stream = new Readable({ read: () => wanted.resolve(), encoding: 'utf8' })
  stream.push(opening)
  const timer = setInterval(() => stream.push(filler), aliveEveryMs)
  stream.once('close', () => {
    clearInterval(timer)
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
