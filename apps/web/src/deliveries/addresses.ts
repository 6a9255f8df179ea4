import { getQuery } from '../platform/router.tsx'

/** The address of a request, or of one of its submissions; what narrows the list stays. */
export function toAddress(prId: number, shown: { request?: number; submission?: number }): string {
  const kept = ['show', 'q'].map(name => [name, getQuery(name)] as const)
  const query = new URLSearchParams(
    [...kept, ...Object.entries(shown)].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  return `/app/production/${prId}/deliveries${query.size > 0 ? `?${query}` : ''}`
}
