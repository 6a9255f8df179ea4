/** What is asked for in a production, with what was delivered to each. */

import { listAll } from '@rushes/client'
import type { DeliveryRequest, DeliveryRequestSubmission, SubmissionStatus } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'

/** A request with its submissions, the newest first. */
export interface Asked {
  readonly request: DeliveryRequest
  readonly submissions: readonly DeliveryRequestSubmission[]
}

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

/** How far a request is: where its newest submission stands, or that there is none, or that it was cancelled. */
export function toState({ request, submissions }: Asked): SubmissionStatus | 'asked' | 'archived' {
  if (request.activeStatus === 'Archived') return 'archived'
  return submissions[0]?.submissionStatus ?? 'asked'
}

/** What people call a request. */
export function toName({ label, id }: DeliveryRequest): string {
  return label === undefined || label === '' ? `#${id}` : label
}

/** Until it is submitted, a submission may be changed. */
export function isEditable({ submissionStatus: status }: DeliveryRequestSubmission): boolean {
  return status === 'Open' || status === 'Draft' || status === 'DraftFailed'
}
