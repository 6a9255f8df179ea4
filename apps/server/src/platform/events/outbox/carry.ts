import { startBackground } from '../../background/background.ts'
import { renewLease } from '../../background/lease.ts'
import { createServiceContext, inTransaction, type Platform, type Transaction } from '../../context.ts'
import { unseal } from '../../security/secrets/sealed.ts'
import { outboxSignal, sealPurpose } from './put.ts'
import { claimDue, endOtherLeases, renewLetterLease, settleLetter } from './store.ts'
import type { OutboxRow } from './tables.ts'

/** No later attempt would do better. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
}

/** Takes one letter to where it belongs; throws when it was not taken. `id` is the same at every attempt. */
export type Carry = (content: unknown, letter: { readonly id: number; readonly address: string }) => Promise<void>

/** What to do about a letter that will not arrive, in the transaction that gives it up. */
export type NoteLoss = (ctx: Transaction, letter: LostLetter) => Promise<void>
export type LostLetter = Pick<OutboxRow, 'kind' | 'production_id' | 'subject_id'> & { readonly reason: string }

/** A signal may have been missed. */
const everyMs = 5_000
const mostAtOnce = 5
const minuteMs = 60_000
/** After each failure; after the last one nothing more is tried. Nearly two days in all. */
const retryDelaysMs = [1, 5, 30, 120, 300, 600, 1440].map(minutes => minutes * minuteMs)
/** Delays are up to this much longer, so that what failed together is not tried together. */
const spread = 0.2
const maxDelaysMs = retryDelaysMs.map(delayMs => Math.ceil(delayMs * (1 + spread)))

/** Starts to carry what is in the outbox for one carrier; the result stops it. */
export function startCarrying(
  platform: Platform,
  carrier: string,
  carry: Carry,
  noteLoss: NoteLoss = async () => {},
): () => Promise<void> {
  const { database } = platform
  let mayHavePredecessor = platform.isAlone
  return startBackground(platform, {
    name: `carrying ${carrier}`,
    everyMs,
    wakeOn: [outboxSignal],
    async run(_, signal) {
      if (mayHavePredecessor) await endOtherLeases(database, carrier, platform.instance)
      mayHavePredecessor = false
      await work(platform, carrier, { carry, noteLoss }, signal)
    },
  })
}

interface Duties {
  readonly carry: Carry
  readonly noteLoss: NoteLoss
}

/** Everything that is due now, a few at a time. */
async function work(platform: Platform, carrier: string, duties: Duties, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { clock, database, instance: holder } = platform
    const letters = await claimDue(database, carrier, { now: clock.now(), holder, limit: mostAtOnce, maxDelaysMs })
    if (letters.length === 0) return
    await Promise.all(letters.map(letter => attempt(platform, letter, duties)))
  }
}

async function attempt(platform: Platform, letter: OutboxRow, { carry, noteLoss }: Duties): Promise<void> {
  const lease = renewLease(() => renewLetterLease(platform.database, letter))
  const error = await take(platform, letter, carry)
  await lease.end()
  const now = platform.clock.now()
  if (!error) {
    await settleLetter(platform.database, letter, { status: 'SENT', next_attempt: null, completed: now, error: null })
    return
  }
  const reason = error.message.slice(0, 500)
  const wait = error instanceof UndeliverableError ? undefined : retryDelaysMs[letter.attempts - 1]
  platform.log.warn({ outboxId: letter.id, reason }, `${letter.carrier} was not taken`)
  if (wait === undefined) return giveUp(platform, letter, reason, noteLoss)
  const next_attempt = now + Math.round(wait * (1 + Math.random() * spread))
  await settleLetter(platform.database, letter, { status: 'PENDING', next_attempt, completed: null, error: reason })
}

async function take(
  { secret }: Platform,
  { id, address, content }: OutboxRow,
  carry: Carry,
): Promise<Error | undefined> {
  const text = content === null ? undefined : unseal(secret, sealPurpose, content)
  if (text === undefined) return new UndeliverableError('it cannot be opened with the key of the service')
  try {
    await carry(JSON.parse(text), { id, address })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Says in the production that something did not arrive. */
async function giveUp(platform: Platform, letter: OutboxRow, reason: string, noteLoss: NoteLoss): Promise<void> {
  await inTransaction(createServiceContext(platform, 'outbox'), async ctx => {
    const outcome = { status: 'FAILED' as const, next_attempt: null, completed: platform.clock.now(), error: reason }
    await settleLetter(ctx.db, letter, outcome)
    await noteLoss(ctx, { ...letter, reason })
    ctx.publish({
      type: 'Notification',
      verb: 'Outbox.fail',
      ...(letter.production_id === null ? {} : { productionId: letter.production_id }),
      message: `A ${letter.carrier} (${letter.kind}) could not be delivered`,
      object: { objectType: 'Letter', id: letter.id, type: letter.carrier, funnel: letter.kind },
    })
  })
}
