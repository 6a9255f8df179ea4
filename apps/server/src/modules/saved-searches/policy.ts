import { brokenRule, malformed, missingRight, type SavedSearchParameters } from '@rushes/contract'
import { parseSearchParameters, QuerySyntaxError } from '@rushes/query'
import type { UserActor } from '../../platform/security/actor.ts'

/** Searches that one user may keep in one production. */
export const mostPerUser = 200
/** Longest parameters, as JSON, in UTF-16 code units. */
const longestParameters = 65_536

/** A search that everyone in the production has is not one person's own: it is changed by those who keep the library. */
export function assertMayShare(actor: UserActor): void {
  if (!actor.rights.has('LIBRARY_UPDATE_METADATA')) throw missingRight('LIBRARY_UPDATE_METADATA')
}

/** Throws a `BadRequestError` that says where the query language does not accept what is to be kept. */
export function assertSearchable(parameters: SavedSearchParameters): void {
  if (JSON.stringify(parameters).length > longestParameters) {
    throw brokenRule('/parameters', `is longer than ${longestParameters} characters`)
  }
  const texts = Object.entries(parameters).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])
  try {
    parseSearchParameters(Object.fromEntries(texts))
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    throw malformed(`/parameters/${error.parameter ?? 'q'}`, error.message)
  }
}

/** The name without space around it; throws a `ValidationError` where nothing is left. */
export function toName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw brokenRule('/name', 'must not be empty')
  return trimmed
}
