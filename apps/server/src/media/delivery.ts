import { ServiceError } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import { type Exchange, RawReply } from '../platform/http/index.ts'
import { toContentDisposition } from './content-disposition.ts'
import { openLink } from './links.ts'
import { isOriginal, mayShowInline } from './policy.ts'
import { isNotModified, readRange } from './ranges.ts'
import type { MediaInstanceRow } from './tables.ts'

/** Pages made of foreign bytes may run nothing and load nothing but themselves. */
const shownPolicy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
const savedPolicy = "default-src 'none'; sandbox"

/**
 * Answers a signed link with the bytes behind it (RFC 9110): If-None-Match before Range, If-Range by strong
 * comparison, one range at a time; several are answered with the whole, as a server may.
 */
export async function deliver(
  ctx: Context,
  instanceId: number,
  query: { expires?: string | undefined; signature?: string | undefined },
  exchange: Pick<Exchange, 'headers' | 'setHeader'>,
  withBody: boolean,
): Promise<RawReply> {
  const { row, remainingMs } = await openLink(ctx, instanceId, query)
  const { headers } = exchange
  const etag = `"${row.id}-${row.version}"`
  const common = { ...describe(row), etag, 'cache-control': `private, max-age=${Math.floor(remainingMs / 1000)}` }
  if (isNotModified(headers['if-none-match'], etag)) return new RawReply(304, common)
  const isRangeCurrent = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isRangeCurrent ? readRange(headers.range, row.size) : undefined
  if (range === 'unsatisfiable') {
    exchange.setHeader('content-range', `bytes */${row.size}`)
    throw new ServiceError('RangeNotSatisfiableError', `The file has ${row.size} bytes`, { size: row.size })
  }
  const length = range ? range.end - range.start + 1 : row.size
  const answer = {
    ...common,
    'content-length': length,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${row.size}` } : {}),
  }
  const status = range ? 206 : 200
  if (!withBody) return new RawReply(status, answer)
  return new RawReply(status, answer, length === 0 ? '' : await ctx.platform.blobs.read(row.blob_key, range))
}

function describe(row: MediaInstanceRow): Record<string, string> {
  const isShown = mayShowInline(row.mime_type) && !isOriginal(row.type)
  return {
    'content-type': mayShowInline(row.mime_type) ? row.mime_type : 'application/octet-stream',
    'content-disposition': toContentDisposition(isShown ? 'inline' : 'attachment', row.file_name ?? String(row.id)),
    'content-security-policy': isShown ? shownPolicy : savedPolicy,
    'accept-ranges': 'bytes',
  }
}
