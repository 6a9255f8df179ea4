import { ServiceError } from '@rushes/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * How bodies are read: JSON strictly (UTF-8, no prototype members, nothing a database cannot hold), an empty one as
 * absent; forms into an object of texts; anything else stays a stream for the use case that wants bytes.
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
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined || endpoint.body === undefined || endpoint.bodyKind === 'bytes')
      return done(null, undefined)
    done(new ServiceError('UnsupportedMediaTypeError', 'This content type is not understood here'))
  })
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
