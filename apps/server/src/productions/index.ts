/**
 * Productions, their team, invitations, roles and rights, settings and categories.
 * Promises: a change of rights holds from the next request; whoever creates a production is its administrator; an
 * invitation is accepted by whoever has its mail, or when an address is vouched for.
 * Leaves to others: what hangs off a production (media, annotations, collections, shares).
 */
export { productionArchives } from './archive.ts'
export { findSettingId } from './archived-settings.ts'
export { findDefaultCategory, getCategory } from './categories.ts'
export { acceptInvitations } from './invitations.ts'
export { withDefaultSettings } from './policy.ts'
export { findAccountIdOfProduction, findStanding, listHeldRights, listProductionIds } from './production-store.ts'
export { addProductionRoutes } from './routes.ts'
export { getProduction, insertFurnishedProduction, listViewableProductionIds, patchProduction } from './service.ts'
export { getSetting, getSettings, listReviewStatuses } from './settings.ts'
export { recallStanding } from './standing.ts'
export { addParticipant } from './team.ts'
