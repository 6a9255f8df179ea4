import { openRequest, toFetchError, toResponse } from '../service/http-request.ts'

/** A connection without progress for this long is dead; its chunk is sent again. */
const longestSilenceMs = 60_000

/**
 * In place of `fetch` for requests that bring bytes: it sends them from where they lie, where `fetch` copies them twice,
 * which costs as much as everything else together. Throws what `fetch` throws; other requests are its own.
 */
export function createByteSender(silenceMs = longestSilenceMs): typeof fetch {
  return async (address, init = {}) => {
    const { body, signal } = init
    if (!(body instanceof Uint8Array)) return fetch(address, init)
    return new Promise<Response>((resolve, reject) => {
      const fail = (cause: unknown) => reject(toFetchError(cause, signal))
      const outgoing = openRequest(address, init, { 'content-length': String(body.length) })
      outgoing.on('response', incoming => {
        // The answer to a chunk is short.
        const text = incoming.setEncoding('utf8').toArray()
        text.then(parts => resolve(toResponse(incoming, parts.join(''))), fail)
      })
      outgoing.on('error', fail)
      outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('the line fell silent')))
      outgoing.end(body)
    })
  }
}
