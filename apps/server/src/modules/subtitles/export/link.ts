import { notFound } from '@rushes/contract'
import { findFormatByMediaType } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { RawReply, toContentDisposition } from '../../../platform/http/index.ts'
import type { Actor } from '../../../platform/security/actor.ts'
import {
  type AddressQuery,
  type Bearer,
  openAddress,
  signAddress,
  type UnsignedAddress,
} from '../../../platform/security/bearer.ts'
import { findMediaObjectRows, getInstanceOfProduction, toMediaAddress } from '../../media/index.ts'
import { findExport } from './store.ts'

/** For whom an address was made may fetch the file while they may export these subtitles; throws when they may not. */
export type AuthorizeExporter = (bearer: Bearer, clip: { prId: number; moId: number }) => Promise<Actor>

/** Where an exported file is, to be signed for each reader of the report of its workflow. */
export function toAddress(workflowId: string, name: string, expires: number): UnsignedAddress {
  const path = `/data/subtitle/${workflowId}/${encodeURIComponent(name)}`
  return { subject: toSubject(workflowId), path, expires }
}

/** The address of the bytes of a film, which a download goes on with, holds for so long. */
const filmMs = 6 * 60 * 60_000

function toSubject(workflowId: string): string {
  return `subtitle export:${workflowId}`
}

/**
 * The file. Throws ForbiddenError for a forged or expired link and once those it was made for may not export it any
 * more, NotFoundError when file or clip are gone.
 */
export async function downloadExport(
  ctx: Context,
  authorizeExporter: AuthorizeExporter,
  workflowId: string,
  query: AddressQuery,
): Promise<RawReply> {
  const { bearer } = openAddress(ctx.platform, toSubject(workflowId), query)
  const row = await findExport(ctx.db, workflowId)
  const [clip] = row ? await findMediaObjectRows(ctx.db, [row.media_object_id]) : []
  if (!row || !clip) throw notFound('Export', workflowId)
  const actor = await authorizeExporter(bearer, { prId: row.production_id, moId: row.media_object_id })
  if (row.media_instance_id !== null) {
    const film = await getInstanceOfProduction(ctx.db, row.production_id, row.media_instance_id)
    const address = toMediaAddress(film, ctx.platform.clock.now() + filmMs)
    return new RawReply(302, {
      location: signAddress(ctx.platform, actor, address),
      'cache-control': 'private, no-store',
    })
  }
  const isText = findFormatByMediaType(row.media_type)?.encoding === 'text'
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
