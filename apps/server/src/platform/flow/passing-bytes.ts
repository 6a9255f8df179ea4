import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const collectEveryBytes = 8 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** After an answer that the bytes went into, rather than before it. */
const waitMs = 20

let passedBytes = 0
let isWaiting = false

/**
 * To report bytes that pass through the process. Each piece is a buffer that is done with at once, but its memory
 * lies outside of the heap: left alone, the engine notices 64 MiB of it and then collects the whole heap, which took
 * three quarters of the time of an upload (measured). Collecting what is young now and then frees them for a
 * millisecond's work, and bounds the memory.
 */
export function notePassingBytes(count: number): void {
  passedBytes += count
  if (isWaiting || passedBytes < collectEveryBytes) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    passedBytes = 0
    collect({ type: 'minor' })
  }, waitMs).unref()
}
