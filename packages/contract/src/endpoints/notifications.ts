import Type from 'typebox'
import { bearerOfTheLink, self } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import {
  NotificationKind,
  NotificationList,
  NotificationPreference,
  NotificationPreferenceChange,
  NotificationPreferences,
  NotificationsRead,
  UnreadCount,
} from '../resources/notification.ts'
import { about, Flag } from '../shapes.ts'

const query = {
  address: Type.String({ maxLength: 1000, description: 'email address to which mails are sent; part of the link' }),
  signature: Type.String({ maxLength: 1000, description: 'signature of the link, which may not be changed' }),
} as const
const page = { status: 200, kind: 'raw', contentTypes: ['text/html'] } as const

export const notifications = endpointsOf('notifications', {
  showMailStop: endpoint({
    method: 'GET',
    path: '/mail/stop',
    summary: 'A page that asks whether to stop mails to an address, opened by the link in each mail',
    access: bearerOfTheLink,
    query,
    success: page,
    errors: ['ForbiddenError'],
  }),
  stopMail: endpoint({
    method: 'POST',
    path: '/mail/stop',
    summary: 'Send no more mails to an address (RFC 8058), or with `resume` send them again',
    access: bearerOfTheLink,
    query: { ...query, resume: about(Flag, 'true: mails are sent to the address again') },
    success: page,
    errors: ['ForbiddenError'],
  }),
  listNotifications: endpoint({
    method: 'GET',
    path: '/user/{id}/notification',
    summary: 'What the user was notified about and may still see, newest first, and how much of it is unread',
    access: self('id'),
    query: {
      limit: Type.Integer({ minimum: 0, maximum: 100, description: 'largest number of lines; 30 when absent' }),
      cursor: Type.String({ maxLength: 100, description: '`nextCursor` of the part before' }),
      unread: about(Flag, 'true: only what is unread'),
    },
    success: { status: 200, body: NotificationList },
    errors: ['BadRequestError'],
  }),
  readNotifications: endpoint({
    method: 'POST',
    path: '/user/{id}/notification/read',
    summary: 'Mark notifications as read: some, all up to one, or all; answers how many are still unread',
    access: self('id'),
    body: NotificationsRead,
    success: { status: 200, body: UnreadCount },
    errors: ['BadRequestError', 'ValidationError'],
  }),
  getNotificationPreferences: endpoint({
    method: 'GET',
    path: '/user/{id}/notification/preference',
    summary: 'How the user is notified about each kind',
    access: self('id'),
    success: { status: 200, body: NotificationPreferences },
  }),
  setNotificationPreference: endpoint({
    method: 'PUT',
    path: '/user/{id}/notification/preference/{kind}',
    summary: 'Choose how the user is notified about one kind, from now on',
    access: self('id'),
    params: { kind: NotificationKind },
    body: NotificationPreferenceChange,
    success: { status: 200, body: NotificationPreference },
    errors: ['BadRequestError', 'ValidationError'],
  }),
})
