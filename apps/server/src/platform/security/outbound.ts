/**
 * Calls to other hosts. A host's addresses are checked where the connection is made, so that no name, no spelling of an
 * address and no answer of a name server that changes leads into the service's own network; redirects are answers.
 */

import { type LookupAddress, lookup } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { OutboundTarget } from '../config/config.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For the whole exchange. */
  readonly timeoutMs: number
  /** Ends the exchange before its time. */
  readonly signal?: AbortSignal | undefined
  /** More of an answer than this is left unread. */
  readonly mostAnswerBytes: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A call that was not made, or was not answered. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  /** The settings do not let the service call there: another attempt will not help. */
  readonly isRefusal: boolean

  constructor(message: string, isRefusal = false) {
    super(message)
    this.isRefusal = isRefusal
  }
}

export interface Outbound {
  /** Throws an OutboundError when there is no answer, or none may be asked for. */
  call(request: OutboundRequest): Promise<OutboundAnswer>
  stop(): void
}

/** The address of a call, or undefined for one that is none: it must be http or https, without a user name. */
export function parseOutboundUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}

/** How names become addresses. */
export type ResolveNames = typeof lookup

export function createOutbound(allowed: readonly OutboundTarget[], resolveNames: ResolveNames = lookup): Outbound {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  const wall = createWall(allowed, resolveNames)
  return {
    async call(request) {
      const url = parseOutboundUrl(request.url)
      if (!url) throw new OutboundError('is no address that can be called')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !wall.mayReach(host, host)) throw refused(host)
      const isSecure = url.protocol === 'https:'
      const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
        agent: isSecure ? agents.https : agents.http,
        method: request.method,
        headers: { 'user-agent': 'Rushes', ...request.headers },
        lookup: wall.lookup,
        signal: AbortSignal.any([AbortSignal.timeout(request.timeoutMs), ...(request.signal ? [request.signal] : [])]),
      })
      const answer = new Promise<OutboundAnswer>((resolve, reject) => {
        outgoing.on('error', reject)
        outgoing.on('response', response => readAnswer(response, request.mostAnswerBytes).then(resolve, reject))
      })
      outgoing.end(request.body)
      return answer.catch(error => {
        throw error instanceof OutboundError ? error : new OutboundError(toReason(error, request.timeoutMs))
      })
    },
    stop() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

async function readAnswer(response: IncomingMessage, most: number): Promise<OutboundAnswer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    // Leaving the loop ends the connection.
    if (length >= most) break
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(parts).subarray(0, most),
  }
}

function toReason(error: NodeJS.ErrnoException, timeoutMs: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return error.code ?? error.message
}

function refused(host: string): OutboundError {
  return new OutboundError(`${host} is in the service's own network (RUSHES_OUTBOUND_ALLOW)`, true)
}

/** What is not the public network, by the registries of special addresses. */
const ownNetwork = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The metadata service of a cloud, at a public address.
  ['168.63.129.16', 32],
] as const) {
  ownNetwork.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  ['::', 96],
  // Addresses of the fourth version in other clothes.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 23],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  ownNetwork.addSubnet(address, bits, 'ipv6')
}

function createWall(allowed: readonly OutboundTarget[], resolveNames: ResolveNames) {
  const ownHost = new BlockList()
  for (const { address, family } of Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])) {
    ownHost.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  const ranges = new BlockList()
  const hosts = new Set<string>()
  for (const target of allowed) {
    if (target.kind === 'host') hosts.add(target.host)
    else ranges.addSubnet(target.address, target.prefixBits, target.family)
  }

  function mayReach(host: string, address: string): boolean {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (hosts.has(host.toLowerCase()) || ranges.check(address, family)) return true
    return !ownNetwork.check(address, family) && !ownHost.check(address, family)
  }

  /** As the system looks names up; one address that may not be reached refuses them all. */
  const lookupChecked: LookupFunction = (host, options, callback) => {
    resolveNames(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || addresses.some(({ address }) => !mayReach(host, address))) {
        return callback(refused(host), [])
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
  return { mayReach, lookup: lookupChecked }
}
