/** Whom the claims of an identity provider mean here. */

import { randomBytes } from 'node:crypto'
import { isEmail, ServiceError } from '@rushes/contract'
import type { ProviderConfig } from '../../../platform/config/sign-on.ts'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import {
  findUserByEmail,
  findUserByIdentity,
  linkIdentity,
  registerUser,
  toUserColumns,
  type UserRow,
  welcome,
} from '../../accounts/index.ts'
import type { Claims } from './claims.ts'
import { refuse } from './refusals.ts'

interface Person {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
}

/**
 * The user of these claims: the one whom this provider has brought before; by the settings, one with the same address,
 * verified on both sides, or a new one. Throws a refusal when it is nobody.
 */
export async function matchUser(ctx: Context, config: ProviderConfig, claims: Claims): Promise<UserRow> {
  const person = { issuer: config.issuer, subject: claims.sub, claims }
  const match = () => inTransaction(ctx, ctx => findOrCreate(ctx, config, person))
  return match().catch(error => {
    // Somebody signs on twice for the first time: the other one has made the user.
    if (error instanceof ServiceError && error.type === 'ConflictError') return match()
    throw error
  })
}

async function findOrCreate(ctx: Transaction, config: ProviderConfig, person: Person): Promise<UserRow> {
  const known = await findUserByIdentity(ctx.db, person.issuer, person.subject)
  if (known) return known
  const email = readVerifiedEmail(config, person.claims)
  const namesake = await findUserByEmail(ctx.db, email)
  if (namesake) {
    // The same sign-on at the same moment has created or joined this user since.
    if (namesake.identity_provider === person.issuer && namesake.identity_subject === person.subject) return namesake
    const isSame = config.matchesByEmail && namesake.email_verified && namesake.identity_subject === null
    if (!isSame) throw refuse('addressTaken')
    return linkIdentity(ctx, namesake.id, person)
  }
  if (!mayBeNew(config, email)) throw refuse('notAdmitted')
  const user = await createUser(ctx, person, email)
  await welcome(ctx, user)
  return user
}

function readVerifiedEmail(
  { trustsAddresses }: ProviderConfig,
  { email, email_verified: isVerified = trustsAddresses }: Claims,
): string {
  if (typeof email !== 'string' || !isEmail(email)) throw refuse('noEmail')
  if (isVerified !== true && isVerified !== 'true') throw refuse('emailNotVerified')
  return email
}

function mayBeNew({ createFor }: ProviderConfig, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return createFor.includes('*') || createFor.includes(domain)
}

async function createUser(ctx: Transaction, { issuer, subject, claims }: Person, email: string): Promise<UserRow> {
  for (const username of listUsernames(claims, email)) {
    const columns = {
      ...toUserColumns(ctx, { username, email, ...readNames(claims) }),
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

/** Of a provider that gives the whole name alone (`name`, Core 5.1), its first word is the first name. */
function readNames(claims: Claims): { firstName: string | undefined; lastName: string | undefined } {
  const [firstName, lastName] = [readName(claims.given_name), readName(claims.family_name)]
  if (firstName !== undefined || lastName !== undefined) return { firstName, lastName }
  const [first, ...others] = readName(claims.name)?.trim().split(/\s+/) ?? []
  return { firstName: first, lastName: others.length === 0 ? undefined : others.join(' ') }
}

function readName(claim: unknown): string | undefined {
  const isUsable = typeof claim === 'string' && claim.trim() !== '' && !claim.includes('\0') && claim.isWellFormed()
  return isUsable ? claim.slice(0, 200) : undefined
}
