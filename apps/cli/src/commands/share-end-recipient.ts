import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'

/** Ends the links of recipients; the share goes on for everybody else. */
export async function run(
  call: Call<ProductionOptions, readonly [share: string, ...recipients: string[]]>,
): Promise<void> {
  const { args, signal, terminal } = call
  const [share, ...texts] = args
  const id = readId(share, 'share')
  const ids = texts.map(text => readId(text, 'recipient'))
  const { api, prId } = await openProduction(call)
  const end = (recipientId: number) => api.sharing.endShareRecipient({ prId, id, recipientId, signal })
  const { results, failures } = await doAtOnce(ids, 1, one => `Recipient ${one}`, end, { signal, tell: terminal.tell })
  terminal.show(results, () => results.map(({ name }) => `The link of ${name} has ended`))
  const failure = sumUp(failures, ids.length, 'recipients')
  if (failure) throw failure
}
