import { listAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'

/** Lists the shares of a production. */
export async function run(call: Call<ProductionOptions>): Promise<void> {
  const { api, prId } = await openProduction(call)
  const shares = await Array.fromAsync(listAll(api.sharing.listShares, { prId, signal: call.signal }))
  call.terminal.showTable(shares, [
    ['id', share => share.id],
    ['collection', share => share.editorialObjectId],
    ['label', share => share.label],
    ['permissions', share => share.permissions?.join(' ')],
    ['expires', share => toTime(share.expires)],
    ['password', share => (share.passwordProtected ? 'yes' : '')],
  ])
}
