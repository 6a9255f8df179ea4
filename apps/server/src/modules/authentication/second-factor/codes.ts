import { ServiceError } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { type SealedColumn, seal, unseal } from '../../../platform/security/secrets/sealed.ts'
import { toCodeSubject, tryGuarded } from '../login/attempts.ts'
import type { SecondFactorRow } from '../tables.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { takeRecoveryCode, takeStep } from './store.ts'
import { findStep } from './totp.ts'

const purpose = 'second factor'
export const sealedFactors: SealedColumn = { table: 'second_factor', column: 'secret_sealed', purpose }

export function sealSecret({ platform }: Context, secret: Buffer): Buffer {
  return seal(platform.secret, purpose, secret.toString('base64'))
}

export function openSecret({ platform }: Context, factor: SecondFactorRow): Buffer {
  const text = unseal(platform.secret, purpose, factor.secret_sealed)
  // SUPPORT can disable the factor.
  if (text === undefined) throw new ServiceError('UnavailableError', 'The second factor cannot be read')
  return Buffer.from(text, 'base64')
}

/** How somebody proved the second factor. */
export type Proof = 'code' | 'recovery code'

/**
 * Tries a code, or (once the factor counts) a recovery code; each is accepted once. Wrong ones are counted, and lock.
 * Nothing when it is wrong.
 */
export async function tryCode(
  ctx: Context,
  factor: SecondFactorRow,
  text: string,
  address: string,
): Promise<Proof | undefined> {
  const userId = factor.user_id
  let proof: Proof | undefined
  await tryGuarded(ctx, { subject: toCodeSubject(userId), address, about: { userId } }, async () => {
    proof = await acceptCode(ctx, factor, text)
    return proof !== undefined
  })
  return proof
}

async function acceptCode(ctx: Context, factor: SecondFactorRow, text: string): Promise<Proof | undefined> {
  const code = text.replaceAll(/\s/g, '')
  if (/^\d+$/.test(code)) {
    const step = findStep(openSecret(ctx, factor), code, ctx.platform.clock.now())
    return step !== undefined && (await takeStep(ctx.db, factor, step)) ? 'code' : undefined
  }
  const hash = factor.confirmed === null ? undefined : hashRecoveryCode(code)
  return hash && (await takeRecoveryCode(ctx.db, factor.user_id, hash)) ? 'recovery code' : undefined
}
