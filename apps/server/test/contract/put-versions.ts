/** That a PUT names the version that it replaces, in the contract and in the service. */

import { type Endpoint, errorTable } from '@rushes/contract'
import type { Answer } from '../security/calls/calls.ts'
import { sampleOf } from '../security/calls/samples.ts'

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

export function hasVersion({ body }: Endpoint): boolean {
  return (body as Shape | undefined)?.properties?.version !== undefined
}

function requiresVersion({ body }: Endpoint): boolean {
  return (body as Shape | undefined)?.required?.includes('version') === true
}

/**
 * PUTs of resources with a version whose bodies need not name it, and declared ones that need not be: one line for each.
 * `partial` are those whose body is not the resource, by their ids, with the reason.
 */
export function findUnversionedPuts(
  endpoints: readonly Endpoint[],
  partial: Readonly<Record<string, string>>,
): string[] {
  const lacking = endpoints
    .filter(endpoint => endpoint.method === 'PUT' && endpoint.versioned && !requiresVersion(endpoint))
    .map(({ id }) => id)
  return [
    ...lacking
      .filter(id => !(id in partial))
      .map(id => `${id}: the resource has a version; require it in the body, or say why not`),
    ...Object.keys(partial)
      .filter(id => !lacking.includes(id))
      .map(id => `${id} is no exception any more; remove it`),
    ...endpoints
      .filter(endpoint => endpoint.method === 'PUT' && hasVersion(endpoint))
      .filter(({ errors }) => !errors.includes('ConflictError'))
      .map(({ id }) => `${id}: the body has a version; declare ConflictError`),
  ]
}

type Send = (body: { version?: number }) => Promise<Pick<Answer, 'status' | 'error'>>

/** What is wrong with the comparison of versions by an endpoint; `send` sends it a body. */
export async function findVersionFaults(endpoint: Endpoint, send: Send): Promise<string[]> {
  const { id } = endpoint
  const body = sampleOf(endpoint) as Record<string, unknown>
  const stale = await send({ ...body, version: 999_999 })
  const stored = (stale.error?.data as { version?: unknown } | null | undefined)?.version
  if (stale.status !== errorTable.ConflictError.status) return [`${id} answers ${stale.status} to another version`]
  if (typeof stored !== 'number') return [`${id} does not say which version is stored`]
  const faults: string[] = []
  if (requiresVersion(endpoint)) {
    const { version: _version, ...unversioned } = body
    const { status } = await send(unversioned)
    if (status !== errorTable.BadRequestError.status) faults.push(`${id} answers ${status} without a version`)
  }
  const fresh = await send({ ...body, version: stored })
  if (fresh.status !== 200) faults.push(`${id} answers ${fresh.status} to the stored version`)
  const again = await send({ ...body, version: stored })
  if (again.status !== errorTable.ConflictError.status)
    faults.push(`${id} answers ${again.status} to a replaced version`)
  return faults
}
