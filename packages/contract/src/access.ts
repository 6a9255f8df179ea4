/**
 * Who may call an endpoint, as data: the server checks it before it reads a body, the access tests are generated
 * from it, and the OpenAPI document prints it. An endpoint without it does not compile.
 */

/** Rights that belong to a user of the whole service. */
export const systemRights = ['SUPPORT', 'DEVOPS'] as const
export type SystemRight = (typeof systemRights)[number]

/** Rights on an account. */
export const accountRights = ['ACCOUNT_VIEW', 'ACCOUNT_MANAGE', 'ACCOUNT_CREATE_PRODUCTION'] as const
export type AccountPermission = (typeof accountRights)[number]

/** Rights in a production. */
export const productionRights = [
  'PRODUCTION_VIEW',
  'PRODUCTION_MANAGE',
  'LIBRARY_VIEW',
  'LIBRARY_SHARE',
  'LIBRARY_UPLOAD',
  'LIBRARY_UPDATE_METADATA',
  'LIBRARY_DOWNLOAD',
  'LIBRARY_DELETE',
  'LOG_EDIT',
  'REVIEW_STATUS_EDIT',
  'REVIEW_EDIT',
  'REVIEW_EDIT_ALL',
  'SUBTITLE_EDIT',
  'WORKFLOW_MANAGE',
  'DELIVERY_MANAGE',
] as const
export type ProductionRight = (typeof productionRights)[number]

/** Permissions that a share gives to its visitors. */
export const sharePermissions = [
  'VIEW',
  'ANNOTATE',
  'DOWNLOAD',
  'UPLOAD',
  'REVIEW',
  'DOWNLOAD_PROXY',
  'REVIEW_STATUS_EDIT',
] as const
export type SharePermission = (typeof sharePermissions)[number]

/** The right that somebody needs to add a permission to a share: it grants no more than they hold. */
export const rightsToGrant: Readonly<Record<SharePermission, ProductionRight>> = {
  VIEW: 'PRODUCTION_VIEW',
  ANNOTATE: 'REVIEW_EDIT',
  DOWNLOAD: 'LIBRARY_DOWNLOAD',
  UPLOAD: 'LIBRARY_UPLOAD',
  REVIEW: 'REVIEW_EDIT',
  DOWNLOAD_PROXY: 'PRODUCTION_VIEW',
  REVIEW_STATUS_EDIT: 'REVIEW_STATUS_EDIT',
}

/** What a share visitor may reach through an endpoint: any one of the permissions, on something inside the share. */
export interface ShareAccess {
  anyOf: readonly SharePermission[]
  /** Which path parameter must lie inside the share; `list` means that the use case narrows its own result. */
  scope: 'clip' | 'collection' | 'annotation' | 'share' | 'list'
}

export type Access =
  | { who: 'anyone' }
  /** A token in the path or the query that the use case itself checks (signed links, upload locations). */
  | { who: 'bearer of the link' }
  /** Any valid token: of a user or of a share session; that of a login's first stage only where it says so. */
  | { who: 'any token'; evenFirstStage?: boolean }
  /** The token that a login gave which waits for its second factor. */
  | { who: 'first stage' }
  /** Signed in; an API token that is confined to some rights must hold `tokenRight`. */
  | { who: 'user'; tokenRight?: ProductionRight }
  /**
   * With `inPerson` an API token does not make its holder the user: it may neither create nor change credentials. With
   * `always`, it does not act for the holder of the system right `or` either. The token whose id is in the path
   * parameter `ownToken` may be used on itself.
   */
  | { who: 'self'; param: string; or: SystemRight | undefined; inPerson?: boolean | 'always'; ownToken?: string }
  | { who: 'system'; right: SystemRight }
  | { who: 'account'; right: AccountPermission; param: string }
  | { who: 'production'; anyOf: readonly ProductionRight[]; share: ShareAccess | undefined; evenDeleted?: boolean }
  /** Any participant of the production, whatever the rights. */
  | { who: 'participant' }
  /** The token of a share, before it has become a session, or that of a session which it opened. */
  | { who: 'share token' }

export const anyone: Access = { who: 'anyone' }
export const bearerOfTheLink: Access = { who: 'bearer of the link' }
export const anyToken: Access = { who: 'any token' }
export const tokenOfAnyStage: Access = { who: 'any token', evenFirstStage: true }
export const firstStage: Access = { who: 'first stage' }
export const signedIn: Access = { who: 'user' }
export const participant: Access = { who: 'participant' }
export const shareToken: Access = { who: 'share token' }

/** The user named by the path parameter, or a user with the system right. */
export function self(param: string, or?: SystemRight): Access {
  return { who: 'self', param, or }
}

/** The same where what opens the door is made or changed: not with an API token of the user. */
export function selfInPerson(param: string, or?: SystemRight): Access {
  return { who: 'self', param, or, inPerson: true }
}

/** The same, and never with an API token: not even that of a holder of `or` on another user. */
export function alwaysInPerson(param: string, or: SystemRight): Access {
  return { who: 'self', param, or, inPerson: 'always' }
}

/** The same, and an API token on itself: the path parameter `ownToken` is its id. */
export function selfInPersonOrToken(param: string, ownToken: string): Access {
  return { who: 'self', param, or: undefined, inPerson: true, ownToken }
}

/** Signed in; the use case narrows its result to where the user holds the right. */
export function signedInWith(tokenRight: ProductionRight): Access {
  return { who: 'user', tokenRight }
}

export function systemRight(right: SystemRight): Access {
  return { who: 'system', right }
}

/** A right on the account named by the path parameter. */
export function accountRight(right: AccountPermission, param = 'id'): Access {
  return { who: 'account', right, param }
}

/** One of these rights in the production `{prId}`; with `orShare`, also a visitor of a share in it. */
export function productionRight(right: ProductionRight | readonly ProductionRight[], share?: ShareAccess): Access {
  return { who: 'production', anyOf: typeof right === 'string' ? [right] : right, share }
}

/** A right in a production that may have been deleted. */
export function rightInDeletedProduction(right: ProductionRight): Access {
  return { who: 'production', anyOf: [right], share: undefined, evenDeleted: true }
}

/** A visitor whose share has one of these permissions, on something inside the share. */
export function orShare(
  permission: SharePermission | readonly SharePermission[],
  scope: ShareAccess['scope'],
): ShareAccess {
  return { anyOf: typeof permission === 'string' ? [permission] : permission, scope }
}

/** One line for documents: who may call. */
export function describeAccess(access: Access): string {
  switch (access.who) {
    case 'production':
      return access.share
        ? `${access.anyOf.join(' or ')}, or a share with ${access.share.anyOf.join(' or ')}`
        : access.anyOf.join(' or ')
    case 'account':
    case 'system':
      return access.right
    case 'self':
      return access.or ? `the user, or ${access.or}` : 'the user'
    case 'user':
      return 'signed in'
    case 'first stage':
      return 'the token of the first stage of a login'
    default:
      return access.who
  }
}
