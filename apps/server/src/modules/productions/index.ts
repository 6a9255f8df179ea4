/**
 * Productions, their team, invitations, roles and rights, settings and categories.
 * Promises: a change of rights holds from the next request; the creator of a production is its administrator; an
 * invitation is accepted by the recipient of its mail, or when an address is vouched for.
 * Leaves to others: what hangs off a production (media, annotations, collections, shares).
 */

import { defineModule } from '../../platform/module.ts'
import { productionArchives } from './archive/archive.ts'
import { acceptInvitations } from './invitations/answer.ts'
import { noteUndeliveredInvitation } from './invitations/undelivered.ts'
import { addProductionRoutes } from './routes.ts'
import { isInProductionsOf } from './team/store.ts'

export { findSettingId } from './archive/archived-settings.ts'
export { findDefaultCategory, getCategory } from './categories/categories.ts'
export { withDefaultSettings } from './policy.ts'
export { recallStanding } from './production/standing.ts'
export {
  findAccountIdOfProduction,
  findStanding,
  listEveryProduction,
  listHeldRights,
  listHolderIds,
  listLiveProductions,
  listOpenProductions,
  listProductionIds,
  type OpenProduction,
  selectProductionIds,
} from './production/store.ts'
export {
  getProduction,
  insertFurnishedProduction,
  listLiveProductionIds,
  listViewableProductionIds,
  patchProduction,
} from './service.ts'
export { getSetting, getSettings, listReviewStatuses } from './settings/settings.ts'
export { addParticipant } from './team/team.ts'

export const productions = defineModule({
  name: 'productions',
  services: () => ({ acceptProductionInvitations: acceptInvitations, isInProductionsOf }),
  routes: addProductionRoutes,
  archive: { parts: productionArchives, after: ['accounts', 'thesauri'] },
  async noteLostMail(ctx, { kind, production_id, subject_id, reason }) {
    if (kind !== 'invitation' || production_id === null || subject_id === null) return
    await noteUndeliveredInvitation(ctx, subject_id, reason)
  },
})
