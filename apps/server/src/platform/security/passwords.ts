import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../flow/turns.ts'

/** What it costs to compute a hash: KiB of memory, and passes over them. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's smallest advised setting: 19 MiB, two passes. */
const advisedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

export interface Passwords {
  /** The hash to store of a password. */
  hash(password: string): Promise<string>
  /** Whether the password is the one that was hashed; without a hash it takes as long and is false, so that nobody learns who exists. */
  isRight(stored: string | null | undefined, password: string): Promise<boolean>
  /** Whether a hash has other parameters than new hashes, and should be replaced. */
  isOutdated(stored: string): boolean
}

/** Hashing runs on the threads that also serve files; a flood of logins must not starve them. */
const inTurn = createTurns(2, 200)

/** Hashes of passwords at this cost; tests, which create thousands of users, give a lower one. */
export function createPasswords({ memoryCost, timeCost }: PasswordCost = advisedCost): Passwords {
  /** As a hash records it. */
  const parameters = `$m=${memoryCost},t=${timeCost},p=1$`
  /** Of a password that nobody has. */
  const dummyHash = `$argon2id$v=19${parameters}bm8gc3VjaCBwYXNzd29yZA$UHoGaSQPTTmdNnnYE0nwz6sRJnB+yD3AZY2N7xS+ECM`
  return {
    hash: password => inTurn(() => hash(password.normalize('NFKC'), { memoryCost, timeCost, parallelism: 1 })),
    async isRight(stored, password) {
      const matches = await inTurn(() => verify(stored ?? dummyHash, password.normalize('NFKC')))
      return matches && stored !== null && stored !== undefined
    },
    isOutdated: stored => !stored.startsWith('$argon2id$') || !stored.includes(parameters),
  }
}
