import type { Event, EventType } from '@rushes/contract'
import type { LoggedEvent } from '../../platform/events/log.ts'
import type { FieldValue, SearchDocument } from '../search/index.ts'

type Fields = Record<string, FieldValue | undefined>

/** Events that tell how the service works rather than what became of anything. */
const traces: ReadonlySet<EventType> = new Set([
  'Task.start',
  'Task.error',
  'Task.update',
  'Task.complete',
  'Metric.correction',
])

/** Members of an event that are found under their own names. */
const plain = [
  'type',
  'verb',
  'name',
  'message',
  'funnel',
  'editorialObjectId',
  'segmentId',
  'segmentInstanceId',
  'shareId',
  'subscriptionId',
  'lastUpdated',
  'stopped',
  'playback',
  'retro',
] as const satisfies readonly (keyof Event)[]

/** What takes part in an event, and the members of it that are found as `actor.id`, `object.funnel` and the like. */
const parties = ['actor', 'object', 'target'] as const
const ofParty = ['objectType', 'id', 'name', 'label', 'title', 'username', 'type', 'funnel', 'status'] as const
/** Those of them that a query without a field finds. */
const words = ['name', 'label', 'title', 'username'] as const

/** An event as a search finds it. The names that it makes fields of are these alone, whatever an event holds. */
export function toActivityDocument(event: LoggedEvent): SearchDocument {
  const members: Readonly<Record<string, unknown>> = { ...event }
  const { actor, object, target, extended, requestId } = event
  return {
    id: Number(event.id),
    kind: isTrace(event) ? 'trace' : 'activity',
    productionId: event.productionId,
    accountId: event.accountId,
    fields: {
      ...pick(members, plain),
      ...Object.assign({}, ...parties.map(party => pick(members[party], ofParty, `${party}.`))),
      objectType: 'Event',
      created: event.created,
      mediaObjectId: findClipId(object) ?? findClipId(target),
    },
    // Different at every event, or of any shape.
    stored: { actor, object, target, extended, requestId },
    text: parties.flatMap(party => Object.values(pick(members[party], words)).map(String)),
  }
}

/** A step inside of a workflow; what someone did to one has a verb. */
function isTrace({ type, verb }: LoggedEvent): boolean {
  return traces.has(type) || (type === 'Workflow.update' && verb === undefined)
}

function pick(from: unknown, names: readonly string[], prefix = ''): Fields {
  if (!isObject(from)) return {}
  return Object.fromEntries(
    names.flatMap(name => {
      const value = Object.hasOwn(from, name) ? from[name] : undefined
      return isScalar(value) ? [[`${prefix}${name}`, value]] : []
    }),
  )
}

/** The clip that something is, or belongs to. */
function findClipId(party: unknown): FieldValue | undefined {
  if (!isObject(party)) return undefined
  const id = party.objectType === 'MediaObject' ? party.id : party.mediaObjectId
  return isScalar(id) ? id : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  )
}
