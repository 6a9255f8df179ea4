/** Requests that take long, which are under way while a node is ordered to stop. */

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A chunk of which half was sent. */
export interface SlowChunk {
  /** Sends the rest; gives the status of the answer. */
  finish(): Promise<number | undefined>
}

/** Begins to send a chunk to the location of an upload, at this address. */
export function beginChunk(base: string, location: string, position: number, bytes: Uint8Array): SlowChunk {
  const { pathname, search } = new URL(location)
  const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.length }
  const sending = request(`${base}${pathname}${search}&position=${position}`, { method: 'PUT', agent: false, headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  // `finish` throws it.
  answered.catch(() => {})
  const half = Math.ceil(bytes.length / 2)
  sending.write(bytes.subarray(0, half))
  return {
    async finish() {
      sending.end(bytes.subarray(half))
      const [answer] = await answered
      return answer.resume().statusCode
    },
  }
}

/** A file of which no byte was read. */
export interface SlowReader {
  /** Reads all of it. */
  finish(): Promise<Uint8Array>
}

/** Begins to fetch a file; resolves when it has been answered. */
export async function beginReading(link: string): Promise<SlowReader> {
  const asking = request(link, { agent: false }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { finish: () => buffer(answer) }
}

/** Whether a server at an address takes no connections any more. */
export function isClosed(url: string): Promise<boolean> {
  return fetch(url).then(
    async answer => {
      await answer.body?.cancel()
      return false
    },
    () => true,
  )
}
