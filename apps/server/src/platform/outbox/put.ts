import type { Context, Transaction } from '../context.ts'
import { seal } from '../sealed.ts'
import { countLetters, insertLetter } from './store.ts'

/** Something to be carried out. */
export interface Letter {
  readonly carrier: string
  readonly kind: string
  /** Whom it is for, in the form in which addresses are compared. */
  readonly address: string
  readonly productionId?: number | undefined
  /** What the carrier gets, as JSON. */
  readonly content: unknown
}

/** Wakes the carriers. */
export const outboxSignal = 'outbox'

/** What the content is sealed for. */
export const sealPurpose = 'outbox'

/** Leaves a letter with the transaction: it goes out once that is committed. */
export async function putIntoOutbox(ctx: Transaction, letter: Letter): Promise<void> {
  await insertLetter(ctx.db, {
    ...toColumns(ctx, letter),
    next_attempt: ctx.platform.clock.now(),
    completed: null,
    content: seal(ctx.platform.secret, sealPurpose, JSON.stringify(letter.content)),
    error: null,
  })
  ctx.afterCommit(() => ctx.platform.signals.emit(outboxSignal))
}

/** Notes a letter that is not sent, and why. */
export async function dropLetter(ctx: Transaction, letter: Omit<Letter, 'content'>, reason: string): Promise<void> {
  const now = ctx.platform.clock.now()
  const outcome = { status: 'DROPPED' as const, next_attempt: null, completed: now, content: null, error: reason }
  await insertLetter(ctx.db, { ...toColumns(ctx, letter), ...outcome })
}

function toColumns({ platform }: Context, { carrier, kind, address, productionId }: Omit<Letter, 'content'>) {
  return { carrier, kind, address, production_id: productionId ?? null, created: platform.clock.now() }
}

/** Whether an address was to get as many letters within the time already. Two at once may both be let through. */
export async function isCrowded(
  ctx: Context,
  { carrier, address }: Pick<Letter, 'carrier' | 'address'>,
  { most, withinMs }: { most: number; withinMs: number },
): Promise<boolean> {
  return (await countLetters(ctx.db, carrier, address, ctx.platform.clock.now() - withinMs)) >= most
}
