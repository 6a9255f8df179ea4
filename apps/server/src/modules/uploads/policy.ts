import { brokenRule, type MediaObjectRequest, uploadLimitBytes } from '@rushes/contract'
import { type Actor, isAuthor } from '../../platform/security/actor.ts'
import { findHashAlgorithm } from '../media/index.ts'
import type { UploadSessionRow } from './tables.ts'

/** Bytes from the first up to but without the second. */
export type ByteRange = [start: number, end: number]

/** An upload that nobody goes on with for so long may be cleared away. */
export const uploadLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** A growing upload is looked at once so much has come from the beginning, and each time that this has doubled. */
export const firstPreviewBytes = 256 * 1024

/** Bytes that have come without a gap from the beginning. */
export function countPrefix(received: readonly ByteRange[]): number {
  const [first] = received
  return first?.[0] === 0 ? first[1] : 0
}

/** The gaps between sorted, merged ranges in `size` bytes. */
export function listMissing(received: readonly ByteRange[], size: number): ByteRange[] {
  const missing: ByteRange[] = []
  let reached = 0
  for (const [start, end] of received) {
    if (start > reached) missing.push([reached, start])
    reached = end
  }
  if (reached < size) missing.push([reached, size])
  return missing
}

/** Sorted, merged ranges without the bytes of another one. */
export function subtractRange(ranges: readonly ByteRange[], [start, end]: ByteRange): ByteRange[] {
  return ranges.flatMap(([from, to]): ByteRange[] => {
    if (to <= start || from >= end) return [[from, to]]
    const rest: ByteRange[] = [
      [from, start],
      [end, to],
    ]
    return rest.filter(([from, to]) => from < to)
  })
}

/** A file that is to come: its name with folders, its bytes, and the hash it promises to have. */
export interface AnnouncedFile {
  readonly fileName: string
  readonly size: number
  readonly hash: string | undefined
}

/** The announced file of a request; nothing for a placeholder (uploads-2). */
export function readAnnouncedFile(request: MediaObjectRequest, path: string): AnnouncedFile | undefined {
  const { fileName, size, hash } = request
  if (fileName === undefined && size === undefined) return undefined
  if (fileName === undefined) throw brokenRule(`${path}/fileName`, 'is needed where there is a size')
  if (size === undefined) throw brokenRule(`${path}/size`, 'is needed where there is a fileName')
  if (fileName.trim() === '') throw brokenRule(`${path}/fileName`, 'must not be empty')
  if (size > uploadLimitBytes) throw brokenRule(`${path}/size`, `must not be more than ${uploadLimitBytes}`)
  if (hash !== undefined && findHashAlgorithm(hash) === undefined) {
    throw brokenRule(`${path}/hash`, 'must be a sha-256 or an md5 in hexadecimal')
  }
  return { fileName, size, hash: hash?.toLowerCase() }
}

/** The hash of larger files is compared by their ingest: to read them again would keep the caller of a close waiting. */
export const comparedAtCloseBytes = 1024 ** 3

/**
 * Whether somebody began this upload: the same user, with whichever token; a visitor in the same session of the share,
 * or in one that it continues. SUPPORT may do what anybody may.
 */
export function isOwnUpload(
  actor: Actor,
  upload: UploadSessionRow,
  clip: { created_by_share_id: number | null },
): boolean {
  if (actor.kind === 'service') return true
  if (actor.kind === 'user') return upload.user_id === actor.userId || actor.systemRights.has('SUPPORT')
  if (actor.kind !== 'visitor' || clip.created_by_share_id !== actor.shareId) return false
  return upload.visitor_session_id === actor.sessionId || isAuthor(actor, upload.author_key)
}
