/** Credentials of a role: given out for some hours by the machine, the container or a token service. */

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { RoleSource, StorageCredentials } from '../../config/storage-credentials.ts'
import { StoreUnavailableError } from '../blobs.ts'
import { createExchange } from './exchange.ts'
import { readTag } from './xml.ts'

export type GetCredentials = () => Promise<StorageCredentials>

/** Credentials with the time, in epoch milliseconds, at which they expire. */
type Expiring = StorageCredentials & { readonly expires: number }

const minuteMs = 60_000
/** Somebody may use an address that was signed with them for a minute, and clocks differ. */
const renewBeforeMs = 5 * minuteMs
/** An agent of the machine answers at once or is not there. */
const silenceMs = 2_000
const attempts = 2

/**
 * Gets credentials when they are first asked for and again before they expire. Where nobody renews them, those that have
 * not expired yet are used. Throws StoreUnavailableError.
 */
export function createRoleCredentials(source: RoleSource, region: string, now: () => number): GetCredentials {
  const ask = createAsking()
  let current: Expiring | undefined
  let renewAt = -Infinity
  let renewing: Promise<void> | undefined

  async function renew(): Promise<void> {
    try {
      current = await fetchCredentials(source, region, ask)
      renewAt = Math.max(current.expires - renewBeforeMs, now() + minuteMs)
    } catch (error) {
      if (current === undefined || current.expires <= now()) {
        throw new StoreUnavailableError(`no credentials of the ${source.kind}: ${(error as Error).message}`)
      }
      renewAt = now() + minuteMs / 2
    }
  }

  return async () => {
    if (now() >= renewAt) {
      renewing ??= renew().finally(() => {
        renewing = undefined
      })
      await renewing
    }
    return current!
  }
}

type Ask = (
  url: string,
  request?: { method?: 'GET' | 'PUT' | 'POST'; headers?: object; body?: string },
) => Promise<string>

/** Asks an agent or a token service; gives the text of its answer. */
function createAsking(): Ask {
  const exchange = createExchange(silenceMs)
  return async (url, { method = 'GET', headers = {}, body = '' } = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await exchange(new URL(url), method, new Headers({ ...headers }), body)
        const content = await text(answer)
        if (answer.statusCode === 200) return content
        throw new Error(readTag(content, 'Message') ?? `${new URL(url).host} answers ${answer.statusCode}`)
      } catch (error) {
        if (attempt === attempts) throw error
      }
    }
  }
}

function fetchCredentials(source: RoleSource, region: string, ask: Ask): Promise<Expiring> {
  switch (source.kind) {
    case 'web identity':
      return assumeRole(source, region, ask)
    case 'container':
      return askContainer(source, ask)
    case 'instance':
      return askInstance(source, ask)
  }
}

type SourceOf<Kind extends RoleSource['kind']> = Extract<RoleSource, { kind: Kind }>

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html, which MinIO has as well. */
async function assumeRole(
  { tokenFile, roleArn, sessionName, endpoint }: SourceOf<'web identity'>,
  region: string,
  ask: Ask,
): Promise<Expiring> {
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: await readToken(tokenFile),
  })
  const answer = await ask(endpoint ?? `https://sts.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  return toExpiring(name => readTag(answer, name), 'SessionToken')
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
async function askContainer({ url, token, tokenFile }: SourceOf<'container'>, ask: Ask): Promise<Expiring> {
  const authorization = tokenFile === undefined ? token : await readToken(tokenFile)
  return readAnswer(await ask(url, { headers: authorization === undefined ? {} : { authorization } }))
}

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html, version 2. */
async function askInstance({ endpoint }: SourceOf<'instance'>, ask: Ask): Promise<Expiring> {
  const base = `${endpoint.replace(/\/$/, '')}/latest`
  const lifetime = { 'x-aws-ec2-metadata-token-ttl-seconds': '60' }
  const token = await ask(`${base}/api/token`, { method: 'PUT', headers: lifetime })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = `${base}/meta-data/iam/security-credentials/`
  const [role = ''] = (await ask(roles, { headers })).split('\n')
  return readAnswer(await ask(roles + encodeURIComponent(role.trim()), { headers }))
}

async function readToken(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim()
}

/** Credentials as agents of containers and machines have them. */
function readAnswer(answer: string): Expiring {
  let fields: Record<string, unknown>
  try {
    fields = Object(JSON.parse(answer))
  } catch {
    throw new Error('the answer is not JSON')
  }
  const findText = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  return toExpiring(findText, 'Token')
}

function toExpiring(find: (name: string) => string | undefined, tokenName: string): Expiring {
  const [accessKeyId, secretAccessKey, expiration] = [find('AccessKeyId'), find('SecretAccessKey'), find('Expiration')]
  if (!accessKeyId || !secretAccessKey) throw new Error('the answer has no credentials')
  const expires = expiration === undefined ? Infinity : Date.parse(expiration)
  if (Number.isNaN(expires)) throw new Error('the answer has no readable time of expiry')
  return { accessKeyId, secretAccessKey, sessionToken: find(tokenName), expires }
}
