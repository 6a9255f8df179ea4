/**
 * What people are told by mail of what concerns them: that somebody mentions them in a comment.
 * Promises: each is told once of each comment; nobody is told of what they may not see; who wants no mail gets none.
 * Leaves to others: invitations (productions), new shares (sharing), the sending itself (the platform's mail).
 */

import { defineModule } from '../../platform/module.ts'
import { mentionArchive } from './archive.ts'
import { startMentions } from './mentions.ts'
import { addNotificationRoutes } from './routes.ts'

export const notifications = defineModule({
  name: 'notifications',
  routes: addNotificationRoutes,
  archive: { parts: [mentionArchive], after: ['annotations'] },
  background: [{ name: 'mentions', role: 'background', start: startMentions }],
})
