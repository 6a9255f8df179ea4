/** A share as it is typed into a form, and what of it goes to the service. */

import type { SharedObjectRequest, ShareObject, SharePermission, ShareReplacement } from '@rushes/contract'
import { fromLocalInput, toLocalInput } from '../../platform/local-time.ts'

export interface ShareDraft {
  label: string
  description: string
  /** As a field of type `datetime-local` holds it. */
  expires: string
  /** Of `offered`. */
  permissions: SharePermission[]
  identifyUser: boolean
  askEmail: boolean
  overviewVisible: boolean
  callbackURL: string
}

/** What is offered beside looking; `ANNOTATE` stands for `REVIEW` too, which permits the same. */
export const offered = [
  'ANNOTATE',
  'REVIEW_STATUS_EDIT',
  'DOWNLOAD_PROXY',
  'DOWNLOAD',
  'UPLOAD',
] as const satisfies readonly SharePermission[]
export type OfferedPermission = (typeof offered)[number]

/** What a new share permits, as far as its creator can grant it: what a guest is asked for is a decision. */
const usual: readonly SharePermission[] = ['VIEW', 'ANNOTATE', 'REVIEW_STATUS_EDIT']

/** What a form begins with: a share as it is, or a new one. */
export function toShareDraft(share?: ShareObject): ShareDraft {
  const permissions = share?.permissions ?? usual
  return {
    label: share?.label ?? '',
    description: share?.description ?? '',
    expires: toLocalInput(share?.expires),
    permissions: offered.filter(
      name => permissions.includes(name) || (name === 'ANNOTATE' && permissions.includes('REVIEW')),
    ),
    identifyUser: share ? share.clientProperties?.identifyUser === true : true,
    askEmail: share?.clientProperties?.askEmail !== false,
    overviewVisible: share?.clientProperties?.overviewVisible !== false,
    callbackURL: share?.callbackURL ?? '',
  }
}

/** What a new share is made of, with no more permissions than can be granted. */
export function toShareRequest(draft: ShareDraft, grantable: readonly SharePermission[]): SharedObjectRequest {
  return toMembers({ ...draft, permissions: draft.permissions.filter(name => grantable.includes(name)) })
}

/** What a share is replaced by: properties that the form does not know stay as they are. */
export function toShareReplacement(draft: ShareDraft, share: ShareObject, version: number): ShareReplacement {
  return { ...toMembers(draft, share), version }
}

function toMembers(draft: ShareDraft, share?: ShareObject) {
  const { label, description, permissions, identifyUser, askEmail, overviewVisible, callbackURL } = draft
  const expires = fromLocalInput(draft.expires)
  // The two permit the same: a share keeps those that it has.
  const had = share?.permissions?.filter(name => name === 'ANNOTATE' || name === 'REVIEW') ?? []
  const toComment = had.length > 0 ? had : ['ANNOTATE' as const]
  return {
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(expires === undefined ? {} : { expires }),
    permissions: ['VIEW' as const, ...permissions.flatMap(name => (name === 'ANNOTATE' ? toComment : [name]))],
    clientProperties: { ...share?.clientProperties, identifyUser, askEmail, overviewVisible },
    callbackURL: callbackURL.trim(),
  }
}

/** The link that opens a share, its token behind the `#`; nothing where the service cannot read the token any more. */
export function toShareLink({ id, productionId, token, href = '' }: ShareObject): string | undefined {
  if (token === undefined) return undefined
  // Where clients reach the service, which may be another address than the one of this page.
  const base = href.replace(/\/production\/\d+\/share\/\d+$/, '') || location.origin
  return `${base}/app/share/${productionId}/${id}#${new URLSearchParams({ token })}`
}
