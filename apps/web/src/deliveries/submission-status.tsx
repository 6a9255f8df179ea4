import { Status, type StatusKind } from '../design/status/status.tsx'
import type { toState } from './load.ts'
import { texts } from './messages.ts'

type State = ReturnType<typeof toState>

const kinds: Readonly<Record<State, StatusKind>> = {
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
export function SubmissionState({ state }: { state: State }) {
  return <Status kind={kinds[state]}>{texts(state)}</Status>
}
