/** When a call is made again, and how long the pause before it is. */

import { ServiceError } from '@rushes/contract'

const firstPauseMs = 250
const longestPauseMs = 10_000
/** A longer pause requested by the service is not waited for: the error is thrown. */
const longestToldPauseMs = 60_000

/** The way was bad, or the service asks to come back: nothing is known against the request itself. */
const passingStatuses = new Set([408, 429, 502, 503, 504])

/** An answer; its text has been read unless its bytes are the result. */
export interface Answer {
  readonly response: Response
  readonly text?: string
}

/** What came of one attempt: an answer, or the error of a way on which none came. */
export type Attempt = Answer | { readonly error: unknown }

/**
 * The pause in milliseconds before a call is made again; nothing when it is not. Only what cannot have changed anything
 * is repeated: reading calls, and whatever was refused with 429 before it was begun.
 */
export function findPause(method: string, attempt: Attempt, failures: number): number | undefined {
  const isSafe = method === 'GET' || method === 'HEAD'
  if ('error' in attempt) return isSafe ? toPause(failures) : undefined
  const { status, headers } = attempt.response
  if (!passingStatuses.has(status) || !(isSafe || status === 429)) return undefined
  const told = readRetryAfter(headers.get('retry-after'))
  if (told === undefined) return toPause(failures)
  return told <= longestToldPauseMs ? told : undefined
}

/** The arguments of a call make no request: a path parameter is missing. */
export class InputError extends TypeError {
  override name = 'InputError'
}

/** Whether the same would only fail again: it makes no request, or the service has refused it for good. */
export function isFinal(error: unknown): boolean {
  if (error instanceof InputError) return true
  return error instanceof ServiceError && error.status < 500 && !passingStatuses.has(error.status)
}

/** A random part of a time that doubles with each failure, so that many who failed together do not come back together. */
export function toPause(failures: number, longestMs = longestPauseMs): number {
  const most = Math.min(firstPauseMs * 2 ** (failures - 1), longestMs)
  return most / 2 + (Math.random() * most) / 2
}

/** `Retry-After` in milliseconds: a number of seconds, or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** Resolves after `ms`; rejects with the signal's reason when it is given up before. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** What a promise gives; rejects with the signal's reason when it is given up before. What was begun goes on. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
