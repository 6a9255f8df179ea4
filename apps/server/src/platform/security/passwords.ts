import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../flow/turns.ts'

/** OWASP's smallest advised setting: 19 MiB, two passes. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** As a hash records it. */
const hashParameters = `$m=${hashOptions.memoryCost},t=${hashOptions.timeCost},p=${hashOptions.parallelism}$`

/** Hashing runs on the threads that also serve files; a flood of logins must not starve them. */
const inTurn = createTurns(2, 200)

/** The hash to keep of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), hashOptions))
}

/** Of a password that nobody has, with the parameters above. */
const dummyHash = `$argon2id$v=19${hashParameters}bm8gc3VjaCBwYXNzd29yZA$UHoGaSQPTTmdNnnYE0nwz6sRJnB+yD3AZY2N7xS+ECM`

/** Whether the password is the one that was hashed; without a hash it takes as long and is false, so that nobody learns who exists. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? dummyHash, password.normalize('NFKC')))
  return matches && stored !== null && stored !== undefined
}

/** Whether a hash has other parameters than new hashes, and should be replaced. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith('$argon2id$') || !stored.includes(hashParameters)
}
