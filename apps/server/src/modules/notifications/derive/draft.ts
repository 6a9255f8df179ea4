import type { NotificationKind } from '@rushes/contract'
import type { LoggedEvent } from '../../../platform/events/log.ts'

/** What some people are to be notified about, before it is known who of them wants it and may see it. */
export interface Draft {
  readonly userIds: readonly number[]
  readonly kind: NotificationKind
  readonly productionId: number
  /** Of one kind, a user is notified of it once. */
  readonly cause: string
  /** What lines gather it by. */
  readonly groupId: number
  readonly mediaObjectId?: number | undefined
  readonly annotationId?: number | undefined
  readonly shareId?: number | undefined
  readonly submissionId?: number | undefined
  readonly actor?: Doer | undefined
  readonly detail?: string | undefined
}

/** A draft with the event that it follows from. */
export interface DerivedDraft extends Draft {
  readonly eventId: string
}

/** The drafts in the order of their events, which is the order in which people are to read them. */
export function sortByEvent(
  drafts: readonly DerivedDraft[],
  events: readonly Pick<LoggedEvent, 'id'>[],
): DerivedDraft[] {
  const places = new Map(events.map(({ id }, place) => [id, place]))
  return drafts.toSorted((a, b) => (places.get(a.eventId) ?? 0) - (places.get(b.eventId) ?? 0))
}

/** Who did it: a user, or a visitor by the name that they gave. */
export type Doer = { readonly id: number } | { readonly name: string }

/** Who acted, as the log describes them; nothing for the service itself. */
export function toDoer({ actor }: Pick<LoggedEvent, 'actor'>): Doer | undefined {
  const { objectType, id, username } = actor
  if (objectType === 'User') return { id: Number(id) }
  return typeof username === 'string' ? { name: username } : undefined
}

/** An id in an event; nothing where there is none. */
export function toId(value: unknown): number | undefined {
  const id = Number(value ?? Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
