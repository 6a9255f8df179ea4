/** The owner of an address may stop all mail to it, by a link that only mails to it contain. */

import { type Context, inTransaction, type Platform } from '../../../context.ts'
import { isSignedBy, sign } from '../../../security/tokens.ts'
import { deleteStop, insertStop } from './store.ts'

export function toStopLink({ publicUrl, secret }: Platform, address: string): string {
  return `${publicUrl}/mail/stop?${new URLSearchParams({ address, signature: sign(secret, toSigned(address)) })}`
}

/** Whether it was this service that made the link. */
export function isStopLink({ secret }: Platform, { address, signature }: StopLink): boolean {
  return isSignedBy(secret, toSigned(address), signature)
}

interface StopLink {
  readonly address: string
  readonly signature: string
}

function toSigned(address: string): string {
  return `no mail to ${address}`
}

/** Sends nothing more to an address. */
export async function stopMail(ctx: Context, address: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    await insertStop(ctx.db, address, ctx.platform.clock.now())
    ctx.publish({ type: 'Activity', verb: 'Mail.stop', object: { objectType: 'Address' } })
  })
}

/** Takes that back. */
export async function resumeMail(ctx: Context, address: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    await deleteStop(ctx.db, address)
    ctx.publish({ type: 'Activity', verb: 'Mail.resume', object: { objectType: 'Address' } })
  })
}
