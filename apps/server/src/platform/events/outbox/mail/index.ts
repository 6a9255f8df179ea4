/**
 * Mail that the service sends: written into the outbox in the transaction of a change, sent through the operator's
 * server.
 * Promises: nothing that people write becomes a header or markup; an address that wants no mail gets none, and no
 * address gets more than a few an hour; what a mail says is sealed while it waits and forgotten once it is sent.
 * Leaves to others: what happened and who is to know of it (the modules).
 */
export { isMailOn, type Mail, queueMail } from './queue.ts'
export { startMail, verifyMailServer } from './send.ts'
export { isStopLink, resumeMail, stopMail } from './stop.ts'
export { escapeHtml } from './write.ts'
