/**
 * Users, accounts, and what a user may do on an account; branding and account settings.
 * Promises: user names and addresses are unique whatever their case; the owner of an account holds all its rights; what a
 * search shows of users and accounts holds no secret and no hash.
 * Leaves to others: how a user proves who they are (authentication), and rights in a production (productions).
 */

export { findAccount } from './account-store.ts'
export { bootstrapFirstUser, forgetFirstPassword } from './bootstrap.ts'
export { subscriptionDocuments, userDocuments } from './documents.ts'
export { assertPassword, toKey } from './policy.ts'
export { addAccountRoutes } from './routes.ts'
export { getAccountRights, getUser, touchUser } from './service.ts'
export { findUserByEmail, findUserById, findUserByLogin, listUsersById, setPasswordHash } from './store.ts'
export type { UserRow } from './tables.ts'
export { toUser } from './to-user.ts'
