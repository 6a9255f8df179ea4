import { hash, verify } from '@node-rs/argon2'
import { ServiceError } from '@rushes/contract'

/** OWASP's smallest advised setting: 19 MiB, two passes. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing runs on the threads that also serve files; a flood of logins must not starve them. */
const concurrentHashes = 2
const longestQueue = 200

let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < concurrentHashes) {
    running++
  } else {
    if (queue.length >= longestQueue)
      throw new ServiceError('TooManyRequestsError', 'Too many logins at once; try again')
    // The one who finishes hands its place over, so `running` stays as it is.
    await new Promise<void>(resolve => queue.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

/** The hash to keep of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), hashOptions))
}

let dummyHash: Promise<string> | undefined

/** Whether the password is the one that was hashed; without a hash it takes as long and is false, so that nobody learns who exists. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('no such password')
  const against = stored ?? (await dummyHash)
  const matches = await inTurn(() => verify(against, password.normalize('NFKC')))
  return matches && stored !== null && stored !== undefined
}
