/**
 * Users, accounts, and what a user may do on an account; branding and account settings.
 * Promises: user names and addresses are unique whatever their case; the owner of an account holds all its rights.
 * Leaves to others: how a user proves who they are (authentication), and rights in a production (productions).
 */

export { findAccount } from './account-store.ts'
export { bootstrapFirstUser, forgetFirstPassword } from './bootstrap.ts'
export { assertPassword, toKey } from './policy.ts'
export { addAccountRoutes } from './routes.ts'
export { getAccountRights, getUser } from './service.ts'
export { findUserByEmail, findUserById, findUserByLogin, listUsersById, setPasswordHash, touchUser } from './store.ts'
export type { UserRow } from './tables.ts'
export { toUser } from './to-user.ts'
