/** An authenticator app, by RFC 6238: what a user holds in their hand. */

import { createHmac } from 'node:crypto'
import type { Client } from '@rushes/client'

export const stepMs = 30_000

/** The code of this secret (Base32) at a time in epoch milliseconds. */
export function toCode(key: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / stepMs)))
  const mac = createHmac('sha1', decodeBase32(key)).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function decodeBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text.replace(/=+$/, ''), letter => letters.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** Enables the second factor of a user; gives the secret. The code of this step is used up. */
export async function enableSecondFactor(api: Client, id: number, password: string, now: number): Promise<string> {
  const { key } = await api.authentication.enableSecondFactor({ id, body: { password } })
  await api.authentication.enableSecondFactor({ id, body: { password, token: toCode(key, now) } })
  return key
}
