import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'
import { addRecipients, listLinks, type MailOptions, readRecipients } from './recipients.ts'

/** Gives people links of their own to a share; prints them. */
export async function run(
  call: Call<ProductionOptions & MailOptions, readonly [share: string, ...recipients: string[]]>,
): Promise<void> {
  const [share, ...texts] = call.args
  const id = readId(share, 'share')
  const recipients = readRecipients(texts, call.options)
  const { added, failure } = await addRecipients(call, await openProduction(call), id, recipients)
  call.terminal.show(added, () => listLinks(added))
  if (failure) throw failure
}
