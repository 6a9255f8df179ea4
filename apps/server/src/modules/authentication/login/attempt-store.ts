import { sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'
import { failureWindowMs, forgetLocksMs, type LoginFailure } from '../policy.ts'

export function findFailure(db: Database, key: string): Promise<LoginFailure | undefined> {
  return db.selectFrom('login_failure').selectAll().where('key', '=', key).executeTakeFirst()
}

/** A count is over when its window has passed, or the lock that it led to has ended. */
const isOver = (now: number) => sql<boolean>`(login_failure.window_start + ${failureWindowMs}::bigint <= ${now}::bigint
  or login_failure.locked_until <= ${now}::bigint)`

/**
 * Counts a try before it is made, unless `limit` tries have failed or are being made, or a lock holds: so of any number
 * at once no more than the limit come through. Gives the count, this try included; nothing when it may not be made.
 */
export async function reserveTry(db: Database, key: string, limit: number, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_failure (key, failures, window_start) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when ${isOver(now)} then 1 else login_failure.failures + 1 end,
      window_start = case when ${isOver(now)} then ${now}::bigint else login_failure.window_start end,
      locks = case when login_failure.locked_until + ${forgetLocksMs}::bigint <= ${now}::bigint then 0 else login_failure.locks end,
      locked_until = case when login_failure.locked_until <= ${now}::bigint then null else login_failure.locked_until end
    where (login_failure.locked_until is null or login_failure.locked_until <= ${now}::bigint)
      and (login_failure.failures < ${limit} or ${isOver(now)})
    returning failures`.execute(db)
  return rows[0]?.failures
}

/** Takes back a try that was not made after all. */
export async function returnTry(db: Database, key: string): Promise<void> {
  await sql`update login_failure set failures = greatest(failures - 1, 0) where key = ${key}`.execute(db)
}

/** Locks a key; of several at once one does it, and gets until when. */
export async function lockKey(
  db: Database,
  key: string,
  { firstMs, mostDoublings, now }: { firstMs: number; mostDoublings: number; now: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ locked_until: number }>`
    update login_failure set locks = locks + 1,
      locked_until = ${now}::bigint + ${firstMs}::bigint * (1 << least(locks, ${mostDoublings}))
    where key = ${key} and (locked_until is null or locked_until <= ${now}::bigint)
    returning locked_until`.execute(db)
  return rows[0]?.locked_until
}

/** Counts a failure of an address, which is to wait from `limit` failures on, twice as long each time. */
export async function addAddressFailure(
  db: Database,
  key: string,
  { limit, firstMs, mostMs, now }: { limit: number; firstMs: number; mostMs: number; now: number },
): Promise<void> {
  await sql`
    insert into login_failure (key, failures, window_start) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when login_failure.window_start + ${failureWindowMs}::bigint <= ${now}::bigint then 1
        else login_failure.failures + 1 end,
      window_start = case when login_failure.window_start + ${failureWindowMs}::bigint <= ${now}::bigint then ${now}::bigint
        else login_failure.window_start end,
      locked_until = case
        when login_failure.window_start + ${failureWindowMs}::bigint <= ${now}::bigint then null
        when login_failure.failures + 1 < ${limit} then null
        else ${now}::bigint + least(${mostMs}::bigint,
          ${firstMs}::bigint * (1::bigint << least(login_failure.failures + 1 - ${limit}, 30)))
        end`.execute(db)
}

/** Whether a refusal is to be kept: once a minute for each key, however many there are. */
export async function noteRefusal(db: Database, key: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update login_failure set refusal_noted = ${now}
    where key = ${key} and (refusal_noted is null or refusal_noted + 60000 <= ${now}::bigint)
    returning key`.execute(db)
  return rows.length > 0
}

export async function clearFailures(db: Database, keys: readonly string[]): Promise<boolean> {
  const deleted = await db.deleteFrom('login_failure').where('key', 'in', keys).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Counts that mean nothing any more. */
export const retainedFailures: RetainedRows = {
  records: 'loginFailures',
  table: 'login_failure',
  key: 'key',
  wasOver: instant => sql<boolean>`(window_start + ${forgetLocksMs}::bigint <= ${instant}::bigint
    and (locked_until is null or locked_until + ${forgetLocksMs}::bigint <= ${instant}::bigint))`,
}
