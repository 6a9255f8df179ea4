/** Every variable of the environment that the service reads, with what the documentation says of it. */

import { parseRetention } from '../background/retention/periods.ts'
import { parseMailFrom, parseSmtpUrl } from '../events/outbox/mail/mail-config.ts'
import { parseLogFormat, parseLogLevel } from '../log/log-config.ts'
import { parseCreateFor, parseIssuer, parseMatch } from './sign-on.ts'
import {
  parseAny,
  parseDatabaseUrl,
  parseDuration,
  parseEmail,
  parseHost,
  parseMebibytes,
  parseMigrate,
  parseOutboundAllow,
  parsePath,
  parsePoolSize,
  parsePort,
  parsePublicUrl,
  parseRole,
  parseSearchUrl,
  parseSeconds,
  parseSecret,
  parseSendfile,
  parseStorage,
  parseStorageDelivery,
  parseUsername,
} from './values.ts'
import { parseVolumes } from './volumes.ts'
import { parseMaxConnections, parseOrigins, parseProxies, parseRateLimit } from './wall.ts'

/** A variable that cannot be used: one line that names it and never shows a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** What the documentation says about a variable. */
export interface ConfigVariable {
  readonly name: string
  /** The default in words or as a value. */
  readonly default: string
  readonly meaning: string
}

export type Environment = Readonly<Record<string, string | undefined>>

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

export const variables = {
  host: variable('RUSHES_HOST', '127.0.0.1', 'address that the service listens on', parseHost),
  port: variable('RUSHES_PORT', '8080', 'port that the service listens on; 0 for any free one', parsePort),
  publicUrl: variable('RUSHES_PUBLIC_URL', 'derived', 'address clients use; the base of every link', parsePublicUrl),
  dataDir: variable('RUSHES_DATA', './data', 'folder of the embedded database, media files and logs', parsePath),
  databaseUrl: variable(
    'RUSHES_DATABASE_URL',
    'embedded',
    'postgres://… for an external PostgreSQL; postgres://…@a,b/… for one with standbys: the host that accepts writes is used',
    parseDatabaseUrl,
  ),
  pool: variable(
    'RUSHES_DATABASE_POOL',
    '10',
    'most connections of a node to the database at a time; a copy of the search index in memory takes two more',
    parsePoolSize,
  ),
  migrate: variable(
    'RUSHES_MIGRATE',
    'yes',
    'whether a start brings the schema of an external database up to date; no: it waits until `rushes migrate` has',
    parseMigrate,
  ),
  storage: variable(
    'RUSHES_STORAGE_URL',
    'disk under RUSHES_DATA',
    's3://bucket/prefix?endpoint=…&region=…&pathStyle=true for an object store; the credentials are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, in the shared file of AWS, or those of a role',
    parseStorage,
  ),
  storageDelivery: variable(
    'RUSHES_STORAGE_DELIVERY',
    'redirect',
    'how large files of an object store reach clients: redirect (from addresses of the store that are open for a minute) or proxy (through the service)',
    parseStorageDelivery,
  ),
  sendfile: variable(
    'RUSHES_SENDFILE',
    'unset',
    'internal location of an nginx, such as /stored-media/, that sends the media of a disk (X-Accel-Redirect); see guides/install.md',
    parseSendfile,
  ),
  cache: variable(
    'RUSHES_CACHE_MIB',
    '10240',
    'most MiB for local copies of media in an object store, which media tools read; those in use come on top',
    parseMebibytes,
  ),
  searchUrl: variable(
    'RUSHES_SEARCH_URL',
    'embedded',
    'solr+http://host:8983/solr/<collection> for a Solr; of several nodes: solr+http://a:8983,b:8983/solr/<collection>',
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
  role: variable(
    'RUSHES_ROLE',
    'all',
    'what this process does: all, api (answers requests), worker (does tasks) or background; see guides/several-machines.md',
    parseRole,
  ),
  drain: variable(
    'RUSHES_DRAIN_SECONDS',
    '5; 1 with the database of its own',
    'from SIGTERM, when /health/ready turns 503, until new connections are refused',
    parseDuration,
  ),
  stop: variable(
    'RUSHES_STOP_SECONDS',
    '20',
    'after that, the time for requests under way to end before they are cut',
    parseDuration,
  ),
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
    'how the provider identifies users that exist: subject (those it has brought), or email (verified on both sides) as well',
    parseMatch,
  ),
  oidcCreate: variable(
    'RUSHES_OIDC_CREATE',
    'nobody',
    'comma-separated domains whose verified addresses get a user at the first sign-on; * for all',
    parseCreateFor,
  ),
  oidcTrust: variable(
    'RUSHES_OIDC_TRUST',
    'unset',
    'RUSHES_OIDC_ISSUER once more, where its directory is your own: its addresses count as verified; see people.md',
    parseIssuer,
  ),
  logFormat: variable(
    'RUSHES_LOG',
    'text on a terminal, else json',
    'how the log is written: json (a record per line) or text to the standard error output, or file: json to logs/rushes.log in RUSHES_DATA, rotated',
    parseLogFormat,
  ),
  logLevel: variable(
    'RUSHES_LOG_LEVEL',
    'info; warn for text',
    'least level that is logged: fatal, error, warn, info (every request) or debug (health checks as well)',
    parseLogLevel,
  ),
  retention: variable(
    'RUSHES_RETENTION',
    'see How long records are stored',
    'comma-separated records with the days that they are stored: events=90,audit=365',
    parseRetention,
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

/** The setting of a variable; an empty one counts as unset. Throws `ConfigError` for a bad one. */
export function read<T>(env: Environment, { name, parse }: ReadableVariable<T>): T | undefined {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  try {
    return parse(value)
  } catch (error) {
    throw new ConfigError(`${name} ${error instanceof Error ? error.message : error}`)
  }
}
