/**
 * Leases and due times of rows.
 *
 *     lease      a row belongs to one process until `leased_until`, by the clock of the database; the holder renews it
 *     due time   by the clock of the service, as all times that people are shown
 *
 * Clocks are set back, and processes die. So a time that is further ahead than it can have been set counts as passed,
 * and a process that has the database to itself ends the leases of its predecessor when it starts.
 */

import { hostname } from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import { repeat } from './repeat.ts'

/** How long a silent process keeps what it leased. */
export const leaseMs = 10_000

/** A name for this process that no other process has, alive or dead. */
export function createInstanceName(): string {
  return `${hostname()}/${process.pid}/${crypto.randomUUID().slice(0, 8)}`
}

/** The clock of the database in epoch milliseconds, and so many more. */
export function databaseTime(offsetMs = 0): RawBuilder<number> {
  return sql<number>`((extract(epoch from clock_timestamp()) * 1000)::bigint + ${offsetMs}::bigint)`
}

/** Whether nobody holds the lease of a row. */
export const isFree = sql<boolean>`(leased_until <= ${databaseTime()} or leased_until > ${databaseTime(leaseMs)})`

/** Whether no other process holds the lease of a row; who asks works on nothing of its own at that moment. */
export function isFreeFor(holder: string): RawBuilder<boolean> {
  return sql<boolean>`(lease_holder = ${holder} or ${isFree})`
}

/** Whether a time in this column has come, which is never set further ahead than `maxWait`. */
export function isDue(column: string, now: number, maxWait: RawBuilder<number>): RawBuilder<boolean> {
  const time = sql.ref(column)
  return sql<boolean>`(${time} <= ${now}::bigint or ${time} > ${now}::bigint + ${maxWait})`
}

/** Renews a lease until it ends or is lost; `lost` is aborted then. */
export function renewLease(renew: () => Promise<boolean>): { readonly lost: AbortSignal; end(): Promise<void> } {
  const losing = new AbortController()
  let renewing = Promise.resolve()
  const stop = repeat(leaseMs / 3, () => {
    // A database that cannot be reached has not said that the lease is lost.
    renewing = renewing.then(renew).then(
      isHeld => void (isHeld || losing.abort()),
      () => {},
    )
  })
  return {
    lost: losing.signal,
    async end() {
      stop()
      await renewing
    },
  }
}
