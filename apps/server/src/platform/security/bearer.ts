/** Addresses of bytes that need no header: signed, and good for as long as those they were made for have the right. */

import { ServiceError } from '@rushes/contract'
import type { Platform } from '../context.ts'
import type { Actor } from './actor.ts'
import { isSignedBy, sign } from './tokens.ts'

/** For whom an address was made. Its holder may do what this session may still do. */
export interface Bearer {
  readonly sessionId: number
  /** Absent for the visitor of a share. */
  readonly userId: number | undefined
}

/** The caller, to be written into an address: `session_user`. Throws UnauthorizedError for who has no session. */
export function formatBearer(actor: Actor): string {
  if (actor.kind === 'user') return `${actor.sessionId}_${actor.userId}`
  if (actor.kind === 'visitor') return `${actor.sessionId}_`
  throw new ServiceError('UnauthorizedError', 'A session is needed')
}

/** What is not a bearer is nobody's. */
export function parseBearer(text: string): Bearer {
  const [sessionId, userId] = /^\d+_\d*$/.test(text) ? text.split('_') : []
  return { sessionId: Number(sessionId ?? 0), userId: userId ? Number(userId) : undefined }
}

/** What is to be signed for each reader. */
export interface UnsignedAddress {
  /** What it gives: names in the path may change. */
  readonly subject: string
  readonly path: string
  /** In epoch milliseconds. */
  readonly expires: number
}

export function isUnsignedAddress(value: unknown): value is UnsignedAddress {
  const { subject, path, expires } = (value ?? {}) as Record<string, unknown>
  return typeof subject === 'string' && typeof path === 'string' && typeof expires === 'number'
}

/** An address for this caller. */
export function signAddress(
  { publicUrl, secret }: Platform,
  actor: Actor,
  { subject, path, expires }: UnsignedAddress,
): string {
  const bearer = formatBearer(actor)
  const signature = sign(secret, toSignedText(subject, bearer, expires))
  return `${publicUrl}${path}?${new URLSearchParams({ expires: String(expires), bearer, signature })}`
}

/** What the query of such an address has. */
export interface AddressQuery {
  readonly expires?: string | undefined
  readonly bearer?: string | undefined
  readonly signature?: string | undefined
}

/** For whom the address was made, and how long it is good. Throws ForbiddenError when it is forged or has expired. */
export function openAddress(
  { secret, clock }: Platform,
  subject: string,
  { expires = '', bearer = '', signature = '' }: AddressQuery,
): { bearer: Bearer; remainingMs: number } {
  if (!isSignedBy(secret, toSignedText(subject, bearer, expires), signature)) {
    throw new ServiceError('ForbiddenError', 'This link was not made by this service')
  }
  const remainingMs = Number(expires) - clock.now()
  if (remainingMs <= 0) throw new ServiceError('ForbiddenError', 'This link has expired; ask for a new one')
  return { bearer: parseBearer(bearer), remainingMs }
}

function toSignedText(subject: string, bearer: string, expires: number | string): string {
  return `${subject}:${bearer}:${expires}`
}
