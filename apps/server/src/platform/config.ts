import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** The service's settings, checked and frozen. Nothing else reads the environment. */
export interface Config {
  readonly host: string
  /** 0 lets the system choose a free port. */
  readonly port: number
  /** Address that clients use, without a slash at its end; derived from host and port unless it was set. */
  readonly publicUrl: string
  /** Absolute path of the data folder. */
  readonly dataDir: string
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined
  readonly storage: StorageConfig
  /** Address of a Solr collection (`http://…/solr/<collection>`); absent: the search index of the database. */
  readonly searchUrl: string | undefined
  readonly admin: AdminConfig
  readonly role: Role
  /** Absent: one is created under the data folder. */
  readonly secret: string | undefined
  readonly outboundAllow: readonly OutboundTarget[]
  /** A file with a number of milliseconds that is added to the clock. */
  readonly testClockFile: string | undefined
}

export type Role = 'all' | 'api' | 'worker'

/** Where media bytes are kept; `endpoint` and `region` as in the address, absent when it names none. */
export type StorageConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3'
      readonly bucket: string
      /** Without slashes at its ends; empty for the whole bucket. */
      readonly prefix: string
      readonly endpoint: string | undefined
      readonly region: string | undefined
    }

/** The first user; without a password a random one is made. */
export interface AdminConfig {
  readonly username: string
  readonly password: string | undefined
  readonly email: string
}

/** A place in the service's own network that outbound calls may reach. */
export type OutboundTarget =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'range'; readonly address: string; readonly prefixBits: number; readonly family: 'ipv4' | 'ipv6' }

/** A variable that cannot be used: one line that names it and never shows a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** What the documentation tells of a variable. */
export interface ConfigVariable {
  readonly name: string
  /** The default in words or as a value. */
  readonly default: string
  readonly meaning: string
}

type Environment = Readonly<Record<string, string | undefined>>

interface ReadableVariable<T> extends ConfigVariable {
  /** Turns a value that was set into its setting; throws `Error` with the end of the sentence "RUSHES_X …". */
  readonly parse: (value: string) => T
}

function variable<T>(
  name: string,
  byDefault: string,
  meaning: string,
  parse: (value: string) => T,
): ReadableVariable<T> {
  return { name, default: byDefault, meaning, parse }
}

const variables = {
  host: variable('RUSHES_HOST', '127.0.0.1', 'address that the service listens on', parseHost),
  port: variable('RUSHES_PORT', '8080', 'port that the service listens on; 0 for any free one', parsePort),
  publicUrl: variable('RUSHES_PUBLIC_URL', 'derived', 'address clients use; the base of every link', parsePublicUrl),
  dataDir: variable('RUSHES_DATA', './data', 'folder of the embedded database, media files and logs', parsePath),
  databaseUrl: variable('RUSHES_DATABASE_URL', 'embedded', 'postgres://… for an external PostgreSQL', parseDatabaseUrl),
  storage: variable(
    'RUSHES_STORAGE_URL',
    'disk under RUSHES_DATA',
    's3://bucket/prefix?endpoint=…&region=… for an object store',
    parseStorage,
  ),
  searchUrl: variable(
    'RUSHES_SEARCH_URL',
    'embedded',
    'solr+http://host:8983/solr/<collection> for a Solr server',
    parseSearchUrl,
  ),
  adminUsername: variable(
    'RUSHES_ADMIN_USERNAME',
    'admin',
    'name of the first user, made on the first start',
    parseUsername,
  ),
  adminPassword: variable(
    'RUSHES_ADMIN_PASSWORD',
    'random',
    'password of the first user; a random one is printed once',
    parseAny,
  ),
  adminEmail: variable('RUSHES_ADMIN_EMAIL', 'admin@localhost', 'email address of the first user', parseEmail),
  role: variable('RUSHES_ROLE', 'all', 'what this process does: all, api or worker', parseRole),
  secret: variable(
    'RUSHES_SECRET',
    'created under RUSHES_DATA',
    'key for signed links and stored second-factor secrets, 16 characters or more',
    parseSecret,
  ),
  outboundAllow: variable(
    'RUSHES_OUTBOUND_ALLOW',
    'empty',
    'comma-separated hosts or CIDR ranges of the own network that outbound calls may reach',
    parseOutboundAllow,
  ),
  testClock: variable(
    'RUSHES_TEST_CLOCK',
    'unset',
    'file whose content is a number of milliseconds added to the clock; only with NODE_ENV=test',
    parsePath,
  ),
}

/** Every variable, in the order of the documentation. */
export const configVariables: readonly ConfigVariable[] = Object.values(variables)

/** Reads and checks every variable; an empty one counts as unset. Throws `ConfigError` for the first bad one. */
export function readConfig(env: Environment): Config {
  const host = read(env, variables.host) ?? '127.0.0.1'
  const port = read(env, variables.port) ?? 8080
  const testClockFile = read(env, variables.testClock)
  if (testClockFile !== undefined && env.NODE_ENV !== 'test') {
    throw new ConfigError('RUSHES_TEST_CLOCK is for tests: it is refused unless NODE_ENV=test')
  }
  return Object.freeze({
    host,
    port,
    publicUrl: read(env, variables.publicUrl) ?? derivePublicUrl(host, port),
    dataDir: read(env, variables.dataDir) ?? resolve('data'),
    databaseUrl: read(env, variables.databaseUrl),
    storage: read(env, variables.storage) ?? Object.freeze({ kind: 'disk' }),
    searchUrl: read(env, variables.searchUrl),
    admin: Object.freeze({
      username: read(env, variables.adminUsername) ?? 'admin',
      password: read(env, variables.adminPassword),
      email: read(env, variables.adminEmail) ?? 'admin@localhost',
    }),
    role: read(env, variables.role) ?? 'all',
    secret: read(env, variables.secret),
    outboundAllow: read(env, variables.outboundAllow) ?? Object.freeze([]),
    testClockFile,
  })
}

/** The address of a service on `host` and `port`; one that listens everywhere is reached as localhost. */
export function derivePublicUrl(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

function read<T>(env: Environment, { name, parse }: ReadableVariable<T>): T | undefined {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  try {
    return parse(value)
  } catch (error) {
    throw new ConfigError(`${name} ${error instanceof Error ? error.message : error}`)
  }
}

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i

function isHost(text: string): boolean {
  // A name of digits and dots alone would be a mistyped address.
  return isIP(text) !== 0 || (hostName.test(text) && !/^[\d.]+$/.test(text))
}

function parseHost(value: string): string {
  if (!isHost(value)) throw new Error('must be an IP address or a host name, such as 127.0.0.1 or 0.0.0.0')
  return value
}

function parsePort(value: string): number {
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new Error('must be a whole number from 0 to 65535')
  return port
}

function parseUrl(value: string, protocols: readonly string[], shape: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) throw new Error(`must be an address like ${shape}`)
  return url
}

function parsePublicUrl(value: string): string {
  const url = parseUrl(value, ['http:', 'https:'], 'https://media.example.org')
  if (url.search || url.hash || url.username || url.password) {
    throw new Error('must be an address without user, query and fragment, like https://media.example.org')
  }
  return url.href.replace(/\/+$/, '')
}

function parsePath(value: string): string {
  if (value.includes('\0') || value.includes('\n')) throw new Error('must be the path of a file or folder')
  return resolve(value)
}

function parseDatabaseUrl(value: string): string {
  const shape = 'postgres://user:password@host:5432/database (with / ? # @ in the password written as %2F %3F %23 %40)'
  const url = parseUrl(value, ['postgres:', 'postgresql:'], shape)
  const hasHost = url.hostname !== '' || url.searchParams.has('host')
  if (!hasHost || url.pathname.length < 2 || url.hash !== '') throw new Error(`must be an address like ${shape}`)
  return value
}

function parseStorage(value: string): StorageConfig {
  const shape = 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1'
  const url = parseUrl(value, ['s3:'], shape)
  if (url.username || url.password) throw new Error('must not hold credentials')
  const bucket = url.hostname
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error(`must name a bucket, like ${shape}`)
  for (const key of url.searchParams.keys()) {
    if (key !== 'endpoint' && key !== 'region') throw new Error(`knows endpoint and region, not ${JSON.stringify(key)}`)
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined) parseUrl(endpoint, ['http:', 'https:'], shape)
  const region = url.searchParams.get('region') ?? undefined
  if (region !== undefined && !/^[a-z0-9-]+$/i.test(region)) throw new Error('must name a region like eu-central-1')
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return Object.freeze({ kind: 's3', bucket, prefix, endpoint, region })
}

function parseSearchUrl(value: string): string {
  const shape = 'solr+http://host:8983/solr/<collection>'
  const { host, pathname } = parseUrl(value, ['solr+http:', 'solr+https:'], shape)
  if (host === '' || !/^\/solr\/[\w.-]+\/?$/.test(pathname)) throw new Error(`must be an address like ${shape}`)
  return value.slice('solr+'.length).replace(/\/$/, '')
}

function parseUsername(value: string): string {
  if (value.trim() !== value || value.length > 255)
    throw new Error('must be 1 to 255 characters without spaces at its ends')
  return value
}

function parseAny(value: string): string {
  return value
}

function parseEmail(value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new Error('must be an email address')
  return value
}

function parseRole(value: string): Role {
  if (value === 'all' || value === 'api' || value === 'worker') return value
  throw new Error('must be all, api or worker')
}

function parseSecret(value: string): string {
  if (value.length < 16) throw new Error('must be 16 characters or more')
  return value
}

function parseOutboundAllow(value: string): readonly OutboundTarget[] {
  const entries = value.split(',').map(entry => entry.trim())
  return Object.freeze(entries.filter(entry => entry !== '').map(entry => Object.freeze(parseOutboundTarget(entry))))
}

function parseOutboundTarget(entry: string): OutboundTarget {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = toFamily(isIP(address))
  if (family === undefined) {
    if (bits !== undefined || !isHost(address)) throw new Error(toOutboundReason(entry))
    return { kind: 'host', host: address.toLowerCase() }
  }
  const maxBits = family === 'ipv4' ? 32 : 128
  const prefixBits = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (rest.length > 0 || !(prefixBits <= maxBits)) throw new Error(toOutboundReason(entry))
  return { kind: 'range', address, prefixBits, family }
}

function toFamily(version: number): 'ipv4' | 'ipv6' | undefined {
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined
}

function toOutboundReason(entry: string): string {
  return `must list hosts or CIDR ranges such as intranet.example or 10.0.0.0/8, not ${JSON.stringify(entry)}`
}
