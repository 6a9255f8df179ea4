/**
 * Reading the one event log: what happened in an account or a production, in an order without gaps, or as activities.
 * Promises: a reader that continues after the last event it saw misses nothing and sees nothing twice; every event is an
 * activity that a search finds, within seconds.
 * Leaves to others: writing events (every module, in its own transaction, through the platform).
 */

import { defineModule } from '../../platform/module.ts'
import { activityDocuments } from './activities.ts'
import { addEventRoutes } from './routes.ts'

export { searchActivities } from './activities.ts'
export { toEvent, toEventPosition } from './service.ts'
export { answerStream, toMessage } from './stream.ts'

export const events = defineModule({
  name: 'events',
  routes: addEventRoutes,
  searchDocuments: { activity: activityDocuments },
})
