/** JSON as it is read from outside: UTF-8, no prototype members, nothing that a database cannot hold. */

import { ServiceError } from '@rushes/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Media types that are read as JSON. */
export const jsonTypes = ['application/json', 'application/json-patch+json', 'application/merge-patch+json']

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A strict parser of one JSON text, which throws BadRequestError; how deep the text may nest is given beforehand. */
export function createJsonParser(app: FastifyInstance): (request: FastifyRequest, text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, text) => {
    let value: unknown
    parse(request, text, (error, parsed) => {
      if (error) throw notJson()
      value = parsed
    })
    if (/\\u(0000|d[89ab])/i.test(text) && !isStorable(value)) {
      throw new ServiceError('BadRequestError', 'The body holds characters that are not text')
    }
    return value
  }
}

export function notJson(): ServiceError {
  return new ServiceError('BadRequestError', 'The body is not valid JSON')
}

/** Deepest nesting of a JSON body; what is deeper could exhaust the stack of code that walks it. */
export const deepestNesting = 100

/** Throws BadRequestError. */
export function assertDepth(text: string): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = findEndOfString(text, at)
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > deepestNesting) throw tooDeep()
  }
}

export function tooDeep(): ServiceError {
  return new ServiceError('BadRequestError', `The body is nested more than ${deepestNesting} levels deep`)
}

function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return text.length
}

/** The text of bytes. Throws BadRequestError for what is no UTF-8, or holds a NUL. */
export function decode(body: Buffer): string {
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
