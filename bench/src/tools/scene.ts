import { type Client, createClient, createClip } from '@rushes/client'
import { password, type Started } from './processes.ts'

/** A production with a clip, and the first user's way in. */
export interface Scene {
  readonly api: Client
  readonly token: string
  readonly prId: number
  readonly moId: number
}

export async function prepare({ url }: Pick<Started, 'url'>): Promise<Scene> {
  const { token } = await createClient({ baseUrl: url }).authentication.login({
    body: { username: 'admin', password, rememberMe: true },
  })
  const api = createClient({ baseUrl: url, token })
  const me = await api.authentication.getCurrentUser()
  const [account] = (await api.accounts.listAccountRights({ id: me.id })).items
  if (!account) throw new Error('the first user has no account')
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account.id, name: 'Measured' } })
  const { id: moId } = await createClip(api, prId, { name: 'A clip' })
  return { api, token, prId, moId }
}
