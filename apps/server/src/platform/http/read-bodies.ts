import type { IncomingMessage } from 'node:http'
import { FileBody, ServiceError } from '@rushes/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * How bodies are read: JSON strictly (UTF-8, no prototype members, nothing a database cannot hold), an empty one as
 * absent; forms into an object of texts; files that an endpoint names as they are; anything else stays a stream for
 * the use case that wants bytes.
 */
export function addBodyReaders(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  app.addContentTypeParser(
    ['application/json', 'application/json-patch+json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      try {
        const text = decode(body)
        if (text.trim() === '') return done(null, undefined)
        assertDepth(text)
        parseJson(request, text, (error, value) => {
          if (error) return done(new ServiceError('BadRequestError', 'The body is not valid JSON'))
          if (/\\u(0000|d[89ab])/i.test(text) && !isStorable(value)) {
            return done(new ServiceError('BadRequestError', 'The body holds characters that are not text'))
          }
          done(null, value)
        })
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer, done) => {
      try {
        done(null, Object.fromEntries(new URLSearchParams(decode(body))))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer, done) => {
    try {
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
      throw new ServiceError('UnsupportedMediaTypeError', 'This content type is not understood here')
    }
    return new FileBody(contentType, await readFile(request, payload, endpoint.bodyLimitBytes))
  })
}

async function readFile(request: FastifyRequest, payload: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new ServiceError('PayloadTooLargeError', `The body is larger than ${limitBytes} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // The connection stays open when we stop early, so that the refusal can be told.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Deepest nesting of a JSON body; what is deeper could exhaust the stack of whoever walks it. */
const deepestNesting = 100

function assertDepth(text: string): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = findEndOfString(text, at)
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > deepestNesting) {
      throw new ServiceError('BadRequestError', `The body is nested more than ${deepestNesting} levels deep`)
    }
  }
}

function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return text.length
}

function decode(body: Buffer): string {
  try {
    const text = decoder.decode(body)
    if (text.includes('\0')) throw new TypeError('NUL')
    return text
  } catch {
    throw new ServiceError('BadRequestError', 'The body is not valid UTF-8 text')
  }
}

/** Whether every text in a value is one that a database can hold: no NUL, no half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member))
}
