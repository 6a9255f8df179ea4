/**
 * Productions, their team, roles and rights, settings and categories.
 * Promises: a change of rights holds from the next request; whoever creates a production is its administrator.
 * Leaves to others: what hangs off a production (media, annotations, collections, shares).
 */
export { findDefaultCategory, getCategory } from './categories.ts'
export { findAccountIdOfProduction, findStanding, listProductionIds } from './production-store.ts'
export { addProductionRoutes } from './routes.ts'
export { getProduction, insertFurnishedProduction, listViewableProductionIds, patchProduction } from './service.ts'
export { getSetting, getSettings } from './settings.ts'
export { recallStanding } from './standing.ts'
export { addParticipant } from './team.ts'
