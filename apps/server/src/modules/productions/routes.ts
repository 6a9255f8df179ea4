import { contract, toWholePage } from '@rushes/contract'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement } from '../../platform/http/index.ts'
import * as category from './categories/categories.ts'
import { acceptInvitation, declineInvitation, findInvitation } from './invitations/answer.ts'
import { registerInvited } from './invitations/register.ts'
import * as production from './service.ts'
import * as settings from './settings/settings.ts'
import * as role from './team/roles.ts'
import * as team from './team/team.ts'

const { productions } = contract

/** Which endpoint of productions is answered by which use case. */
export function addProductionRoutes(api: Api): void {
  addProductions(api)
  addTeam(api)
  addSettings(api)
  addCategories(api)
}

function addProductions(api: Api): void {
  implement(api, productions.createProduction, (ctx, { body }) => production.createProduction(ctx, body))
  implement(api, productions.listProductions, (ctx, { query }) =>
    production.listProductions(ctx, readListing(query), query.includeSettings),
  )
  implement(api, productions.getProduction, (ctx, { params, query }) =>
    production.getProduction(ctx, params.prId, query.includeSettings),
  )
  implement(api, productions.updateProduction, (ctx, { params, body }) =>
    production.updateProduction(ctx, params.prId, body),
  )
  implement(api, productions.patchProduction, (ctx, { params, body }) =>
    production.patchProduction(ctx, params.prId, body),
  )
  implement(api, productions.deleteProduction, (ctx, { params }) =>
    production.setProductionDeleted(ctx, params.prId, true),
  )
  implement(api, productions.restoreProduction, (ctx, { params }) =>
    production.setProductionDeleted(ctx, params.prId, false),
  )
}

function addTeam(api: Api): void {
  implement(api, productions.listParticipants, (ctx, { params, query }) =>
    team.listParticipants(ctx, params.prId, readListing(query)),
  )
  implement(api, productions.addParticipant, (ctx, { params, body }) => team.addParticipant(ctx, params.prId, body))
  implement(api, productions.updateParticipant, (ctx, { params, body }) =>
    team.updateParticipant(ctx, params.prId, params.userId, body),
  )
  implement(api, productions.resendProductionInvitation, (ctx, { params }) =>
    team.resendInvitation(ctx, params.prId, params.userId),
  )
  implement(api, productions.removeParticipant, async (ctx, { params }) => {
    await team.removeParticipant(ctx, params.prId, params.userId)
    return undefined
  })
  implement(api, productions.findProductionInvitation, (ctx, { body }) => findInvitation(ctx, body.token))
  implement(api, productions.registerByProductionInvitation, (ctx, { body }) => registerInvited(ctx, body))
  implement(api, productions.acceptProductionInvitation, (ctx, { body }) => acceptInvitation(ctx, body.token))
  implement(api, productions.declineProductionInvitation, async (ctx, { body }) => {
    await declineInvitation(ctx, body.token)
    return undefined
  })
  implement(api, productions.listRoles, async (ctx, { params }) => toWholePage(await role.listRoles(ctx, params.prId)))
  implement(api, productions.createRole, (ctx, { params, body }) => role.createRole(ctx, params.prId, body))
  implement(api, productions.updateRole, (ctx, { params, body }) => role.updateRole(ctx, params.prId, params.id, body))
  implement(api, productions.deleteRole, async (ctx, { params }) => {
    await role.deleteRole(ctx, params.prId, params.id)
    return undefined
  })
  implement(api, productions.listPermissions, async ctx =>
    toWholePage(ctx.actor.kind === 'user' ? [...ctx.actor.rights] : []),
  )
}

function addSettings(api: Api): void {
  implement(api, productions.getSettings, (ctx, { params, query }) =>
    settings.getSettings(ctx, params.prId, query.noDefaults),
  )
  implement(api, productions.updateSettings, (ctx, { params, body }) => settings.updateSettings(ctx, params.prId, body))
  implement(api, productions.getSetting, (ctx, { params, query }) =>
    settings.getSetting(ctx, params.prId, params.key, query.noDefaults),
  )
  implement(api, productions.listReviewStatuses, async (ctx, { params }) =>
    toWholePage(await settings.listReviewStatuses(ctx, params.prId)),
  )
  implement(api, productions.updateSetting, (ctx, { params, body }) =>
    settings.updateSetting(ctx, params.prId, params.key, body),
  )
  implement(api, productions.deleteSetting, async (ctx, { params }) => {
    await settings.deleteSetting(ctx, params.prId, params.key)
    return undefined
  })
}

function addCategories(api: Api): void {
  implement(api, productions.listCategories, async (ctx, { params }) =>
    toWholePage(await category.listCategories(ctx, [params.prId])),
  )
  implement(api, productions.getCategory, (ctx, { params }) => category.getCategory(ctx, params.prId, params.id))
  implement(api, productions.createCategory, (ctx, { params, body }) => category.createCategory(ctx, params.prId, body))
  implement(api, productions.updateCategory, (ctx, { params, body }) =>
    category.updateCategory(ctx, params.prId, params.id, body),
  )
  implement(api, productions.deleteCategory, async (ctx, { params }) => {
    await category.deleteCategory(ctx, params.prId, params.id)
    return undefined
  })
}
