/**
 * Reading the one event log: what happened in an account or a production, in an order without gaps, or as activities.
 * Promises: a reader that goes on behind the last event it saw misses nothing and sees nothing twice; every event is an
 * activity that a search finds, within seconds.
 * Leaves to others: writing events (every module, in its own transaction, through the platform).
 */
export { activityDocuments, searchActivities } from './activities.ts'
export { addEventRoutes } from './routes.ts'
export { toEvent, toEventPosition } from './service.ts'
export { answerStream, toMessage } from './stream.ts'
