/** Whom the claims of an identity provider mean here. */

import { randomBytes } from 'node:crypto'
import { ServiceError } from '@rushes/contract'
import {
  findUserByEmail,
  findUserByIdentity,
  linkIdentity,
  registerUser,
  toUserColumns,
  type UserRow,
  type Welcome,
} from '../../accounts/index.ts'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import type { ProviderConfig } from '../../platform/sign-on-config.ts'

/** What a provider tells of somebody; any of it may be missing, or of another type than it should. */
export type Claims = Readonly<Record<string, unknown>>

interface Person {
  readonly issuer: string
  readonly subject: string
  /** Only one that the provider says it has verified. */
  readonly email: string | undefined
  readonly claims: Claims
}

/**
 * The user of these claims: the one whom this provider has brought before; by the settings, one with the same address,
 * verified on both sides, or a new one. Throws ForbiddenError when it is nobody.
 */
export async function matchUser(
  ctx: Context,
  config: ProviderConfig,
  claims: Claims & { sub?: string },
  welcome: Welcome,
): Promise<UserRow> {
  const person = { issuer: config.issuer, subject: claims.sub ?? '', email: readEmail(claims), claims }
  const match = () => inTransaction(ctx, ctx => findOrCreate(ctx, config, person, welcome))
  return match().catch(error => {
    // Somebody signs on twice for the first time: the other one has made the user.
    if (error instanceof ServiceError && error.type === 'ConflictError') return match()
    throw error
  })
}

async function findOrCreate(
  ctx: Transaction,
  config: ProviderConfig,
  person: Person,
  welcome: Welcome,
): Promise<UserRow> {
  const known = await findUserByIdentity(ctx.db, person.issuer, person.subject)
  if (known) return known
  if (person.email === undefined) throw nobody()
  const namesake = await findUserByEmail(ctx.db, person.email)
  if (namesake) {
    const isSame = config.matchesByEmail && namesake.email_verified && namesake.identity_subject === null
    if (!isSame) throw nobody()
    return linkIdentity(ctx, namesake.id, person)
  }
  if (!mayBeNew(config, person.email)) throw nobody()
  const user = await createUser(ctx, person, person.email)
  await welcome(ctx, user)
  return user
}

function nobody(): ServiceError {
  return new ServiceError('ForbiddenError', 'Nobody here is known by this sign-on')
}

function readEmail({ email, email_verified: isVerified }: Claims): string | undefined {
  const isAddress = typeof email === 'string' && email.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(email)
  return isAddress && (isVerified === true || isVerified === 'true') ? email : undefined
}

function mayBeNew({ createFor }: ProviderConfig, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return createFor.includes('*') || createFor.includes(domain)
}

async function createUser(ctx: Transaction, { issuer, subject, claims }: Person, email: string): Promise<UserRow> {
  const profile = { firstName: readName(claims.given_name), lastName: readName(claims.family_name) }
  for (const username of listUsernames(claims, email)) {
    const columns = {
      ...toUserColumns(ctx, { username, email, ...profile }),
      identity_provider: issuer,
      identity_subject: subject,
      email_verified: true,
    }
    const user = await registerUser(ctx, columns).catch(error => {
      if (error instanceof ServiceError && error.type === 'ConflictError') return undefined
      throw error
    })
    if (user) return user
  }
  throw new ServiceError('ConflictError', 'No user name is free for this sign-on')
}

/** The name that the provider proposes, and others like it for when it is taken. */
function listUsernames(claims: Claims, email: string): string[] {
  const wished = readName(claims.preferred_username) ?? email
  const name = wished.split('@', 1)[0]!.normalize('NFKC').trim().slice(0, 150) || 'user'
  const others = Array.from({ length: 4 }, () => `${name}-${randomBytes(3).toString('hex')}`)
  return [name, ...others]
}

function readName(claim: unknown): string | undefined {
  const isUsable = typeof claim === 'string' && claim.trim() !== '' && !claim.includes('\0') && claim.isWellFormed()
  return isUsable ? claim.slice(0, 200) : undefined
}
