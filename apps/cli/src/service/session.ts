/** The way from a call to the service: which one, as whom, and in which production. */

import { type Client, createClient, listAll } from '@rushes/client'
import { type Production, ServiceError } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { defaultProfile, findProfile, type Profile } from './credentials.ts'

export const usualUrl = 'http://127.0.0.1:8080'

/** The name of the profile that a call means. */
export function toProfileName({ options, env }: Pick<Call, 'options' | 'env'>): string {
  return options.profile ?? (env.RUSHES_PROFILE || defaultProfile)
}

/** The profile that a call means; throws when one was named that is not there. */
async function readProfile(call: Call): Promise<Profile | undefined> {
  const name = toProfileName(call)
  const profile = await findProfile(call.env, name)
  if (!profile && name !== defaultProfile) {
    throw new CommandError('not signed in', `There is no profile ${name}`, `Make it: rushes login --profile ${name}`)
  }
  return profile
}

/** The address that was named by an option or the environment, without a slash at its end. */
export function findNamedUrl({ options, env }: Pick<Call, 'options' | 'env'>): string | undefined {
  const named = options.url ?? (env.RUSHES_URL || undefined)
  return named === undefined ? undefined : toServiceUrl(named)
}

function toServiceUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(
      'usage',
      `${text} is no address of a service`,
      `Like ${usualUrl} or https://media.example.org`,
    )
  }
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
}

/** The client of the signed-in user. A token is sent to its own service only. */
export async function openClient(call: Call): Promise<Client> {
  const named = findNamedUrl(call)
  const given = call.env.RUSHES_TOKEN || undefined
  const profile = given === undefined ? await readProfile(call) : await findProfile(call.env, toProfileName(call))
  const url = named ?? profile?.url ?? usualUrl
  const token = given ?? (profile?.url === url ? profile.token : undefined)
  if (token === undefined) {
    throw new CommandError(
      'not signed in',
      `Nobody is signed in at ${url}`,
      `Sign in with \`rushes login --url ${url}\`, or set RUSHES_TOKEN.`,
    )
  }
  return createClient({ baseUrl: url, token })
}

/** The option that names a production. */
export interface ProductionOptions {
  readonly production?: string
}

/** The client, and the production that a call names by its id or its name. */
export async function openProduction(call: Call<ProductionOptions>): Promise<{ api: Client; prId: number }> {
  const named = call.options.production ?? (call.env.RUSHES_PRODUCTION || undefined)
  if (named === undefined) {
    throw new CommandError(
      'usage',
      'In which production?',
      'Name it with --production, or set RUSHES_PRODUCTION; `rushes production list` tells which there are.',
    )
  }
  const api = await openClient(call)
  return { api, prId: await findProduction(api, named) }
}

async function findProduction(api: Client, named: string): Promise<number> {
  if (/^\d{1,15}$/.test(named)) {
    const found = await api.productions.getProduction({ prId: Number(named) }).catch(error => {
      if (error instanceof ServiceError && error.status === 404) return undefined
      throw error
    })
    if (found) return found.id
  }
  const namesakes: Production[] = []
  for await (const production of listAll(api.productions.listProductions, {})) {
    if (production.name === named) namesakes.push(production)
  }
  const [first, second] = namesakes
  if (first && !second) return first.id
  if (!first) {
    throw new CommandError(
      'not found',
      `There is no production ${named} that you may enter`,
      '`rushes production list` tells which there are.',
    )
  }
  const ids = namesakes.map(({ id }) => id).join(', ')
  throw new CommandError('refused', `Several productions are called ${named}: ${ids}`, 'Name one by its id.')
}

/** The address that a call's errors are about, as far as it is known. */
export async function findAskedUrl(call: Call): Promise<string> {
  const profile = await findProfile(call.env, toProfileName(call)).catch(() => undefined)
  return findNamedUrl(call) ?? profile?.url ?? usualUrl
}
