/** How users want to be notified about each kind. */

import {
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreference,
  type NotificationPreferences,
  notificationKinds,
} from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { isMailOn } from '../../../platform/events/outbox/mail/index.ts'
import { toDefaultChannel } from '../policy.ts'
import { listChosen, saveChosen } from './store.ts'

/** What is chosen for users, the defaults among it. */
export interface Channels {
  get(userId: number, kind: NotificationKind): NotificationChannel
}

export async function findChannels(db: Database, userIds: readonly number[]): Promise<Channels> {
  const toKey = (userId: number, kind: NotificationKind) => `${userId} ${kind}`
  const chosen = new Map((await listChosen(db, userIds)).map(row => [toKey(row.user_id, row.kind), row.channel]))
  return { get: (userId, kind) => chosen.get(toKey(userId, kind)) ?? toDefaultChannel(kind) }
}

export async function getPreferences(ctx: Context, userId: number): Promise<NotificationPreferences> {
  const channels = await findChannels(ctx.db, [userId])
  return {
    mail: isMailOn(ctx),
    preferences: notificationKinds.map(kind => ({ kind, channel: channels.get(userId, kind) })),
  }
}

/** Counts for what happens from now on. */
export async function setPreference(
  ctx: Context,
  userId: number,
  { kind, channel }: NotificationPreference,
): Promise<NotificationPreference> {
  await saveChosen(ctx.db, { user_id: userId, kind, channel })
  return { kind, channel }
}
