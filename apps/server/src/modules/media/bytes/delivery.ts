import type { Readable } from 'node:stream'
import { ServiceError } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { type Exchange, RawReply, toContentDisposition, toWatched } from '../../../platform/http/index.ts'
import { isOriginal, mayShowInline } from '../policy.ts'
import type { MediaInstanceRow } from '../tables.ts'
import { toByteParts } from './byte-parts.ts'
import type { OpenedLink } from './links.ts'
import { type ByteRange, countBytes, isNotModified, readRanges } from './ranges.ts'

/** Pages made of foreign bytes may run nothing and load nothing but themselves. */
const shownPolicy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
const savedPolicy = "default-src 'none'; sandbox"

/**
 * Answers a signed link with the bytes behind it (RFC 9110): If-None-Match before Range, If-Range by strong
 * comparison, one range as it is, several as parts. What is on its way stops when the holder may not have it any more.
 */
export async function deliver(
  ctx: Context,
  { row, remainingMs, assertHolder }: Omit<OpenedLink, 'holder'>,
  exchange: Pick<Exchange, 'headers' | 'setHeader'>,
  withBody: boolean,
): Promise<RawReply> {
  const { headers } = exchange
  const etag = `"${row.id}-${row.version}"`
  const common = { ...describe(row), etag, 'cache-control': toCacheControl(remainingMs) }
  if (isNotModified(headers['if-none-match'], etag)) return new RawReply(304, common)
  const isRangeCurrent = headers['if-range'] === undefined || headers['if-range'] === etag
  const ranges = isRangeCurrent ? readRanges(headers.range, row.size) : undefined
  if (ranges === 'unsatisfiable') {
    exchange.setHeader('content-range', `bytes */${row.size}`)
    throw new ServiceError('RangeNotSatisfiableError', `The file has ${row.size} bytes`, { size: row.size })
  }
  const { status, headers: ofRange, read } = toAnswer(ctx, row, ranges)
  const sent = { ...common, ...ofRange }
  if (!withBody) return new RawReply(status, sent)
  return new RawReply(status, sent, row.size === 0 ? '' : toWatched(ctx.platform, await read(), assertHolder))
}

/** Smaller files are sent by the service: to ask twice would take longer. */
const minRedirectedBytes = 8 * 1024 * 1024
/** A player that seeks comes back to the link, which is checked each time. */
const addressSeconds = 60
const redirectedTypes: ReadonlySet<MediaInstanceRow['type']> = new Set(['RAW', 'PROXY'])

/** Where the store itself sends the bytes of a film; undefined where the service does. */
export async function toRedirection({ platform }: Context, row: MediaInstanceRow): Promise<RawReply | undefined> {
  if (!redirectedTypes.has(row.type) || row.size < minRedirectedBytes) return undefined
  const { 'content-type': contentType, 'content-disposition': contentDisposition } = describe(row)
  const address = await platform.blobs.toAddress(row.blob_key, { contentType, contentDisposition }, addressSeconds)
  return address && new RawReply(302, { location: address.href, 'cache-control': 'private, no-store' })
}

/**
 * Has the nginx in front send the file, with ranges and conditions as it answers them; undefined where the settings or the
 * server in front know nothing of that. Everyone who may open the link at its beginning gets the whole of it.
 */
export function toHandOver(
  { platform }: Context,
  { row, remainingMs }: Pick<OpenedLink, 'row' | 'remainingMs'>,
  { headers }: Pick<Exchange, 'headers'>,
): RawReply | undefined {
  const { sendfile } = platform.config
  if (sendfile === undefined || headers['x-sendfile-type'] !== 'X-Accel-Redirect') return undefined
  return new RawReply(200, {
    ...describe(row),
    'cache-control': toCacheControl(remainingMs),
    'x-accel-redirect': `${sendfile}${row.blob_key}`,
  })
}

function toCacheControl(remainingMs: number): string {
  return `private, max-age=${Math.floor(remainingMs / 1000)}`
}

/** The whole, one range, or several as parts. */
function toAnswer(
  { platform }: Context,
  row: MediaInstanceRow,
  ranges: readonly ByteRange[] = [],
): { status: number; headers: Record<string, string | number>; read: () => Readable | Promise<Readable> } {
  const readBytes = (range?: ByteRange) => platform.blobs.read(row.blob_key, range)
  const [range, ...more] = ranges
  if (!range) return { status: 200, headers: { 'content-length': row.size }, read: () => readBytes() }
  if (more.length > 0) {
    const parts = toByteParts(ranges, { size: row.size, mimeType: describe(row)['content-type'] }, readBytes)
    const headers = { 'content-type': parts.contentType, 'content-length': parts.length }
    return { status: 206, headers, read: parts.read }
  }
  const place = `bytes ${range.start}-${range.end}/${row.size}`
  const headers = { 'content-length': countBytes([range]), 'content-range': place }
  return { status: 206, headers, read: () => readBytes(range) }
}

function describe(row: MediaInstanceRow) {
  const isShown = mayShowInline(row.mime_type) && !isOriginal(row.type)
  return {
    'content-type': mayShowInline(row.mime_type) ? row.mime_type : 'application/octet-stream',
    'content-disposition': toContentDisposition(isShown ? 'inline' : 'attachment', row.file_name ?? String(row.id)),
    'content-security-policy': isShown ? shownPolicy : savedPolicy,
    'accept-ranges': 'bytes',
  }
}
