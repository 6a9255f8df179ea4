import type { Readable } from 'node:stream'
import { repeat } from '../../background/repeat.ts'
import type { Platform } from '../../context.ts'

/** What other processes end, and what ends without a hint (a permission that is taken away), shows within this time. */
const checkEveryMs = 2000

/**
 * Checks again whether somebody is allowed what takes long: when sessions end, and every two seconds. The result ends it.
 */
export function watchAllowed(
  platform: Platform,
  assertAllowed: () => Promise<void>,
  onRefused: (error: Error) => void,
): () => void {
  let isChecking = false
  const check = () => {
    if (isChecking) return
    isChecking = true
    assertAllowed()
      .catch(onRefused)
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
export function toWatched(platform: Platform, bytes: Readable, assertAllowed: () => Promise<void>): Readable {
  return bytes.once(
    'close',
    watchAllowed(platform, assertAllowed, error => bytes.destroy(error)),
  )
}
