import { listAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'
import { readId } from './options.ts'

/** Lists the recipients of a share, and what was opened by the link of each. */
export async function run(call: Call<ProductionOptions, readonly [share: string]>): Promise<void> {
  const id = readId(call.args[0], 'share')
  const { api, prId } = await openProduction(call)
  const pages = listAll(api.sharing.listShareRecipients, { prId, id, signal: call.signal })
  call.terminal.showTable(await Array.fromAsync(pages), [
    ['id', recipient => recipient.id],
    ['name', recipient => recipient.name],
    ['address', recipient => recipient.email],
    ['opened', recipient => toTime(recipient.lastOpened)],
    ['clips', recipient => recipient.clipCount],
    ['ended', recipient => toTime(recipient.ended)],
    ['mail', ({ mailed, mailFailure }) => mailFailure ?? toTime(mailed)],
  ])
}
