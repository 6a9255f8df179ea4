import type { Readable } from 'node:stream'
import { ServiceError } from '@rushes/contract'
import { repeat } from '../../background/repeat.ts'
import type { Platform } from '../../context.ts'
import { logFailure } from '../../log/failure.ts'

/** What other processes end, and what ends without a hint (a permission that is taken away), shows within this time. */
const checkEveryMs = 2000

/**
 * Checks again whether somebody is allowed what takes long: when sessions end, and every two seconds. The result ends it.
 * A check that cannot be made takes nobody's right away: a database that stalls for a moment must not cut every stream.
 */
export function watchAllowed(
  platform: Pick<Platform, 'signals' | 'log'>,
  assertAllowed: () => Promise<void>,
  onRefused: (error: ServiceError) => void,
): () => void {
  let isChecking = false
  const check = () => {
    if (isChecking) return
    isChecking = true
    assertAllowed()
      .catch(error => {
        if (error instanceof ServiceError && error.status < 500) onRefused(error)
        else logFailure(platform.log, error, 'could not check whether an answer may go on')
      })
      .finally(() => {
        isChecking = false
      })
  }
  const stop = repeat(checkEveryMs, check)
  const off = platform.signals.on('sessions', check)
  return () => {
    stop()
    off()
  }
}

/** Bytes on their way that stop when they may not go on. The receiver sees a broken answer, not a short file. */
export function toWatched(
  platform: Pick<Platform, 'signals' | 'log'>,
  bytes: Readable,
  assertAllowed: () => Promise<void>,
): Readable {
  return bytes.once(
    'close',
    watchAllowed(platform, assertAllowed, error => bytes.destroy(error)),
  )
}
