import { type AccountRight, type Client, listAll, type Production, signIn, toArray, type User } from '@rushes/client'

/** Someone who has signed in, with what they may enter. */
export interface Arrival {
  readonly api: Client
  readonly user: User
  readonly accounts: readonly AccountRight[]
  readonly productions: readonly Production[]
}

/** An account in one of these states is kept, but nobody works in it. */
const closed = new Set(['canceled', 'expired', 'suspended', 'trial_ended'])

/** Signs in and reads who that is and where they may go. `getCode` is asked where a second factor is on. */
export async function arrive(
  baseUrl: string,
  username: string,
  password: string,
  getCode: () => string | Promise<string>,
): Promise<Arrival> {
  const api = await signIn({ baseUrl, username, password, getCode })
  const user = await api.authentication.getCurrentUser()
  const rights = await toArray(listAll(api.accounts.listAccountRights, { id: user.id }))
  const accounts = rights.filter(({ subscriptionStatus = 'active' }) => !closed.has(subscriptionStatus))
  const productions = await toArray(listAll(api.productions.listProductions, {}))
  return { api, user, accounts, productions }
}
