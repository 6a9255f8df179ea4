/**
 * Users, accounts, and what a user may do on an account; invitations, branding and account settings.
 * Promises: user names and addresses are unique whatever their case; the owner of an account holds all its rights; what a
 * search shows of users and accounts holds no secret and no hash.
 * Leaves to others: how a user proves who they are (authentication), and rights in a production (productions).
 */

import { createServiceContext } from '../../platform/context.ts'
import { defineModule } from '../../platform/module.ts'
import { peopleArchive } from './archive.ts'
import { bootstrapFirstUser } from './bootstrap.ts'
import { subscriptionDocuments, userDocuments } from './documents.ts'
import { noteUndeliveredInvitation } from './invitations/undelivered.ts'
import { addAccountRoutes } from './routes.ts'

export { getBranding } from './accounts/account-service.ts'
export { findAccount, listAccountsById, selectClosedAccountIds } from './accounts/account-store.ts'
export { assertFactorRule } from './accounts/second-factor-rule.ts'
export { forgetFirstPassword } from './bootstrap.ts'
export { welcome } from './invitations/answer.ts'
export { describeInvitation, prepareRegistration } from './invitations/registration.ts'
export { reportUndelivered } from './invitations/undelivered.ts'
export { assertPassword, maxUsernameLength, toKey } from './policy.ts'
export type { UserRow } from './tables.ts'
export { getUser, getUserRow } from './users/get-user.ts'
export {
  getAccountRights,
  linkIdentity,
  noteSecondFactor,
  registerUser,
  toUserColumns,
  touchUsers,
} from './users/service.ts'
export {
  findUserByEmail,
  findUserById,
  findUserByIdentity,
  findUserByLogin,
  holdUser,
  listHeldRights,
  listUsersById,
  setPasswordHash,
} from './users/store.ts'
export { toFullName, toUser } from './users/to-user.ts'

export const accounts = defineModule({
  name: 'accounts',
  services: async platform => ({ firstUser: await bootstrapFirstUser(createServiceContext(platform, 'bootstrap')) }),
  routes: addAccountRoutes,
  archive: { parts: [peopleArchive] },
  searchDocuments: { user: userDocuments, account: subscriptionDocuments },
  async noteLostMail(ctx, { kind, production_id, subject_id, reason }) {
    if (kind !== 'invitation' || production_id !== null || subject_id === null) return
    await noteUndeliveredInvitation(ctx, subject_id, reason)
  },
})
