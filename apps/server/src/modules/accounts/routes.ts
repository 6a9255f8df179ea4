import { contract, toWholePage } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { listAccountRights } from './accounts/account-rights.ts'
import * as account from './accounts/account-service.ts'
import * as participants from './accounts/participants.ts'
import { searchSubscriptions, searchUsers } from './documents.ts'
import { acceptInvitation, declineInvitation, findInvitation, welcome } from './invitations/answer.ts'
import { registerInvited } from './invitations/register.ts'
import { getUser } from './users/get-user.ts'
import * as user from './users/service.ts'

const { accounts } = contract

/** Which endpoint of users and accounts is answered by which use case. */
export function addAccountRoutes(api: Api): void {
  implement(api, accounts.createUser, (ctx, { body }) => user.createUser(ctx, body, welcome))
  implement(api, accounts.getUser, (ctx, { params }) => getUser(ctx, params.id))
  implement(api, accounts.updateUser, (ctx, { params, body }) => user.updateUser(ctx, params.id, body))
  implement(api, accounts.updateUserState, (ctx, { params, body }) => user.updateUserState(ctx, params.id, body))
  implement(api, accounts.listAccountRights, async (ctx, { params }) =>
    toWholePage(await listAccountRights(ctx, params.id)),
  )
  implement(api, accounts.searchUsers, (ctx, { query }) => searchUsers(ctx, query))
  implement(api, accounts.searchSubscriptions, (ctx, { query }) => searchSubscriptions(ctx, query))

  implement(api, accounts.createAccount, (ctx, { body }) => account.createAccount(ctx, body))
  implement(api, accounts.getAccount, (ctx, { params }) => account.getAccount(ctx, params.id))
  implement(api, accounts.updateAccount, (ctx, { params, body }) => account.updateAccount(ctx, params.id, body))
  implement(api, accounts.getAccountSettings, (ctx, { params }) => account.getAccountSettings(ctx, params.id))
  implement(api, accounts.updateAccountSettings, (ctx, { params, body }) =>
    account.updateAccountSettings(ctx, params.id, body),
  )
  implement(api, accounts.getAccountSetting, (ctx, { params }) => account.getAccountSetting(ctx, params.id, params.key))
  implement(api, accounts.updateAccountSetting, (ctx, { params, body }) =>
    account.updateAccountSetting(ctx, params.id, params.key, body),
  )
  implement(api, accounts.getBranding, (ctx, { params }) => account.getBranding(ctx, params.accountId))
  implement(api, accounts.updateBranding, (ctx, { params, body }) =>
    account.updateBranding(ctx, params.accountId, body),
  )

  implement(api, accounts.listAccountParticipants, async (ctx, { params }) =>
    toWholePage(await participants.listParticipants(ctx, params.id)),
  )
  implement(api, accounts.addAccountParticipant, (ctx, { params, body }) =>
    participants.addParticipant(ctx, params.id, body),
  )
  implement(api, accounts.updateAccountParticipant, (ctx, { params, body }) =>
    participants.updateParticipant(ctx, params.id, params.userId, body),
  )
  implement(api, accounts.resendAccountInvitation, (ctx, { params }) =>
    participants.resendInvitation(ctx, params.id, params.userId),
  )
  implement(api, accounts.findInvitation, (ctx, { body }) => findInvitation(ctx, body.token))
  implement(api, accounts.registerByInvitation, (ctx, { body }) => registerInvited(ctx, body))
  implement(api, accounts.acceptInvitation, (ctx, { body }) => acceptInvitation(ctx, body.token))
  implement(api, accounts.declineInvitation, async (ctx, { body }) => {
    await declineInvitation(ctx, body.token)
    return undefined
  })
  implement(api, accounts.removeAccountParticipant, async (ctx, { params }) => {
    await participants.removeParticipant(ctx, params.id, params.userId)
    return undefined
  })
}
