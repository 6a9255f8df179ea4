/** What the gate must say to a caller, read from the contract's access data alone. */

import type { Access, AccountPermission, ProductionRight, SharePermission, SystemRight } from '@rushes/contract'

/** `passes`: the gate lets the call through, whatever comes of it. Of a refusal with 403, the name of what is missing. */
export type Verdict = 'passes' | 'UnauthorizedError' | 'NotFoundError' | `ForbiddenError ${string}`

const refused = (right: string): Verdict => `ForbiddenError ${right}`

/** Callers without a token, and with an invalid or expired one. */
export function ofNobody({ who }: Access): Verdict {
  return who === 'anyone' || who === 'bearer of the link' ? 'passes' : 'UnauthorizedError'
}

/** A user who is the one of the path or not, with these rights; `undefined` for a production that is not theirs. */
export interface UserTraits {
  isSelf: boolean
  system: readonly SystemRight[]
  account: readonly AccountPermission[]
  production: readonly ProductionRight[] | undefined
  /** Of an API token that is confined to some rights. */
  tokenRights?: readonly ProductionRight[]
}

export function ofUser(access: Access, { isSelf, system, account, production, tokenRights }: UserTraits): Verdict {
  const isSupport = system.includes('SUPPORT')
  switch (access.who) {
    case 'first stage':
    case 'share token':
      return 'UnauthorizedError'
    case 'self':
      // A token in the path is never the caller's own here.
      if (tokenRights && (access.inPerson === 'always' || (isSelf && access.inPerson)))
        return refused('to be signed in, without an API token')
      if (isSelf || (access.or !== undefined && system.includes(access.or))) return 'passes'
      return refused(access.or ?? 'to be this user')
    case 'user':
      if (access.tokenRight === undefined || (tokenRights?.includes(access.tokenRight) ?? true)) return 'passes'
      return refused(access.tokenRight)
    case 'system':
      return system.includes(access.right) ? 'passes' : refused(access.right)
    case 'account':
      return isSupport || account.includes(access.right) ? 'passes' : refused(access.right)
    case 'participant':
      return isSupport || production !== undefined ? 'passes' : refused('PRODUCTION_VIEW')
    case 'production':
      if (isSupport || access.anyOf.some(right => production?.includes(right))) return 'passes'
      return refused(access.anyOf.join(' or '))
    default:
      return 'passes'
  }
}

/** Where the path leads for a visitor. */
export type Place = 'inside the share' | 'outside the share' | 'in another production'

export function ofVisitor(access: Access, permissions: readonly SharePermission[], place: Place): Verdict {
  const isElsewhere = place === 'in another production'
  switch (access.who) {
    case 'anyone':
    case 'bearer of the link':
    case 'any token':
      return 'passes'
    case 'account':
    case 'system':
      return refused(access.right)
    case 'share token':
      return isElsewhere ? 'NotFoundError' : 'passes'
    case 'participant':
      return isElsewhere ? 'NotFoundError' : refused('PRODUCTION_VIEW')
    case 'production': {
      if (isElsewhere) return 'NotFoundError'
      const { share } = access
      if (!share) return refused(access.anyOf.join(' or '))
      if (!share.anyOf.some(permission => permissions.includes(permission))) return refused(share.anyOf.join(' or '))
      return place === 'outside the share' && share.scope !== 'list' ? 'NotFoundError' : 'passes'
    }
    default:
      return refused('to be a signed-in user')
  }
}

/** The token of a share that is no session yet. */
export function ofShareToken(access: Access, place: Place): Verdict {
  if (access.who !== 'share token') return ofNobody(access)
  return place === 'in another production' ? 'NotFoundError' : 'passes'
}

/** The token of a login that waits for its second factor. */
export function ofFirstStage(access: Access): Verdict {
  const isOpen = access.who === 'first stage' || (access.who === 'any token' && access.evenFirstStage === true)
  return isOpen ? 'passes' : ofNobody(access)
}
