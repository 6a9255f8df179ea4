import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type MailConfig, parseMailFrom, parseSmtpUrl } from '../events/outbox/mail/mail-config.ts'
import { type LogConfig, parseLogFormat, parseLogLevel } from '../log/log-config.ts'
import { defaultSignOn, parseCreateFor, parseIssuer, parseMatch, type SignOnConfig } from './sign-on.ts'
import {
  type OutboundTarget,
  parseAny,
  parseDatabaseUrl,
  parseEmail,
  parseHost,
  parseMebibytes,
  parseOutboundAllow,
  parsePath,
  parsePort,
  parsePublicUrl,
  parseRole,
  parseSearchUrl,
  parseSeconds,
  parseSecret,
  parseStorage,
  parseUsername,
  type Role,
  type StorageConfig,
} from './values.ts'
import { parseVolumes, type Volumes } from './volumes.ts'
import {
  defaultWall,
  parseMaxConnections,
  parseOrigins,
  parseProxies,
  parseRateLimit,
  type WallConfig,
} from './wall.ts'

export type { OutboundTarget, Role, StorageConfig } from './values.ts'

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
  /** Most memory for a copy of the search index, in MiB; 0: none. */
  readonly searchMemoryMib: number
  /** A media process that does nothing for so long is killed. */
  readonly mediaStallMs: number
  readonly admin: AdminConfig
  readonly role: Role
  /** Absent: one is created under the data folder. */
  readonly secret: string | undefined
  /** The key before this one, while the key is changed. */
  readonly previousSecret: string | undefined
  readonly outboundAllow: readonly OutboundTarget[]
  /** Folders that deliveries are copied to, by their handles. */
  readonly volumes: Volumes
  readonly wall: WallConfig
  readonly signOn: SignOnConfig
  /** Absent: no mail is sent. */
  readonly mail: MailConfig | undefined
  /** A JSON file of the speech engines that all accounts may use; absent: none. */
  readonly speechEnginesFile: string | undefined
  readonly log: LogConfig
  /** A file with a number of milliseconds that is added to the clock. */
  readonly testClockFile: string | undefined
}

/** The first user; without a password a random one is made. */
export interface AdminConfig {
  readonly username: string
  readonly password: string | undefined
  readonly email: string
}

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
  searchMemory: variable(
    'RUSHES_SEARCH_MEMORY_MIB',
    '1024',
    'most MiB for the copy of a large search index in memory; 0: none, searches are answered by the database alone',
    parseMebibytes,
  ),
  mediaStall: variable(
    'RUSHES_MEDIA_STALL_SECONDS',
    '60',
    'a media process that does nothing for so long is killed, and its work is tried again',
    parseSeconds,
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
    'key that signs links and seals stored secrets, 16 characters or more; a start with another one is refused',
    parseSecret,
  ),
  previousSecret: variable(
    'RUSHES_SECRET_PREVIOUS',
    'unset',
    'the key until now, when RUSHES_SECRET is a new one',
    parseSecret,
  ),
  outboundAllow: variable(
    'RUSHES_OUTBOUND_ALLOW',
    'empty',
    'comma-separated hosts or CIDR ranges of the own network that outbound calls may reach',
    parseOutboundAllow,
  ),
  volumes: variable(
    'RUSHES_VOLUMES',
    'empty',
    'comma-separated folders that deliveries are copied to, by the `volumeAccessHandle` of their requests: nas=/mnt/deliveries',
    parseVolumes,
  ),
  corsOrigins: variable(
    'RUSHES_CORS_ORIGINS',
    'empty',
    'comma-separated origins of other sites whose pages may use the interface, with a token in the header',
    parseOrigins,
  ),
  trustedProxies: variable(
    'RUSHES_TRUSTED_PROXIES',
    'empty',
    "comma-separated addresses or CIDR ranges of proxies whose X-Forwarded-For tells the caller's address",
    parseProxies,
  ),
  rateLimit: variable(
    'RUSHES_RATE_LIMIT',
    '200,1000',
    "requests a second of one token and of one address, ten seconds' worth at once; or off",
    parseRateLimit,
  ),
  maxConnections: variable('RUSHES_MAX_CONNECTIONS', '10000', 'connections open at a time', parseMaxConnections),
  smtpUrl: variable(
    'RUSHES_SMTP_URL',
    'unset',
    'smtp://user:password@host:587 or smtps://host: the server that takes mail; unset: none is sent',
    parseSmtpUrl,
  ),
  mailFrom: variable(
    'RUSHES_MAIL_FROM',
    'unset',
    'whom mail comes from, like Rushes <rushes@example.org>; needed with RUSHES_SMTP_URL',
    parseMailFrom,
  ),
  speechEngines: variable(
    'RUSHES_SPEECH_ENGINES',
    'unset',
    'JSON file of the speech engines, servers or commands, that all accounts may use',
    parsePath,
  ),
  redirectAllow: variable(
    'RUSHES_REDIRECT_ALLOW',
    'empty',
    'comma-separated origins of other sites to which a login or logout may send a browser',
    parseOrigins,
  ),
  oidcIssuer: variable(
    'RUSHES_OIDC_ISSUER',
    'unset',
    'address of the identity provider (OpenID Connect) through which users may sign in',
    parseIssuer,
  ),
  oidcClientId: variable('RUSHES_OIDC_CLIENT_ID', 'unset', 'what the identity provider calls this service', parseAny),
  oidcClientSecret: variable(
    'RUSHES_OIDC_CLIENT_SECRET',
    'unset',
    'secret that this service shares with the identity provider; none for a public client',
    parseAny,
  ),
  oidcMatch: variable(
    'RUSHES_OIDC_MATCH',
    'subject',
    'how the provider tells of users that exist: subject (those it has brought), or email (verified on both sides) as well',
    parseMatch,
  ),
  oidcCreate: variable(
    'RUSHES_OIDC_CREATE',
    'nobody',
    'comma-separated domains whose verified addresses get a user at the first sign-on; * for all',
    parseCreateFor,
  ),
  logFormat: variable(
    'RUSHES_LOG',
    'text on a terminal, else json',
    'how the log is written to the standard error output: json (a record per line) or text',
    parseLogFormat,
  ),
  logLevel: variable(
    'RUSHES_LOG_LEVEL',
    'info; warn for text',
    'least level that is logged: fatal, error, warn, info (every request) or debug (health checks as well)',
    parseLogLevel,
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
    searchMemoryMib: read(env, variables.searchMemory) ?? 1024,
    mediaStallMs: (read(env, variables.mediaStall) ?? 60) * 1000,
    admin: Object.freeze({
      username: read(env, variables.adminUsername) ?? 'admin',
      password: read(env, variables.adminPassword),
      email: read(env, variables.adminEmail) ?? 'admin@localhost',
    }),
    role: read(env, variables.role) ?? 'all',
    secret: read(env, variables.secret),
    previousSecret: read(env, variables.previousSecret),
    outboundAllow: read(env, variables.outboundAllow) ?? Object.freeze([]),
    volumes: read(env, variables.volumes) ?? new Map(),
    wall: readWall(env),
    signOn: readSignOn(env),
    mail: readMail(env),
    speechEnginesFile: read(env, variables.speechEngines),
    log: Object.freeze({ format: read(env, variables.logFormat), level: read(env, variables.logLevel) }),
    testClockFile,
  })
}

function readSignOn(env: Environment): SignOnConfig {
  const issuer = read(env, variables.oidcIssuer)
  const clientId = read(env, variables.oidcClientId)
  if (issuer !== undefined && clientId === undefined) {
    throw new ConfigError('RUSHES_OIDC_CLIENT_ID is needed where RUSHES_OIDC_ISSUER is set')
  }
  const provider =
    issuer === undefined || clientId === undefined
      ? undefined
      : Object.freeze({
          issuer,
          clientId,
          clientSecret: read(env, variables.oidcClientSecret),
          matchesByEmail: read(env, variables.oidcMatch)?.matchesByEmail ?? false,
          createFor: read(env, variables.oidcCreate) ?? Object.freeze([]),
        })
  const redirectAllow = read(env, variables.redirectAllow) ?? defaultSignOn.redirectAllow
  return Object.freeze({ redirectAllow, provider })
}

function readWall(env: Environment): WallConfig {
  return Object.freeze({
    corsOrigins: read(env, variables.corsOrigins) ?? defaultWall.corsOrigins,
    trustedProxies: read(env, variables.trustedProxies) ?? defaultWall.trustedProxies,
    rateLimit: (read(env, variables.rateLimit) ?? { limit: defaultWall.rateLimit }).limit,
    maxConnections: read(env, variables.maxConnections) ?? defaultWall.maxConnections,
  })
}

function readMail(env: Environment): MailConfig | undefined {
  const server = read(env, variables.smtpUrl)
  const from = read(env, variables.mailFrom)
  if (server && !from) throw new ConfigError('RUSHES_MAIL_FROM is needed where RUSHES_SMTP_URL is set')
  return server && from ? Object.freeze({ ...server, from }) : undefined
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
