import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'

/** Ends shares. */
export async function run(call: Call<ProductionOptions, readonly string[]>): Promise<void> {
  const { args, signal, terminal } = call
  const ids = args.map(text => readId(text, 'share'))
  const { api, prId } = await openProduction(call)
  const revoke = async (id: number) => api.sharing.deleteShare({ prId, id, signal })
  const { results, failures } = await doAtOnce(ids, 1, id => `Share ${id}`, revoke, { signal, tell: terminal.tell })
  terminal.show(
    results.map(({ id }) => ({ id })),
    () => results.map(({ id }) => `Share ${id} has ended`),
  )
  const failure = sumUp(failures, ids.length, 'shares')
  if (failure) throw failure
}
