import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { defaultPeriods, type RetentionPeriods } from '../background/retention/periods.ts'
import type { Role } from '../background/roles.ts'
import type { MailConfig } from '../events/outbox/mail/mail-config.ts'
import type { LogConfig } from '../log/log-config.ts'
import { defaultSignOn, type SignOnConfig } from './sign-on.ts'
import { readStorageCredentials } from './storage-credentials.ts'
import type { OutboundTarget, StorageConfig, StorageDelivery } from './values.ts'
import { ConfigError, type Environment, read, variables } from './variables.ts'
import type { Volumes } from './volumes.ts'
import { defaultWall, type WallConfig } from './wall.ts'

export type { Role } from '../background/roles.ts'
export type { OutboundTarget, StorageConfig } from './values.ts'
export { ConfigError, configVariables } from './variables.ts'

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
  /** Most connections to the database at a time. */
  readonly poolSize: number
  /** Whether a start migrates an external database, or waits until somebody has. */
  readonly migrates: boolean
  readonly storage: StorageConfig
  /** Whether large files of an object store are fetched from its own addresses, or through the service. */
  readonly storageDelivery: StorageDelivery
  /** The location of an nginx that sends media from the disk; absent: the service sends it. */
  readonly sendfile: string | undefined
  /** Most MiB for copies of media in an object store on this machine. */
  readonly cacheMib: number
  /** Address of a Solr collection (`http://…/solr/<collection>`); absent: the search index of the database. */
  readonly searchUrl: string | undefined
  /** Most memory for a copy of the search index, in MiB; 0: none. */
  readonly searchMemoryMib: number
  /** A media process that does nothing for so long is killed. */
  readonly mediaStallMs: number
  readonly admin: AdminConfig
  readonly role: Role
  /** From the signal to stop until new connections are refused. */
  readonly drainMs: number
  /** From then on until requests under way are cut. */
  readonly stopMs: number
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
  /** Days that records are stored. */
  readonly retention: RetentionPeriods
  /** A file with a number of milliseconds that is added to the clock. */
  readonly testClockFile: string | undefined
}

/** The first user; without a password a random one is made. */
export interface AdminConfig {
  readonly username: string
  readonly password: string | undefined
  readonly email: string
}

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
    poolSize: read(env, variables.pool) ?? 10,
    migrates: read(env, variables.migrate)?.migrates ?? true,
    storage: readStorage(env),
    storageDelivery: read(env, variables.storageDelivery) ?? 'redirect',
    sendfile: readSendfile(env),
    cacheMib: read(env, variables.cache) ?? 10_240,
    searchUrl: read(env, variables.searchUrl),
    searchMemoryMib: read(env, variables.searchMemory) ?? 1024,
    mediaStallMs: (read(env, variables.mediaStall) ?? 60) * 1000,
    admin: Object.freeze({
      username: read(env, variables.adminUsername) ?? 'admin',
      password: read(env, variables.adminPassword),
      email: read(env, variables.adminEmail) ?? 'admin@localhost',
    }),
    ...readNode(env),
    secret: read(env, variables.secret),
    previousSecret: read(env, variables.previousSecret),
    outboundAllow: read(env, variables.outboundAllow) ?? Object.freeze([]),
    volumes: read(env, variables.volumes) ?? new Map(),
    wall: readWall(env),
    signOn: readSignOn(env),
    mail: readMail(env),
    speechEnginesFile: read(env, variables.speechEngines),
    log: Object.freeze({ format: read(env, variables.logFormat), level: read(env, variables.logLevel) }),
    retention: read(env, variables.retention) ?? defaultPeriods,
    testClockFile,
  })
}

function readSendfile(env: Environment): string | undefined {
  const sendfile = read(env, variables.sendfile)
  if (sendfile !== undefined && readStorage(env).kind !== 'disk') {
    throw new ConfigError('RUSHES_SENDFILE is for media on a disk: leave it out where RUSHES_STORAGE_URL is set')
  }
  return sendfile
}

function readNode(env: Environment): Pick<Config, 'role' | 'drainMs' | 'stopMs'> {
  const role = read(env, variables.role) ?? 'all'
  const isEmbedded = read(env, variables.databaseUrl) === undefined
  if (role !== 'all' && isEmbedded) {
    throw new ConfigError(`RUSHES_ROLE=${role} needs RUSHES_DATABASE_URL: no other node reaches an embedded database`)
  }
  const drainMs = read(env, variables.drain) ?? (isEmbedded ? 1_000 : 5_000)
  return { role, drainMs, stopMs: read(env, variables.stop) ?? 20_000 }
}

function readStorage(env: Environment): StorageConfig {
  const bucket = read(env, variables.storage)
  if (bucket === undefined) return Object.freeze({ kind: 'disk' })
  const region = bucket.region ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || undefined)
  try {
    return Object.freeze({ ...bucket, region, credentials: readStorageCredentials(env) })
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function readSignOn(env: Environment): SignOnConfig {
  const issuer = read(env, variables.oidcIssuer)
  const clientId = read(env, variables.oidcClientId)
  if (issuer !== undefined && clientId === undefined) {
    throw new ConfigError('RUSHES_OIDC_CLIENT_ID is needed where RUSHES_OIDC_ISSUER is set')
  }
  const trusted = read(env, variables.oidcTrust)
  if (trusted !== undefined && trusted !== issuer) {
    throw new ConfigError(`RUSHES_OIDC_TRUST must be what RUSHES_OIDC_ISSUER is, ${issuer ?? 'which is unset'}`)
  }
  const provider =
    issuer === undefined || clientId === undefined
      ? undefined
      : Object.freeze({
          issuer,
          clientId,
          clientSecret: read(env, variables.oidcClientSecret),
          matchesByEmail: read(env, variables.oidcMatch)?.matchesByEmail ?? false,
          trustsAddresses: trusted !== undefined,
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
