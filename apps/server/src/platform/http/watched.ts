import type { Readable } from 'node:stream'
import type { Platform } from '../context.ts'

/** What other processes end, and what ends without a hint (a permission that is taken away), shows within this time. */
const lookEveryMs = 2000

/**
 * Bytes on their way that stop when they may not go on: the check is made when sessions end, and now and then. The
 * receiver sees a broken answer, not a short file.
 */
export function toWatched(platform: Platform, bytes: Readable, assertAllowed: () => Promise<void>): Readable {
  let isLooking = false
  const look = () => {
    if (isLooking || bytes.destroyed) return
    isLooking = true
    assertAllowed()
      .catch(error => bytes.destroy(error))
      .finally(() => {
        isLooking = false
      })
  }
  const timer = setInterval(look, lookEveryMs)
  const off = platform.signals.on('sessions', look)
  return bytes.once('close', () => {
    clearInterval(timer)
    off()
  })
}
