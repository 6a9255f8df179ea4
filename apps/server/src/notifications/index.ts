/**
 * What people are told by mail of what concerns them: that somebody mentions them in a comment.
 * Promises: each is told once of each comment; nobody is told of what they may not see; who wants no mail gets none.
 * Leaves to others: invitations (productions), new shares (sharing), the sending itself (the platform's mail).
 */
export { mentionArchive } from './archive.ts'
export { startMentions } from './mentions.ts'
export { addNotificationRoutes } from './routes.ts'
