/** What a refusal of the service says of which value. */

import { type Fault, ServiceError } from '@rushes/contract'

/** The faults that a refusal names; none for other errors. */
export function listFaults(error: unknown): readonly Fault[] {
  if (!(error instanceof ServiceError) || !Array.isArray(error.data)) return []
  return error.data.filter(isFault)
}

function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value
}

/** Whether the place is this one, or lies in it; both are JSON Pointers. */
export function liesIn(place: string, pointer: string): boolean {
  return place === pointer || place.startsWith(`${pointer}/`)
}

/** The pointer of a member whose name may hold any character. */
export function toPointer(...names: readonly (string | number)[]): string {
  return names.map(name => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
