import { Status, type StatusKind } from '../../design/status/status.tsx'
import type { RequestState } from '../standing.ts'
import { texts } from './messages.ts'

const kinds: Readonly<Record<RequestState, StatusKind>> = {
  asked: 'none',
  archived: 'none',
  Open: 'none',
  Draft: 'none',
  AwaitingProbe: 'info',
  AwaitingAutoValidation: 'info',
  AwaitingDelivery: 'info',
  AwaitingReview: 'review',
  Accepted: 'good',
  Rejected: 'danger',
  DraftFailed: 'danger',
  DeliveryFailed: 'danger',
}

/** How far a submission is, or a request without one. */
export function SubmissionState({ state }: { state: RequestState }) {
  return <Status kind={kinds[state]}>{texts(state)}</Status>
}
