import { notFound, ServiceError } from '@rushes/contract'
import { findMediaObjectRows } from '../../media/index.ts'
import type { Context, Platform } from '../../platform/context.ts'
import { RawReply, toContentDisposition } from '../../platform/http/index.ts'
import { isSignedBy, sign } from '../../platform/tokens.ts'
import { findExport } from './store.ts'

/** The signed address of an exported file; whoever may see the report of its workflow is given it. */
export function toLocation({ publicUrl, secret }: Platform, workflowId: string, name: string, expires: number): string {
  const query = new URLSearchParams({
    expires: String(expires),
    signature: sign(secret, toSignedText(workflowId, expires)),
  })
  return `${publicUrl}/data/subtitle/${workflowId}/${encodeURIComponent(name)}?${query}`
}

function toSignedText(workflowId: string, expires: number | string): string {
  return `subtitle export:${workflowId}:${expires}`
}

/** The file. Throws ForbiddenError for a forged or expired link, NotFoundError when file or clip are gone. */
export async function downloadExport(
  ctx: Context,
  workflowId: string,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
): Promise<RawReply> {
  const { secret, clock } = ctx.platform
  if (!isSignedBy(secret, toSignedText(workflowId, expires), signature) || Number(expires) < clock.now()) {
    throw new ServiceError('ForbiddenError', 'This link is not valid, or not any more')
  }
  const row = await findExport(ctx.db, workflowId)
  const [clip] = row ? await findMediaObjectRows(ctx.db, [row.media_object_id]) : []
  if (!row || !clip) throw notFound('Export', workflowId)
  const isText = row.media_type.startsWith('text/') || row.media_type === 'application/x-subrip'
  return new RawReply(
    200,
    {
      'content-type': isText ? `${row.media_type}; charset=utf-8` : row.media_type,
      'content-disposition': toContentDisposition('attachment', row.file_name),
      'cache-control': 'private, no-store',
    },
    row.content,
  )
}
