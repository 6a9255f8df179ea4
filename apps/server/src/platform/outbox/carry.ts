import { setTimeout as delay } from 'node:timers/promises'
import { createServiceContext, inTransaction, type Platform } from '../context.ts'
import { unseal } from '../sealed.ts'
import { outboxSignal, sealPurpose } from './put.ts'
import { claimDue, deleteCompletedBefore, settleLetter } from './store.ts'
import type { OutboxRow } from './tables.ts'

/** No later attempt would do better. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
}

/** Takes one letter to where it belongs; throws when it was not taken. `id` is the same at every attempt. */
export type Carry = (content: unknown, letter: { readonly id: number; readonly address: string }) => Promise<void>

/** It also looks without being told. */
const pauseMs = 5_000
/** Longer than an attempt takes; a process that dies keeps its letters waiting for so long. */
const leaseMs = 120_000
const mostAtOnce = 5
const keptForMs = 30 * 24 * 3_600_000
const cleanEveryMs = 3_600_000
const minuteMs = 60_000
/** After each failure; after the last one nothing more is tried. Nearly two days in all. */
const retryDelaysMs = [1, 5, 30, 120, 300, 600, 1440].map(minutes => minutes * minuteMs)

/** Starts to carry what is in the outbox for one carrier; the result stops it. */
export function startCarrying(platform: Platform, carrier: string, carry: Carry): () => Promise<void> {
  const stopping = new AbortController()
  let hint = Promise.withResolvers<void>()
  const wake = () => hint.resolve()
  const unsubscribe = platform.signals.on(outboxSignal, wake)

  async function run(): Promise<void> {
    let cleaned: number | undefined
    while (!stopping.signal.aborted) {
      hint = Promise.withResolvers<void>()
      await work(platform, carrier, carry, stopping.signal).catch(error =>
        platform.log.error({ err: error }, `could not carry ${carrier}`),
      )
      if (cleaned === undefined || performance.now() - cleaned > cleanEveryMs) {
        cleaned = performance.now()
        await deleteCompletedBefore(platform.database, platform.clock.now() - keptForMs).catch(() => {})
      }
      await Promise.race([hint.promise, delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})])
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    unsubscribe()
    wake()
    await running
  }
}

/** Everything that is due now, a few at a time. */
async function work(platform: Platform, carrier: string, carry: Carry, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const now = platform.clock.now()
    const letters = await claimDue(platform.database, carrier, { now, leaseEnds: now + leaseMs, limit: mostAtOnce })
    if (letters.length === 0) return
    await Promise.all(letters.map(letter => attempt(platform, letter, carry)))
  }
}

async function attempt(platform: Platform, letter: OutboxRow, carry: Carry): Promise<void> {
  const error = await take(platform, letter, carry)
  const now = platform.clock.now()
  if (!error) {
    await settleLetter(platform.database, letter, { status: 'SENT', next_attempt: null, completed: now, error: null })
    return
  }
  const reason = error.message.slice(0, 500)
  const wait = error instanceof UndeliverableError ? undefined : retryDelaysMs[letter.attempts - 1]
  platform.log.warn({ outboxId: letter.id, reason }, `${letter.carrier} was not taken`)
  if (wait === undefined) return giveUp(platform, letter, reason)
  const next_attempt = now + Math.round(wait * (1 + Math.random() / 5))
  await settleLetter(platform.database, letter, { status: 'PENDING', next_attempt, completed: null, error: reason })
}

async function take(
  { secret }: Platform,
  { id, address, content }: OutboxRow,
  carry: Carry,
): Promise<Error | undefined> {
  const text = content === null ? undefined : unseal(secret, sealPurpose, content)
  if (text === undefined) return new UndeliverableError('was sealed with another secret of the service')
  try {
    await carry(JSON.parse(text), { id, address })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Says in the production that something did not arrive. */
async function giveUp(platform: Platform, letter: OutboxRow, reason: string): Promise<void> {
  await inTransaction(createServiceContext(platform, 'outbox'), async ctx => {
    const outcome = { status: 'FAILED' as const, next_attempt: null, completed: platform.clock.now(), error: reason }
    await settleLetter(ctx.db, letter, outcome)
    ctx.publish({
      type: 'Notification',
      verb: 'Outbox.fail',
      ...(letter.production_id === null ? {} : { productionId: letter.production_id }),
      message: `A ${letter.carrier} (${letter.kind}) could not be delivered`,
      object: { objectType: 'Letter', id: letter.id, type: letter.carrier, funnel: letter.kind },
    })
  })
}
