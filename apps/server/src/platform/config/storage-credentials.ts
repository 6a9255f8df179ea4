/** Credentials of an object store, from where other programs look for them, in the same order. */

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

/** Proves to an object store who asks. */
export interface StorageCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** Who gives out credentials that expire. */
export type RoleSource =
  | {
      readonly kind: 'web identity'
      /** A file with a token, which its writer replaces from time to time. */
      readonly tokenFile: string
      readonly roleArn: string
      readonly sessionName: string
      /** Address of the token service; absent: Amazon's of the region. */
      readonly endpoint: string | undefined
    }
  | {
      readonly kind: 'container'
      readonly url: string
      readonly token: string | undefined
      /** Comes before `token`. */
      readonly tokenFile: string | undefined
    }
  | { readonly kind: 'instance'; readonly endpoint: string }

/** Where the agents of containers and machines answer without TLS: they are on the machine itself. */
const agentHosts = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'localhost', '[::1]']
const containerAgent = 'http://169.254.170.2'
const instanceAgent = 'http://169.254.169.254'

/**
 * The credentials of the environment: variables, a profile of the shared file, then those of a role, by web identity, of
 * the container, of the machine. Undefined where there are none. Throws `Error` with one line.
 */
export function readStorageCredentials(env: Environment): StorageCredentials | RoleSource | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (accessKeyId && secretAccessKey) {
    return Object.freeze({ accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined })
  }
  const profile = readProfile(env)
  // Somebody who names a profile does not mean another identity.
  if (profile || env.AWS_PROFILE) return profile
  return readWebIdentity(env) ?? readContainer(env) ?? readInstance(env)
}

function readWebIdentity(env: Environment): RoleSource | undefined {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: roleArn } = env
  if (!tokenFile) return undefined
  if (!roleArn) throw new Error('AWS_ROLE_ARN is needed where AWS_WEB_IDENTITY_TOKEN_FILE is set')
  const endpoint = env.AWS_ENDPOINT_URL_STS || undefined
  if (endpoint !== undefined) parseAddress('AWS_ENDPOINT_URL_STS', endpoint)
  return Object.freeze({
    kind: 'web identity',
    tokenFile,
    roleArn,
    sessionName: env.AWS_ROLE_SESSION_NAME || 'rushes',
    endpoint,
  })
}

function readContainer(env: Environment): RoleSource | undefined {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = env
  if (!path && !full) return undefined
  const url = path
    ? parseAddress('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', containerAgent + path)
    : parseAddress('AWS_CONTAINER_CREDENTIALS_FULL_URI', full!)
  const isLoopback = isIP(url.hostname) === 4 && url.hostname.startsWith('127.')
  if (url.protocol !== 'https:' && !isLoopback && !agentHosts.includes(url.hostname)) {
    throw new Error('AWS_CONTAINER_CREDENTIALS_FULL_URI must be https, or an address of the machine itself')
  }
  return Object.freeze({
    kind: 'container',
    url: url.href,
    token: env.AWS_CONTAINER_AUTHORIZATION_TOKEN || undefined,
    tokenFile: env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE || undefined,
  })
}

function readInstance(env: Environment): RoleSource | undefined {
  if (env.AWS_EC2_METADATA_DISABLED?.toLowerCase() === 'true') return undefined
  const endpoint = env.AWS_EC2_METADATA_SERVICE_ENDPOINT || instanceAgent
  return Object.freeze({ kind: 'instance', endpoint: parseAddress('AWS_EC2_METADATA_SERVICE_ENDPOINT', endpoint).href })
}

function parseAddress(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Error(`${name} must be an address`)
  return url
}

function readProfile(env: Environment): StorageCredentials | undefined {
  const path = env.AWS_SHARED_CREDENTIALS_FILE || (env.HOME && join(env.HOME, '.aws', 'credentials'))
  if (!path) return undefined
  try {
    return findProfile(readFileSync(path, 'utf8'), env.AWS_PROFILE || 'default')
  } catch {
    return undefined
  }
}

function findProfile(text: string, profile: string): StorageCredentials | undefined {
  const values = new Map<string, string>()
  let section: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\s*\[\s*(.+?)\s*\]/.exec(line)
    if (heading) section = heading[1]
    const [, name, value] = /^\s*([a-z_]+)\s*=\s*(\S+)\s*$/i.exec(line) ?? []
    if (section === profile && name !== undefined && value !== undefined) values.set(name.toLowerCase(), value)
  }
  const [accessKeyId, secretAccessKey] = [values.get('aws_access_key_id'), values.get('aws_secret_access_key')]
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return Object.freeze({ accessKeyId, secretAccessKey, sessionToken: values.get('aws_session_token') })
}
