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
  const common = { ...describe(row), etag, 'cache-control': `private, max-age=${Math.floor(remainingMs / 1000)}` }
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
