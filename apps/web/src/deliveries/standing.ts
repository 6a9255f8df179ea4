/** How far requests and submissions are, what is missing, and by when: pure rules of the pages. */

import type { DeliveryRequest, DeliveryRequestSubmission, SubmissionStatus } from '@rushes/contract'

/** A request with its submissions, the newest first. */
export interface Asked {
  readonly request: DeliveryRequest
  readonly submissions: readonly DeliveryRequestSubmission[]
}

export type RequestState = SubmissionStatus | 'asked' | 'archived'

/** How far a request is: as far as its newest submission; or there is none, or it was cancelled. */
export function toState({ request, submissions }: Asked): RequestState {
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

/** Whether the service takes another submission: none is under way, or the request allows several. */
export function mayBegin({ request, submissions }: Asked): boolean {
  if (request.activeStatus === 'Archived') return false
  const isUnderWay = ({ activeStatus, submissionStatus }: DeliveryRequestSubmission) =>
    activeStatus === 'Active' && submissionStatus !== 'Rejected' && submissionStatus !== 'DeliveryFailed'
  return request.allowMultipleSubmissions === true || !submissions.some(isUnderWay)
}

/** Whether the service delivers a submission again: its delivery has failed, and no other has taken its place. */
export function mayRedeliver(asked: Asked, { activeStatus, submissionStatus }: DeliveryRequestSubmission): boolean {
  return submissionStatus === 'DeliveryFailed' && activeStatus !== 'Archived' && mayBegin(asked)
}

export const shelves = ['open', 'turn', 'closed'] as const
type Shelf = (typeof shelves)[number]

const ofManager: readonly RequestState[] = ['AwaitingReview', 'DeliveryFailed']
const ofSupplier: readonly RequestState[] = ['asked', 'Open', 'Draft', 'DraftFailed', 'Rejected', 'DeliveryFailed']

/** Whether a request waits for the person: a manager decides, a supplier delivers. */
function isTurn(asked: Asked, mayManage: boolean): boolean {
  return (mayManage ? ofManager : ofSupplier).includes(toState(asked))
}

export function isClosed(asked: Asked): boolean {
  const state = toState(asked)
  return state === 'Accepted' || state === 'archived'
}

export function isOnShelf(asked: Asked, shelf: Shelf, mayManage: boolean): boolean {
  if (shelf === 'turn') return isTurn(asked, mayManage)
  return isClosed(asked) === (shelf === 'closed')
}

/** What is due first comes first, what has no date last. */
export function byDueDate({ request: one }: Asked, { request: other }: Asked): number {
  const [first, second] = [one.deliveryDate ?? Number.POSITIVE_INFINITY, other.deliveryDate ?? Number.POSITIVE_INFINITY]
  return first === second ? one.id - other.id : first - second
}

/** Which words say when something is due; `days` are those of the calendar. */
interface Due {
  readonly key: 'lateDays' | 'lateToday' | 'dueToday' | 'dueTomorrow' | 'dueOn'
  readonly days: number
  readonly isLate: boolean
  /** Within the next day. */
  readonly isSoon: boolean
}

export function toDue(instant: number, now: number): Due {
  const days = countDays(now, instant)
  const isLate = instant < now
  if (isLate) return { key: days === 0 ? 'lateToday' : 'lateDays', days: Math.abs(days), isLate, isSoon: false }
  const key = days === 0 ? 'dueToday' : days === 1 ? 'dueTomorrow' : 'dueOn'
  return { key, days, isLate, isSoon: days <= 1 }
}

/** Midnights between two instants; a day of 23 or 25 hours is one too. */
function countDays(from: number, to: number): number {
  const [first, last] = [from, to].map(instant => {
    const day = new Date(instant)
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())
  })
  return Math.round(((last ?? 0) - (first ?? 0)) / 86_400_000)
}

const stepNames = ['sent', 'read', 'checked', 'delivered', 'reviewed'] as const

export interface Step {
  readonly name: (typeof stepNames)[number]
  readonly state: 'done' | 'current' | 'failed' | 'todo'
}

/** Which step a submission has reached, and whether it failed there. */
const reached: Readonly<Record<SubmissionStatus, readonly [Step['name'], Step['state']]>> = {
  Open: ['sent', 'current'],
  Draft: ['sent', 'current'],
  DraftFailed: ['read', 'failed'],
  AwaitingProbe: ['read', 'current'],
  AwaitingAutoValidation: ['checked', 'current'],
  AwaitingDelivery: ['delivered', 'current'],
  DeliveryFailed: ['delivered', 'failed'],
  AwaitingReview: ['reviewed', 'current'],
  Accepted: ['reviewed', 'done'],
  Rejected: ['reviewed', 'failed'],
}

/** The way of a submission from its supplier to the review. */
export function listSteps({ submissionStatus = 'Open', autoValidationStatus }: DeliveryRequestSubmission): Step[] {
  const isRejectedByChecks = submissionStatus === 'Rejected' && autoValidationStatus === 'Rejected'
  const [name, state] = isRejectedByChecks ? (['checked', 'failed'] as const) : reached[submissionStatus]
  const here = stepNames.indexOf(name)
  return stepNames.map((step, at) => {
    if (at === here) return { name: step, state }
    // What was given back to its supplier has to be submitted again.
    if (step === 'sent' && submissionStatus === 'DraftFailed') return { name: step, state: 'current' }
    return { name: step, state: at < here ? 'done' : 'todo' }
  })
}

type Fields = NonNullable<DeliveryRequest['formFieldsDefinition']>['fields']

/** How many fields must be filled in, and the names of those that are not. */
export function findMissing(
  fields: Fields = {},
  values: Readonly<Record<string, unknown>> = {},
): { needed: number; missing: string[] } {
  const needed = Object.entries(fields).filter(([, { required }]) => required === true)
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
  return {
    needed: needed.length,
    missing: needed.filter(([name]) => isEmpty(values[name])).map(([name, { label }]) => label || name),
  }
}

/** With what the next submission begins: where the request wants it, with what the last one held. */
export function toBeginning({ request, submissions }: Asked) {
  const [last] = submissions
  if (request.continueFromPreviousSubmission !== true || !last) return {}
  const fields = request.formFieldsDefinition?.fields
  const known = Object.entries(last.formFieldValues ?? {}).filter(([name]) => !fields || Object.hasOwn(fields, name))
  const clips = (last.attachedAnnotations ?? []).flatMap(({ mediaObjectId }) => mediaObjectId ?? [])
  return {
    formFieldValues: Object.fromEntries(known),
    attachedAnnotations: clips.map(mediaObjectId => ({ mediaObjectId })),
  }
}
