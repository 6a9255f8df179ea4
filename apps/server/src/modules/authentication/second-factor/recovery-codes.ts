import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../platform/security/tokens.ts'
import { toBase32 } from './totp.ts'

const count = 10

/** New codes for who has lost the device, 80 random bits each, in groups of four; and what is kept of them. */
export function makeRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: count }, () => toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g)!.join('-'))
  return { codes, hashes: codes.map(code => hashRecoveryCode(code)!) }
}

/** What is kept of a code, however it is typed; nothing for what cannot be one. */
export function hashRecoveryCode(code: string): Buffer | undefined {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return /^[a-z2-7]{16}$/.test(plain) ? hashToken(`recovery:${plain}`) : undefined
}
