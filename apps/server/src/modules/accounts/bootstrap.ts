import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, inTransaction, type Platform } from '../../platform/context.ts'
import { newResourceColumns } from '../../platform/database/resource-columns.ts'
import { insertAccount } from './accounts/account-store.ts'
import { indexAccounts, indexUsers } from './documents.ts'
import { toUserColumns } from './users/service.ts'
import { hasAnyUser, insertUser } from './users/store.ts'

/** The first user, when this start created it; its password when it was made here. */
export interface FirstUser {
  readonly username: string
  readonly madePassword?: string
}

declare module '../../platform/module.ts' {
  interface Services {
    readonly firstUser: FirstUser | undefined
  }
}

/**
 * Creates the first user, with the system rights, and the first account, in a database that has none.
 * Returns the password when it was made here, so that it can be shown once.
 */
export async function bootstrapFirstUser(ctx: Context): Promise<FirstUser | undefined> {
  if (await hasAnyUser(ctx.db)) return undefined
  const { username, email, password } = ctx.platform.config.admin
  const secret = password ?? randomBytes(12).toString('base64url')
  // Before the user: a start that is cut off here makes another password next time.
  if (password === undefined) await writeFile(toFirstPasswordPath(ctx.platform), secret, { mode: 0o600 })
  const passwordHash = await ctx.platform.passwords.hash(secret)
  return inTransaction(ctx, async ctx => {
    const user = await insertUser(ctx.db, {
      ...toUserColumns(ctx, { username, email }),
      system_rights: ['SUPPORT', 'DEVOPS'],
      password_hash: passwordHash,
    })
    if (!user) return undefined
    const account = await insertAccount(ctx.db, {
      ...newResourceColumns(ctx),
      human_name: 'Rushes',
      owner_id: user.id,
      settings: '{}',
      branding: '{}',
      subscription_status: 'active',
      two_factor_authentication_required: false,
    })
    indexUsers(ctx, [user.id])
    indexAccounts(ctx, [account.id])
    ctx.publish({ type: 'User.register', object: { objectType: 'User', id: user.id, username } })
    return { username, ...(password === undefined ? { madePassword: secret } : {}) }
  })
}

/** Where the made password of the first user can be read on this machine until it is changed. */
function toFirstPasswordPath(platform: Platform): string {
  return join(platform.config.dataDir, 'first-password')
}

/** Removes the made password of the first user, which a change has made worthless. */
export async function forgetFirstPassword(platform: Platform, username: string): Promise<void> {
  if (username === platform.config.admin.username) await rm(toFirstPasswordPath(platform), { force: true })
}
