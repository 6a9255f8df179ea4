import { createClient } from '@rushes/client'
import { ServiceError } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { findProfile, keepProfile } from '../service/credentials.ts'
import { toProfileName } from '../service/session.ts'

/** Ends the session at the service, and forgets it here also where the service had ended it already. */
export async function run(call: Call<{ all?: true }>): Promise<void> {
  const name = toProfileName(call)
  const profile = await findProfile(call.env, name)
  if (!profile) throw new CommandError('not signed in', `Nobody is signed in with the profile ${name}`)
  const api = createClient({ baseUrl: profile.url, token: profile.token })
  try {
    await api.authentication.logout({ body: call.options.all ? { allSessions: true } : {}, signal: call.signal })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 401) throw error
  }
  await keepProfile(call.env, name, undefined)
  call.terminal.show({ username: profile.username, url: profile.url, profile: name }, () => [
    `${profile.username} is signed out of ${profile.url}`,
  ])
}
