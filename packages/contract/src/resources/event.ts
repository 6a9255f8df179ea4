import Type from 'typebox'
import { about, alwaysWith, Flag, FreeForm, Id, Instant, Name, oneOf, Text } from '../shapes.ts'

export const eventTypes = [
  'Activity',
  'Notification',
  'Annotation.create',
  'Production.create',
  'Production.update',
  'Production.delete',
  'Production.restore',
  'Production.move',
  'Team.add',
  'Team.remove',
  'AccountTeam.add',
  'AccountTeam.remove',
  'Media.create',
  'Media.delete',
  'Media.probe',
  'Media.ingest',
  'Media.update',
  'Media.instance.proxy.online',
  'Media.instance.proxy.offline',
  'Media.instance.material',
  'FileResource.material',
  'Monitor.create',
  'Monitor.update',
  'Monitor.delete',
  'Monitor.clear',
  'Monitor.trigger',
  'Workflow.start',
  'Workflow.error',
  'Workflow.update',
  'Workflow.complete',
  'Task.start',
  'Task.error',
  'Task.update',
  'Task.complete',
  'Transcription.automatic',
  'Transcription.automatic.failed',
  'Transcription.summarize',
  'Translation.automatic',
  'Translation.automatic.failed',
  'Subtitling.automatic',
  'Subtitling.automatic.failed',
  'Subtitling.import',
  'Subtitling.import.failed',
  'Subtitling.manual',
  'Transcode',
  'Transcode.failed',
  'Metric.correction',
  'Transfer.start',
  'Transfer.complete',
  'Transfer.failed',
  'DeliveryRequest.create',
  'DeliveryRequest.update',
  'DeliveryRequestSubmission.create',
  'DeliveryRequestSubmission.update',
  'Account.changeOwnership',
  'User.register',
  'User.delete',
  'User.authenticationTypeUpdate',
] as const
export const EventType = oneOf(...eventTypes)
export type EventType = Type.Static<typeof EventType>

const eventMembers = {
  id: Type.Optional(Type.String({ description: 'id of the event, assigned by the service' })),
  objectType: Type.Optional(about(Name, 'type name of the event object')),
  accountId: Type.Optional(about(Id, 'id of the account in which it happened')),
  productionId: Type.Optional(about(Id, 'id of the production in which it happened')),
  editorialObjectId: Type.Optional(about(Id, 'id of the collection that it concerns')),
  segmentId: Type.Optional(about(Id, 'id of the clip (media object) that it concerns')),
  segmentInstanceId: Type.Optional(about(Id, 'id of the instance (file) that it concerns')),
  shareId: Type.Optional(about(Id, 'id of the share that it concerns')),
  subscriptionId: Type.Optional(about(Id, 'id of the subscription of the posting system, stored unchanged')),
  actor: Type.Optional(about(FreeForm, 'who caused it: kind, id and name')),
  extended: Type.Optional(about(FreeForm, 'further facts, depending on the type')),
  object: Type.Optional(about(FreeForm, 'the resource or thing that it is about')),
  target: Type.Optional(about(FreeForm, 'the resource that the object was added to or removed from')),
  created: Type.Optional(
    about(Instant, 'when it happened, in epoch milliseconds; when it was received, unless a posted event says'),
  ),
  lastUpdated: Type.Optional(about(Instant, 'when the event was last changed, in epoch milliseconds')),
  stopped: Type.Optional(about(Instant, 'when something that lasts ended, in epoch milliseconds')),
  funnel: Type.Optional(about(Name, 'subtype of the resource, for example `ReviewComment`')),
  message: Type.Optional(about(Text, 'text for people, in the language of the sender')),
  name: Type.Optional(about(Name, 'name of the resource that it is about')),
  requestId: Type.Optional(about(Name, 'id of the request that caused it, or the one that a posted event names')),
  transactionId: Type.Optional(about(Name, 'id that several events of one operation share')),
  verb: Type.Optional(about(Name, 'what was done, for example `Product.update` or `Share.login`')),
  href: Type.Optional(about(Type.String({ maxLength: 8192 }), 'address of the resource that it is about')),
  playback: Type.Optional(about(Flag, 'whether it is about playing a clip')),
  retro: Type.Optional(about(Flag, 'whether it is reported after the fact')),
} as const

const typeText = 'what happened; `Activity` with a `verb` for anything else'

/** One thing that happened, or that an outside system says has happened. */
export const Event = Type.Object(
  {
    ...alwaysWith(eventMembers, 'id', 'objectType', 'created'),
    type: about(EventType, typeText),
  },
  { title: 'Event' },
)
export type Event = Type.Static<typeof Event>

/** What an outside system posts. */
export const EventCreation = Type.Object(
  { ...eventMembers, type: Type.Optional(about(EventType, 'what happened; `Activity` when absent')) },
  { title: 'EventCreation' },
)
export type EventCreation = Type.Static<typeof EventCreation>
