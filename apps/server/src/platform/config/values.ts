/** How the values of single variables are read: each throws `Error` with the end of the sentence "RUSHES_X …". */

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isEmail } from '@rushes/contract'
import { type Role, roles } from '../background/roles.ts'
import { listHosts, writableAttributes } from '../database/opening/hosts.ts'
import type { RoleSource, StorageCredentials } from './storage-credentials.ts'

/** Where media bytes are. */
export type StorageConfig =
  | { readonly kind: 'disk' }
  | (BucketConfig & {
      /** Or who gives them out; absent: the environment has none. */
      readonly credentials: StorageCredentials | RoleSource | undefined
    })

/** A bucket of an object store; `endpoint` and `region` as in the address, absent when it names none. */
export interface BucketConfig {
  readonly kind: 's3'
  readonly bucket: string
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
  /** Whether the bucket is in the path of addresses rather than in the name of the host. */
  readonly pathStyle: boolean
}

/** A place in the service's own network that outbound calls may reach. */
export type OutboundTarget =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'range'; readonly address: string; readonly prefixBits: number; readonly family: 'ipv4' | 'ipv6' }

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i

function isHost(text: string): boolean {
  // A name of digits and dots alone would be a mistyped address.
  return isIP(text) !== 0 || (hostName.test(text) && !/^[\d.]+$/.test(text))
}

export function parseHost(value: string): string {
  if (!isHost(value)) throw new Error('must be an IP address or a host name, such as 127.0.0.1 or 0.0.0.0')
  return value
}

export function parsePort(value: string): number {
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new Error('must be a whole number from 0 to 65535')
  return port
}

function parseUrl(value: string, protocols: readonly string[], shape: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) throw new Error(`must be an address like ${shape}`)
  return url
}

export function parsePublicUrl(value: string): string {
  const url = parseUrl(value, ['http:', 'https:'], 'https://media.example.org')
  if (url.search || url.hash || url.username || url.password) {
    throw new Error('must be an address without user, query and fragment, like https://media.example.org')
  }
  if (/[^/]/.test(url.pathname)) {
    throw new Error(
      'must be an address without a path, like https://media.example.org: give the service a host of its own',
    )
  }
  return url.origin
}

export function parsePath(value: string): string {
  if (value.includes('\0') || value.includes('\n')) throw new Error('must be the path of a file or folder')
  return resolve(value)
}

export function parseDatabaseUrl(value: string): string {
  const shape = 'postgres://user:password@host:5432/database (with / ? # @ in the password written as %2F %3F %23 %40)'
  for (const host of listHosts(value)) assertOneHost(host, shape)
  const attribute = /[?&]target_session_attrs=([^&]*)/.exec(value)?.[1]
  if (attribute !== undefined && !writableAttributes.includes(attribute)) {
    throw new Error(`must have target_session_attrs=${writableAttributes.join(' or ')}: a service writes`)
  }
  return value
}

function assertOneHost(value: string, shape: string): void {
  const url = parseUrl(value, ['postgres:', 'postgresql:'], shape)
  const hasHost = url.hostname !== '' || url.searchParams.has('host')
  if (!hasHost || url.pathname.length < 2 || url.hash !== '') throw new Error(`must be an address like ${shape}`)
}

/** Connections of a pool. Some things need one while they hold another. */
export function parsePoolSize(value: string): number {
  const size = Number(value)
  if (!/^\d{1,4}$/.test(value) || size < 4) throw new Error('must be a whole number from 4 to 9999')
  return size
}

export function parseMigrate(value: string): { migrates: boolean } {
  if (value !== 'yes' && value !== 'no') throw new Error('must be yes or no')
  return { migrates: value === 'yes' }
}

export function parseStorage(value: string): BucketConfig {
  const shape = 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1'
  const url = parseUrl(value, ['s3:'], shape)
  if (url.username || url.password) throw new Error('must not hold credentials')
  const bucket = url.hostname
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error(`must name a bucket, like ${shape}`)
  for (const key of url.searchParams.keys()) {
    if (key !== 'endpoint' && key !== 'region' && key !== 'pathStyle')
      throw new Error(`knows endpoint, region and pathStyle, not ${JSON.stringify(key)}`)
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined) parseUrl(endpoint, ['http:', 'https:'], shape)
  const region = url.searchParams.get('region') ?? undefined
  if (region !== undefined && !/^[a-z0-9-]+$/i.test(region)) throw new Error('must name a region like eu-central-1')
  const pathStyle = url.searchParams.get('pathStyle') ?? 'false'
  if (pathStyle !== 'true' && pathStyle !== 'false') throw new Error('must say pathStyle=true or pathStyle=false')
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return Object.freeze({ kind: 's3', bucket, prefix, endpoint, region, pathStyle: pathStyle === 'true' })
}

/** How large files of an object store reach clients. */
export type StorageDelivery = 'redirect' | 'proxy'

export function parseStorageDelivery(value: string): StorageDelivery {
  if (value === 'redirect' || value === 'proxy') return value
  throw new Error('must be redirect or proxy')
}

/** The path of an internal location of nginx, with a slash at both ends. */
export function parseSendfile(value: string): string {
  if (!/^\/(?:[\w-]+\/)+$/.test(value))
    throw new Error('must be a path with a slash at both ends, such as /stored-media/')
  return value
}

export function parseSearchUrl(value: string): string {
  const shape =
    'solr+http://host:8983/solr/<collection>, or of several hosts: solr+http://a:8983,b:8983/solr/<collection>'
  if (value.startsWith('solr+zk:')) throw new Error(`must name nodes of Solr, not of ZooKeeper: ${shape}`)
  const [, before = '', hosts = '', after = ''] = /^(solr\+https?:\/\/(?:[^@/]*@)?)([^@/]*)(.*)$/.exec(value) ?? []
  for (const one of hosts.split(',')) {
    const { host, pathname, search } = parseUrl(`${before}${one}${after}`, ['solr+http:', 'solr+https:'], shape)
    const isWhole = host !== '' && /^\/solr\/[\w.-]+\/?$/.test(pathname) && search === ''
    if (!isWhole) throw new Error(`must be an address like ${shape}`)
  }
  return value.slice('solr+'.length).replace(/\/$/, '')
}

export function parseMebibytes(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new Error('must be a whole number of MiB')
  return Number(value)
}

export function parseSeconds(value: string): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : 0
  if (seconds === 0) throw new Error('must be a number of seconds above 0')
  return seconds
}

/** Seconds, as milliseconds. */
export function parseDuration(value: string): number {
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(value)) throw new Error('must be a number of seconds from 0 to 9999')
  return Number(value) * 1000
}

export function parseUsername(value: string): string {
  if (value.trim() !== value || value.length > 255)
    throw new Error('must be 1 to 255 characters without spaces at its ends')
  return value
}

export function parseAny(value: string): string {
  return value
}

export function parseEmail(value: string): string {
  if (!isEmail(value)) throw new Error('must be an email address')
  return value
}

export function parseRole(value: string): Role {
  const role = roles.find(role => role === value)
  if (role === undefined) throw new Error('must be all, api, worker or background')
  return role
}

export function parseSecret(value: string): string {
  if (value.length < 16) throw new Error('must be 16 characters or more')
  return value
}

export function parseOutboundAllow(value: string): readonly OutboundTarget[] {
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
