import type { AccessTokenCreation } from '@rushes/contract'
import type { Call } from '../command.ts'
import { openClient } from '../service/session.ts'
import { readInstant } from './share-create.ts'

interface CreateOptions {
  readonly expires?: string
  readonly right?: readonly string[]
}

/** Creates an API token of the signed-in user, which is shown once. */
export async function run(call: Call<CreateOptions, readonly [label: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const expires = options.expires === undefined ? undefined : readInstant(options.expires, Date.now())
  const api = await openClient(call)
  const { id } = await api.authentication.getCurrentUser()
  const rights = options.right?.map(name => name.toUpperCase()) as AccessTokenCreation['rights']
  const body = { label: args[0], ...(expires && { expires }), ...(rights && { rights }) }
  const token = await api.authentication.createAccessToken({ id, body, signal })
  terminal.show(token, () => [token.token ?? ''])
  if (!terminal.isJson) terminal.tell(`Token ${token.id} is shown this once`)
}
