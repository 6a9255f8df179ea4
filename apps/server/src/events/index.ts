/**
 * Reading the one event log: what happened in an account or a production, in an order without gaps.
 * Promises: a reader that goes on behind the last event it saw misses nothing and sees nothing twice.
 * Leaves to others: writing events (every room, in its own transaction, through the platform).
 */
export { addEventRoutes } from './routes.ts'
