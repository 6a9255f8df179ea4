/** Watches the answers of a service in tests: an error that its endpoint does not declare is a fault of the contract. */

import { contract, type Endpoint, errorTable, listErrors } from '@rushes/contract'

/** Errors that any endpoint may answer, whatever it declares: of the line, of the body, of the service. */
const ofEveryEndpoint: ReadonlySet<number> = new Set([405, 406, 408, 413, 415, 429, 431])

/** In place of the global `fetch`: throws where an endpoint answers an error that it does not declare. */
export const fetchDeclared: typeof fetch = async (address, init) => {
  const response = await fetch(address, init)
  const { status } = response
  if (status < 400 || status >= 500 || ofEveryEndpoint.has(status)) return response
  const { pathname } = new URL(address instanceof Request ? address.url : address)
  const endpoint = findEndpoint(init?.method ?? 'GET', pathname)
  if (endpoint && !listErrors(endpoint).some(name => errorTable[name].status === status)) {
    throw new Error(`${endpoint.id} answers ${status}, which it does not declare`)
  }
  return response
}

/** Every path of the contract; those with fewer parameters come first, as the router has it. */
const routes = Object.values(contract)
  .flatMap((room): Endpoint[] => Object.values(room))
  .flatMap(endpoint => [endpoint.path, ...endpoint.aliases].map(path => ({ endpoint, path: path.split('/') })))
  .toSorted((a, b) => countParameters(a.path) - countParameters(b.path))

function countParameters(path: readonly string[]): number {
  return path.filter(part => part.includes('{')).length
}

function findEndpoint(method: string, pathname: string): Endpoint | undefined {
  const parts = pathname.split('/')
  return routes.find(({ endpoint, path }) => {
    const fits = (part: string, index: number) => part.includes('{') || part === parts[index]
    return endpoint.method === method && path.length === parts.length && path.every(fits)
  })?.endpoint
}
