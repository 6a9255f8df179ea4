/** What is asked for in a production, with what was delivered to each, and the people who did it. */

import { listAll } from '@rushes/client'
import { api } from '../platform/reading/api.ts'
import type { Asked } from './standing.ts'

export async function loadDeliveries(prId: number, signal: AbortSignal): Promise<Asked[]> {
  const query = { includeEditorialObject: true }
  const [requests, submissions] = await Promise.all([
    Array.fromAsync(listAll(api.delivery.listDeliveryRequests, { prId, query, signal }, 500)),
    Array.fromAsync(listAll(api.delivery.listSubmissions, { prId, signal }, 500)),
  ])
  const byRequest = Map.groupBy(submissions, ({ deliveryRequestId }) => deliveryRequestId)
  return requests.map(request => ({
    request,
    submissions: (byRequest.get(request.id) ?? []).toSorted(
      (a, b) => (b.submissionVersion ?? 0) - (a.submissionVersion ?? 0),
    ),
  }))
}

/** The names of the people of a production by their ids; others have left, or are not of its team. */
export type People = ReadonlyMap<number, string>

export async function loadPeople(prId: number): Promise<People> {
  const team = await Array.fromAsync(listAll(api.productions.listParticipants, { prId }, 500))
  return new Map(
    team.filter(({ type }) => type !== 'UNREGISTERED').map(({ id, fullName, username }) => [id, fullName ?? username]),
  )
}
