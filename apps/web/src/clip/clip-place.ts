import { listAll } from '@rushes/client'
import { loadDescribed } from '../frame/production.ts'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { toUserOwner } from '../platform/writes/write-queue.ts'
import type { ReviewAccess } from '../review/access.ts'

/** What the user may do in the production, who else is in it, its review statuses and custom fields. */
export async function loadClipPlace(prId: number, signal: AbortSignal) {
  const [{ production, held, statuses, description }, participants] = await Promise.all([
    loadDescribed(prId, signal),
    Array.fromAsync(listAll(api.productions.listParticipants, { prId, signal }, 500)),
  ])
  const access: ReviewAccess = {
    api,
    prId,
    mayComment: held.has('REVIEW_EDIT'),
    mayEditAll: held.has('REVIEW_EDIT_ALL'),
    maySetStatus: held.has('REVIEW_STATUS_EDIT'),
    mayDownload: { proxies: true, originals: held.has('LIBRARY_DOWNLOAD') },
    owner: toUserOwner(user.value?.id),
    me: { userId: user.value?.id, name: user.value?.fullName ?? user.value?.username ?? '' },
    mayAttach: held.has('LIBRARY_UPLOAD'),
    toClipAddress: moId => `/app/production/${prId}/clip/${moId}`,
    people: participants.flatMap(({ id, username, fullName }) =>
      id === undefined || username === undefined ? [] : [{ id, username, name: fullName ?? username }],
    ),
  }
  return { name: production.name, access, choices: statuses, description, held }
}
