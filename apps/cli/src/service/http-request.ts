/** Replaces `fetch`, which times out too early and copies too much: its requests and answers on `node:http`. */

import * as http from 'node:http'
import * as https from 'node:https'

/** A request as `fetch` would send it, but for its body, which is still to be written. */
export function openRequest(
  address: string | URL | Request,
  { method = 'GET', headers, signal }: RequestInit,
  bodyHeaders: Readonly<Record<string, string>> = {},
): http.ClientRequest {
  const url = new URL(String(address))
  const { request } = url.protocol === 'https:' ? https : http
  return request(url, {
    method,
    headers: { ...Object.fromEntries(new Headers(headers)), ...bodyHeaders },
    ...(signal && { signal }),
  })
}

/** What `fetch` throws where a request failed. */
export function toFetchError(cause: unknown, signal: AbortSignal | null | undefined): unknown {
  return signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause })
}

const bodiless = new Set([204, 205, 304])

/** What `fetch` answers. */
export function toResponse(incoming: http.IncomingMessage, body: string | ReadableStream): Response {
  const { statusCode: status = 0 } = incoming
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(bodiless.has(status) ? null : body, { status, headers })
}
