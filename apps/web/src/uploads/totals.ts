/** How far all uploads are together. Pure. */

import type { Upload } from './uploads.ts'

interface Totals {
  readonly count: number
  readonly arrived: number
  readonly bytes: number
  readonly sentBytes: number
  /** Of those that are sent without anybody doing something. */
  readonly bytesLeft: number
  /** 0 to 100. */
  readonly percent: number
  /** How many wait for somebody to do something. */
  readonly attention: number
}

export function addUp(uploads: readonly Upload[]): Totals {
  const sum = (count: (upload: Upload) => number) => uploads.reduce((total, upload) => total + count(upload), 0)
  const bytes = sum(({ size }) => size)
  const sentBytes = sum(countSent)
  const arrived = sum(({ state }) => Number(state === 'arrived'))
  const isDone = arrived === uploads.length
  return {
    count: uploads.length,
    arrived,
    bytes,
    sentBytes,
    bytesLeft: sum(upload => (isRunning(upload) ? upload.size - upload.sentBytes : 0)),
    percent: isDone ? 100 : toPercent(sentBytes, bytes),
    attention: sum(({ state }) => Number(state === 'failed' || state === 'file missing')),
  }
}

function countSent({ state, size, sentBytes }: Upload): number {
  return state === 'arrived' ? size : sentBytes
}

export function isRunning({ state }: Upload): boolean {
  return state === 'sending' || state === 'waiting'
}

/** A whole number that is 100 only at the end. */
export function toPercent(part: number, whole: number): number {
  return Math.floor((part / Math.max(whole, 1)) * 100)
}
