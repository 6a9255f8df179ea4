import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { openRequest, toFetchError, toResponse } from './http-request.ts'

/**
 * Like `fetch`, for calls whose answer may begin after more than the five minutes that it waits: a service that writes a
 * million rows is at work, not away. A body is a stream; an answer that comes before its end ends it. Throws what `fetch`
 * throws, and what the body throws.
 */
export const patientFetch: typeof fetch = (address, init = {}) => {
  const { body, signal } = init
  const request = openRequest(address, init)
  return new Promise((resolve, reject) => {
    const source = body instanceof Object ? Readable.fromWeb(body as NodeStream) : undefined
    request.on('error', cause => {
      source?.destroy()
      reject(toFetchError(cause, signal))
    })
    request.on('response', response => {
      if (source?.readableEnded === false) {
        source.unpipe(request)
        source.destroy()
        // It has no end, and nobody waits for one.
        response.once('close', () => request.destroy())
      }
      resolve(toResponse(response, Readable.toWeb(response) as ReadableStream))
    })
    source?.on('error', error => {
      reject(error)
      request.destroy()
    })
    if (source) source.pipe(request)
    else request.end()
  })
}
