import { createReadStream } from 'node:fs'
import { Agent, type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'

/** The bytes `[start, end)` of a file. */
export interface FileRange {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** What is sent: of known length, and readable again for another attempt. */
export type RequestBody = Uint8Array | string | FileRange

/** A file of this machine cannot be read, which is no fault of the store. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

/** A store that is silent for so long before its answer is given up. */
const defaultSilenceMs = 30_000
const readBytes = 1024 * 1024

/**
 * Sends requests over connections that are used again; gives the answer, whose body is to be read. A host that does not
 * take the connection, or the request, within `silenceMs` is given up.
 */
export function createExchange(silenceMs = defaultSilenceMs) {
  const plain = new Agent({ keepAlive: true })
  const secure = new SecureAgent({ keepAlive: true })

  return (
    url: URL,
    method: string,
    headers: Headers,
    body: RequestBody = '',
    signal?: AbortSignal,
  ): Promise<IncomingMessage> => {
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestSecurely : requestPlainly)(url, {
      method,
      agent: isSecure ? secure : plain,
      timeout: silenceMs,
      ...(signal && { signal }),
      headers: { ...Object.fromEntries(headers), 'content-length': measure(body) },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('error', reject).once('response', answer => {
        // From here on a slow reader is no fault of the store.
        request.setTimeout(0)
        resolve(answer)
      })
      request.once('timeout', () => request.destroy(new Error('the store does not answer')))
    })
    if (typeof body === 'string' || body instanceof Uint8Array) {
      request.end(body)
      return answered
    }
    const sent = pipeline(readRange(body), request)
    // A store that refuses may answer before it has taken everything.
    return Promise.race([answered, sent.then(() => answered)])
  }
}

async function* readRange({ path, start, end }: FileRange): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { start, end: end - 1, highWaterMark: readBytes })
  } catch (error) {
    throw new UnreadableFileError((error as Error).message, { cause: error })
  }
}

/** Its bytes. */
export function measure(body: RequestBody): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.length : body.end - body.start
}
