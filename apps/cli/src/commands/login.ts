import { createClient, signIn } from '@rushes/client'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { findProfile, keepProfile } from '../service/credentials.ts'
import { findNamedUrl, toProfileName, usualUrl } from '../service/session.ts'
import { type Asker, openAsker } from '../terminal/asking.ts'

type LoginCall = Call<{ remember?: true; withToken?: true }, readonly [username?: string]>

/** Signs in by password, by password and code, or with an API token, and keeps the token. */
export async function run(call: LoginCall): Promise<void> {
  const name = toProfileName(call)
  const url = findNamedUrl(call) ?? (await findProfile(call.env, name))?.url ?? usualUrl
  const asker = openAsker(call)
  try {
    const token = call.options.withToken ? await asker.ask('API token', 'secret') : await askAndSignIn(call, url, asker)
    const user = await createClient({ baseUrl: url, token }).authentication.getCurrentUser()
    await keepProfile(call.env, name, { url, token, username: user.username })
    call.terminal.show({ id: user.id, username: user.username, url, profile: name }, () => [
      `${user.username} is signed in at ${url}`,
    ])
  } finally {
    asker.close()
  }
}

async function askAndSignIn({ args: [given], options }: LoginCall, baseUrl: string, asker: Asker): Promise<string> {
  const username = given ?? (await asker.ask('User name'))
  const api = await signIn({
    baseUrl,
    username,
    password: await asker.ask('Password', 'secret'),
    rememberMe: options.remember === true,
    getCode: async () => (await asker.ask('Code of the second factor')).replaceAll(/\s/g, ''),
  })
  const token = await api.options.tokens?.get()
  if (token === undefined) throw new CommandError('failed', 'The service gave no token')
  return token
}
