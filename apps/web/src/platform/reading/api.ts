/** The one client of the pages: signed in by a cookie that scripts cannot read, or a visitor by the token of a share. */

import { type Client, createClient } from '@rushes/client'
import { ServiceError } from '@rushes/contract'
import { texts } from '../../design/messages.ts'

export const baseUrl = '/api'

/** Calls as the user whose cookie the browser holds. */
export const api: Client = createClient({ baseUrl })

/** Calls with this token instead. */
export function createTokenClient(token: string): Client {
  return createClient({ baseUrl, token })
}

/** What a person reads about an error: the service's own sentence where there is one. */
export function toMessage(error: unknown): string {
  if (isCutOff(error)) return texts('offline')
  if (error instanceof ServiceError) return error.message
  return error instanceof Error ? error.message : String(error)
}

/** Whether a request got no answer: browsers describe that in words of their own. */
export function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && /^(Failed to fetch|Load failed|NetworkError|network error)/i.test(error.message)
}

export function isRefusal(error: unknown, ...types: ServiceError['type'][]): boolean {
  return error instanceof ServiceError && types.includes(error.type)
}
