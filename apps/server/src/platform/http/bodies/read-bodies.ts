import type { IncomingMessage } from 'node:http'
import { type BodyKind, FileBody, ServiceError } from '@rushes/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertDepth, createJsonParser, decode, jsonTypes } from './parse-json.ts'

/**
 * How bodies are read: JSON strictly (UTF-8, no prototype members, nothing a database cannot hold), an empty one as
 * absent; forms into an object of texts; files that an endpoint names as they are; anything else stays a stream for
 * the use case that wants bytes.
 */
export function addBodyReaders(app: FastifyInstance): void {
  const parseJson = createJsonParser(app)
  app.removeAllContentTypeParsers()

  app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    try {
      const text = decode(body)
      if (text.trim() === '') return done(null, undefined)
      assertDepth(text)
      done(null, parseJson(request, text))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      try {
        // Many clients call a body so that is not there.
        if (body.length === 0) return done(null, undefined)
        assertKind(request, 'form or json')
        done(null, Object.fromEntries(new URLSearchParams(decode(body))))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    try {
      assertKind(request, 'text')
      done(null, decode(body))
    } catch (error) {
      done(error as Error)
    }
  })
  // Bytes are not read here: the use case takes them from the request as they come.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined || endpoint.body === undefined || endpoint.bodyKind === 'bytes') return undefined
    const contentType = request.headers['content-type'] ?? ''
    const [mediaType = ''] = contentType.toLowerCase().split(';', 1)
    if (!endpoint.fileTypes.includes(mediaType.trim())) {
      throw notUnderstood()
    }
    return new FileBody(contentType, await readFile(request, payload, endpoint.bodyLimitBytes))
  })
}

/** A form, and a plain text, are taken where the endpoint says so: anywhere else they would be taken for JSON. */
function assertKind(request: FastifyRequest, kind: BodyKind): void {
  const { endpoint } = request.routeOptions.config
  if (endpoint?.body !== undefined && endpoint.bodyKind !== kind) throw notUnderstood()
}

function notUnderstood(): ServiceError {
  return new ServiceError('UnsupportedMediaTypeError', 'This content type is not supported')
}

async function readFile(request: FastifyRequest, payload: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of readWithin(request, payload, limitBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The bytes of a body as they come. Throws PayloadTooLargeError. */
export async function* readWithin(
  request: FastifyRequest,
  payload: IncomingMessage,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  const tooLarge = () => new ServiceError('PayloadTooLargeError', `The body is larger than ${limitBytes} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  let size = 0
  // The connection stays open when we stop early, so that the refusal can be sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limitBytes) throw tooLarge()
    yield chunk
  }
}
