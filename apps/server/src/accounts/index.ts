/**
 * Users, accounts, and what a user may do on an account; invitations, branding and account settings.
 * Promises: user names and addresses are unique whatever their case; the owner of an account holds all its rights; what a
 * search shows of users and accounts holds no secret and no hash.
 * Leaves to others: how a user proves who they are (authentication), and rights in a production (productions).
 */

export { getBranding } from './account-service.ts'
export { findAccount, listAccountsById, selectClosedAccountIds } from './account-store.ts'
export { createPeopleArchive } from './archive.ts'
export { bootstrapFirstUser, forgetFirstPassword } from './bootstrap.ts'
export { subscriptionDocuments, userDocuments } from './documents.ts'
export { getUser, getUserRow } from './get-user.ts'
export { acceptAllOf } from './invitations/answer.ts'
export { describeInvitation, prepareRegistration } from './invitations/registration.ts'
export { noteUndeliveredInvitation, reportUndelivered } from './invitations/undelivered.ts'
export { assertPassword, maxUsernameLength, toKey } from './policy.ts'
export { addAccountRoutes } from './routes.ts'
export { assertFactorRule } from './second-factor-rule.ts'
export {
  getAccountRights,
  linkIdentity,
  noteSecondFactor,
  type ReleaseLock,
  registerUser,
  toUserColumns,
  touchUsers,
  type Welcome,
} from './service.ts'
export {
  findUserByEmail,
  findUserById,
  findUserByIdentity,
  findUserByLogin,
  holdUser,
  listHeldRights,
  listUsersById,
  setPasswordHash,
} from './store.ts'
export type { UserRow } from './tables.ts'
export { toUser } from './to-user.ts'
