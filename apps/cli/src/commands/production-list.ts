import { listAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { openClient } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'

/** Lists the productions that the caller may enter. */
export async function run(call: Call): Promise<void> {
  const api = await openClient(call)
  const productions = await Array.fromAsync(listAll(api.productions.listProductions, {}))
  call.terminal.showTable(productions, [
    ['id', production => production.id],
    ['name', production => production.name],
    ['account', production => production.accountName ?? production.accountId],
    ['created', production => toTime(production.created)],
  ])
}
