import type { Context, Transaction } from '../../../context.ts'
import { dropLetter, isCrowded, putIntoOutbox } from '../index.ts'
import { toMailAddress } from './address.ts'
import { toStopLink } from './stop.ts'
import { isStopped } from './store.ts'
import { type MailText, toSubject, writeHtml, writePlain } from './write.ts'

/** A mail to one person. */
export interface Mail extends MailText {
  /** What it is about: mention, invitation, password, share. */
  readonly kind: string
  readonly to: string
  readonly productionId?: number | undefined
  /** The id of what it is about, of an invitation. */
  readonly subjectId?: number | undefined
}

/** A mail as its carrier gets it. */
export interface WrittenMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly stopLink: string
  /** When it was written, in epoch milliseconds. */
  readonly written: number
}

export const mailCarrier = 'mail'

/** Otherwise anyone who knows an address could fill its mailbox. */
const mostToAddress = 30
const withinMs = 3_600_000

/** Whether this service sends mail. */
export function isMailOn({ platform }: Pick<Context, 'platform'>): boolean {
  return platform.config.mail !== undefined
}

/**
 * Leaves a mail with the transaction; the result says why it was not left. Nothing is sent where the operator has set no mail server, to what is no address,
 * to an address that wants no mail, or to one that has got too many within the hour; the last two are noted.
 */
export async function queueMail(ctx: Transaction, mail: Mail): Promise<string | undefined> {
  const to = toMailAddress(mail.to)
  if (!isMailOn(ctx)) return undefined
  if (to === undefined) return 'mail cannot be sent to this address'
  const address = to.toLowerCase()
  const about = { productionId: mail.productionId, subjectId: mail.subjectId }
  const letter = { carrier: mailCarrier, kind: mail.kind, address, ...about }
  const drop = async (reason: string) => {
    await dropLetter(ctx, letter, reason)
    return reason
  }
  if (await isStopped(ctx.db, address)) return drop('the address wants no mail')
  if (await isCrowded(ctx, letter, { most: mostToAddress, withinMs })) {
    return drop(`the address has got ${mostToAddress} mails within an hour`)
  }
  const stopLink = toStopLink(ctx.platform, address)
  const content: WrittenMail = {
    to,
    subject: toSubject(mail.subject),
    text: writePlain(mail, stopLink),
    html: writeHtml(mail, stopLink),
    stopLink,
    written: ctx.platform.clock.now(),
  }
  await putIntoOutbox(ctx, { ...letter, content })
  return undefined
}
