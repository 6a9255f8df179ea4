/**
 * Watches the answers of a service in tests: an error that its endpoint does not declare, and an answer without a member
 * that its shape requires, is a fault of the contract.
 */

import { contract, type Endpoint, errorTable, listErrors } from '@rushes/contract'
import { findMissingMembers } from './required-members.ts'

/** Errors that any endpoint may answer, whatever it declares: of the line, of the body, of the service. */
const ofEveryEndpoint: ReadonlySet<number> = new Set([405, 406, 408, 413, 415, 429, 431])

/** In place of the global `fetch`: throws where an endpoint answers what it does not declare. */
export const fetchDeclared: typeof fetch = async (address, init) => {
  const response = await fetch(address, init)
  const { status } = response
  if (status >= 500 || ofEveryEndpoint.has(status)) return response
  const { pathname } = new URL(address instanceof Request ? address.url : address)
  const endpoint = findEndpoint(init?.method ?? 'GET', pathname)
  if (response.ok) await assertWhole(endpoint, response)
  else if (endpoint && status >= 400 && !listErrors(endpoint).some(name => errorTable[name].status === status)) {
    const told = await response.text()
    throw new Error(`${endpoint.id} answers ${status}, which it does not declare: ${told}`)
  }
  return response
}

async function assertWhole(endpoint: Endpoint | undefined, response: Response): Promise<void> {
  const { headers } = response
  // An answer without a length is written while it is read, and may be left before its end.
  if (!endpoint?.result || !headers.has('content-length')) return
  if (headers.get('content-type')?.startsWith('application/json') !== true) return
  const missing = findMissingMembers(endpoint.result, await response.clone().json())
  if (missing.length > 0) throw new Error(`${endpoint.id} answers without ${missing.join(', ')}`)
}

/** Every path of the contract; those with fewer parameters come first, as the router has it. */
const routes = Object.values(contract)
  .flatMap((module): Endpoint[] => Object.values(module))
  .flatMap(endpoint => [endpoint.path, ...endpoint.aliases].map(path => ({ endpoint, path: path.split('/') })))
  .toSorted((a, b) => countParameters(a.path) - countParameters(b.path))

function countParameters(path: readonly string[]): number {
  return path.filter(part => part.includes('{')).length
}

export function findEndpoint(method: string, pathname: string): Endpoint | undefined {
  const parts = pathname.split('/')
  return routes.find(({ endpoint, path }) => {
    const fits = (part: string, index: number) => part.includes('{') || part === parts[index]
    return endpoint.method === method && path.length === parts.length && path.every(fits)
  })?.endpoint
}
