/**
 * Entity tags (RFC 9110, 8.8.3) and the requests that name them (13.1).
 *
 *     ETag: "17-Yk3q…"     the version, and a digest of the very answer
 *
 * A GET compares the whole tag, since what an answer includes can change while the version stays. A change compares the
 * version alone, and `"17"` is enough.
 */

import { hash } from 'node:crypto'
import { type Endpoint, isConditional, malformed } from '@rushes/contract'
import type { FastifyRequest } from 'fastify'
import { Precondition, preconditionFailed } from './precondition.ts'

/** `W/` before a tag: it names what is equivalent, which is too little for a change. */
interface NamedTag {
  readonly opaque: string
  readonly isWeak: boolean
}

/** What one of the two fields names: anything that exists, or these tags. */
type Named = '*' | readonly NamedTag[]

/** The entity tag of an answer about a resource of this version. */
export function toEntityTag(version: number, answer: string | Uint8Array): string {
  return `"${version}-${hash('sha1', answer, 'base64url')}"`
}

/** Whether a GET names the answer that it would get: "the origin server MUST … generate a 304 (Not Modified)". */
export function isUnchanged(request: FastifyRequest, entityTag: string): boolean {
  const named = readNamed(request, 'if-none-match')
  if (named === undefined) return false
  // "A recipient MUST use the weak comparison function": `W/` makes no difference.
  return named === '*' || named.some(tag => `"${tag.opaque}"` === entityTag)
}

/**
 * What a request says of the version that its change is to find. Throws PreconditionFailedError for one that names a
 * version of what has none: no representation matches.
 */
export function readPrecondition(request: FastifyRequest, endpoint: Endpoint): Precondition | undefined {
  if (endpoint.method === 'GET' || endpoint.method === 'HEAD') return undefined
  const [wanted, unwanted] = [readNamed(request, 'if-match'), readNamed(request, 'if-none-match')]
  if (!isConditional(endpoint)) {
    if (wanted !== undefined && wanted !== '*') throw preconditionFailed(undefined)
    return undefined
  }
  if (wanted === undefined && unwanted === undefined) return undefined
  return new Precondition(
    version =>
      (wanted === undefined || isNamed(wanted, version, 'strong')) &&
      (unwanted === undefined || !isNamed(unwanted, version, 'weak')),
  )
}

function isNamed(named: Named, version: number | undefined, comparison: 'strong' | 'weak'): boolean {
  if (version === undefined) return false
  if (named === '*') return true
  return named.some(tag => (comparison === 'weak' || !tag.isWeak) && tag.opaque.split('-', 1)[0] === String(version))
}

/** A list of entity tags; a tag may contain commas. */
const entityTag = /\s*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*(?:,|$)/y

function readNamed(request: FastifyRequest, field: 'if-match' | 'if-none-match'): Named | undefined {
  const text = request.headers[field]
  if (text === undefined) return undefined
  if (text.trim() === '*') return '*'
  const tags: NamedTag[] = []
  entityTag.lastIndex = 0
  while (entityTag.lastIndex < text.length) {
    const match = entityTag.exec(text)
    if (!match) throw malformed(field, 'must be * or a list of entity tags between quotes')
    tags.push({ opaque: match[2]!, isWeak: match[1] !== undefined })
  }
  return tags
}
