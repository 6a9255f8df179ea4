import type { Context, Transaction } from '../../context.ts'
import { type SealedColumn, seal } from '../../security/secrets/sealed.ts'
import { countLetters, insertLetter } from './store.ts'

/** Something to be carried out. */
export interface Letter {
  readonly carrier: string
  readonly kind: string
  /** Whom it is for, in the form in which addresses are compared. */
  readonly address: string
  readonly productionId?: number | undefined
  /** What it is about, for whom it concerns that it did not arrive. */
  readonly subjectId?: number | undefined
  /** What the carrier gets, as JSON. */
  readonly content: unknown
}

/** Wakes the carriers. */
export const outboxSignal = 'outbox'

/** What the content is sealed for. */
export const sealPurpose = 'outbox'
export const sealedLetters: SealedColumn = { table: 'outbox', column: 'content', purpose: sealPurpose }

/** Queues a letter in the transaction: it is sent once that is committed. */
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

function toColumns({ platform }: Context, { carrier, kind, address, ...about }: Omit<Letter, 'content'>) {
  const { productionId = null, subjectId = null } = about
  const created = platform.clock.now()
  return { carrier, kind, address, production_id: productionId, subject_id: subjectId, created }
}

/** Whether an address was to get as many letters within the time already. Two at once may both be let through. */
export async function isCrowded(
  ctx: Context,
  { carrier, address }: Pick<Letter, 'carrier' | 'address'>,
  { most, withinMs }: { most: number; withinMs: number },
): Promise<boolean> {
  return (await countLetters(ctx.db, carrier, address, ctx.platform.clock.now() - withinMs)) >= most
}
