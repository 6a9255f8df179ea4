/** An authenticator app for tests: it holds a secret and tells the codes by the clock of the service. */

import type { Client } from '@rushes/client'
import type { User } from '@rushes/contract'
import { toCode, toStep } from '../../src/modules/authentication/second-factor/totp.ts'
import type { TestService } from '../service.ts'

export interface Authenticator {
  readonly key: string
  readonly bytes: Buffer
  /** The code of now, or of so many steps later. */
  code(steps?: number): string
  /** A code that was not shown before: time passes until there is one. */
  next(): string
}

export function startAuthenticator({ clock }: Pick<TestService, 'clock'>, key: string): Authenticator {
  const bytes = fromBase32(key)
  const code = (steps = 0) => toCode(bytes, toStep(clock.now()) + steps)
  return {
    key,
    bytes,
    code,
    next() {
      clock.advance(30_000)
      return code()
    },
  }
}

/** Enables the second factor of a user. */
export async function enableFactor(
  kit: Pick<TestService, 'clock'>,
  { user, password, api }: { user: User; password: string; api: Client },
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const enable = (token?: string) =>
    api.authentication.enableSecondFactor({
      id: user.id,
      body: { password, ...(token === undefined ? {} : { token }) },
    })
  const authenticator = startAuthenticator(kit, (await enable()).key)
  const { recoveryCodes = [] } = await enable(authenticator.code())
  return { authenticator, recoveryCodes }
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map(sign => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
}
