import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The network address of the caller: the nearest one that is no trusted proxy. What a proxy wrote that is no address
 * leaves the proxy's own.
 */
export function readCallerAddress(request: FastifyRequest): string {
  // A caller that has gone before it was answered has no address any more.
  const told = (request.ip ?? '').replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(told) === 0 ? (request.socket.remoteAddress ?? 'unknown') : told
}

/** What counts as one caller: an address of IPv4, and of IPv6 its /64, which one subscriber owns as a whole. */
export function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (isIP(plain) !== 6) return plain
  return `${expand(plain.split('%', 1)[0]!).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address of IPv6, without leading zeros. */
function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map(group => group.replace(/^0+(?=.)/, '')))
  if (tail === undefined) return groups(head)
  const [left, right] = [groups(head), groups(tail)]
  // An address of IPv4 at the end stands for two groups.
  const length = right.length + left.length + (address.includes('.') ? 1 : 0)
  return [...left, ...new Array<string>(Math.max(0, 8 - length)).fill('0'), ...right]
}
