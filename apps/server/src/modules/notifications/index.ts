/**
 * Notifications: what concerns a person of what happens, with its read state, on the pages and by mail as they choose.
 * Promises: each is notified once of each thing, never of what they did themselves; what they may no longer see is not
 * shown; who wants no mail gets none.
 * Leaves to others: invitations (productions), new shares (sharing), the sending itself (the platform's mail).
 */

import { defineModule } from '../../platform/module.ts'
import { mentionArchive } from './archive.ts'
import { startNotifying } from './derive/follow.ts'
import { startDigests } from './mail/digest.ts'
import { addNotificationRoutes } from './routes.ts'
import { retainedMentions, retainedNotifications } from './store.ts'

export const notifications = defineModule({
  name: 'notifications',
  routes: addNotificationRoutes,
  archive: { parts: [mentionArchive], after: ['annotations'] },
  background: [
    { name: 'notifications', role: 'background', start: startNotifying },
    { name: 'notification digests', role: 'background', start: startDigests },
  ],
  retention: [retainedNotifications, retainedMentions],
})
