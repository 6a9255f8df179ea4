import type { Call } from '../command.ts'
import { openClient } from '../service/session.ts'
import { readId } from './options.ts'

/** Ends an API token of the signed-in user at once. */
export async function run(call: Call<object, readonly [token: string]>): Promise<void> {
  const tokenId = readId(call.args[0], 'token')
  const api = await openClient(call)
  const { id } = await api.authentication.getCurrentUser()
  await api.authentication.deleteAccessToken({ id, tokenId, signal: call.signal })
  call.terminal.show({ id: tokenId }, () => [`Token ${tokenId} is revoked`])
}
