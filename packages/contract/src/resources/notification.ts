import Type from 'typebox'
import { about, Id, Instant, listOf, Name, oneOf, shape } from '../shapes.ts'

/** What people are notified about. */
export const notificationKinds = [
  'MENTION',
  'REPLY',
  'COMMENT',
  'RESOLVED',
  'REVIEW_STATUS',
  'CLIP_READY',
  'WORK_DONE',
  'WORK_FAILED',
  'SHARE_OPENED',
  'DELIVERY',
  'TEAM_ADDED',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
export const NotificationKind = oneOf(...notificationKinds)

/** How somebody is notified: not at all, on the pages alone, there and in a mail once a day, or there and in a mail at once. */
export const notificationChannels = ['OFF', 'IN_APP', 'DAILY', 'AT_ONCE'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
export const NotificationChannel = oneOf(...notificationChannels)

/** One line: what happened of one kind to one clip, share, delivery or production. */
export const Notification = shape('Notification', {
  id: about(Id, 'id of the newest of what the line gathers'),
  kind: about(
    NotificationKind,
    'what happened: a comment mentions the user, replies to them, is about their clip, theirs was resolved; their clip has another review status, is ready, work on it is done or failed; their share was opened; a delivery waits or was decided; they joined a production',
  ),
  count: Type.Integer({ minimum: 1, description: 'how many of its kind the line gathers' }),
  created: about(Instant, 'when the newest of them happened, in epoch milliseconds'),
  read: Type.Optional(about(Instant, 'when the user read it, in epoch milliseconds; absent while it is unread')),
  productionId: about(Id, 'id of the production in which it happened'),
  productionName: about(Name, 'name of the production as it is now'),
  actorId: Type.Optional(about(Id, 'id of the user who did the newest of them; absent for visitors and the service')),
  actorName: Type.Optional(about(Name, 'name of the user or visitor who did the newest of them')),
  mediaObjectId: Type.Optional(about(Id, 'id of the clip')),
  mediaObjectName: Type.Optional(about(Name, 'name of the clip')),
  annotationId: Type.Optional(about(Id, 'id of the newest comment')),
  frame: Type.Optional(Type.Integer({ minimum: 0, description: 'frame of the clip at which the comment was made' })),
  text: Type.Optional(Type.String({ description: 'the first 200 characters of the comment as plain words' })),
  shareId: Type.Optional(about(Id, 'id of the share that was opened')),
  shareLabel: Type.Optional(about(Name, 'title of the share')),
  deliveryRequestId: Type.Optional(about(Id, 'id of the delivery request that the submission answers')),
  submissionId: Type.Optional(about(Id, 'id of the submission that waits or was decided')),
  detail: Type.Optional(
    about(Name, 'of a review, the review status; of a delivery, the state of the submission; of work, what it was'),
  ),
})
export type Notification = Type.Static<typeof Notification>

/** A part of what a user was notified about. */
export const NotificationList = shape('NotificationList', {
  unread: Type.Integer({ minimum: 0, description: 'number of lines that are unread' }),
  notifications: about(listOf(Notification), 'the lines, newest first'),
  nextCursor: Type.Optional(Type.String({ description: '`cursor` of the next part; absent when there is none' })),
})
export type NotificationList = Type.Static<typeof NotificationList>

export const NotificationsRead = shape('NotificationsRead', {
  ids: Type.Optional(Type.Array(Id, { maxItems: 1000, description: 'ids of lines; all that a line gathers is read' })),
  upTo: Type.Optional(about(Id, 'id of a line: everything up to it is read')),
})
export type NotificationsRead = Type.Static<typeof NotificationsRead>

export const UnreadCount = shape('UnreadCount', {
  unread: Type.Integer({ minimum: 0, description: 'number of lines that are still unread' }),
})

/** How a user is notified about one kind. */
export const NotificationPreference = shape('NotificationPreference', {
  kind: about(NotificationKind, 'what it is about'),
  channel: about(
    NotificationChannel,
    'OFF: not at all; IN_APP: on the pages; DAILY: also in one mail a day; AT_ONCE: also in a mail at once',
  ),
})
export type NotificationPreference = Type.Static<typeof NotificationPreference>

export const NotificationPreferenceChange = shape('NotificationPreferenceChange', {
  channel: about(NotificationChannel, 'how the user is notified from now on'),
})
export type NotificationPreferenceChange = Type.Static<typeof NotificationPreferenceChange>

export const NotificationPreferences = shape('NotificationPreferences', {
  mail: Type.Boolean({ description: 'whether the service can send mail' }),
  preferences: about(listOf(NotificationPreference), 'one for each kind'),
})
export type NotificationPreferences = Type.Static<typeof NotificationPreferences>
