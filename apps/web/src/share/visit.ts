/**
 * A visit to a share: its token stays in this tab, so that a reload asks nothing again. That of an identified visitor
 * stays in the browser as well: a later visit continues it, and its comments remain the visitor's own.
 */

import { type Client, createClient } from '@rushes/client'
import type { SharedUser, ShareObject } from '@rushes/contract'
import { baseUrl, createTokenClient, isRefusal } from '../platform/reading/api.ts'

/** Whether visitors give an address with their name. */
export function asksEmail({ clientProperties }: Pick<ShareObject, 'clientProperties'>): boolean {
  return clientProperties?.askEmail !== false
}

/** Where a visitor stands. */
export type Visit =
  | { step: 'password'; isWrong: boolean }
  | (Inside & { step: 'identify' })
  | (Inside & { step: 'inside'; visitor: Visitor | undefined })
  | { step: 'gone' }
  | { step: 'no token' }

interface Inside {
  readonly api: Client
  readonly share: ShareObject
  /** Says who the visitor is; calls of `api` are theirs from then on. */
  readonly identify: (given: Introduction) => Promise<Visitor>
}

/** Who a visitor is: what this shared user has written is theirs, or what it has written since they claimed to be it. */
export interface Visitor {
  readonly sharedUserId: number
  readonly username: string
  readonly since?: number | undefined
}

interface Kept {
  token: string
  visitor?: Visitor | undefined
}

/** A share that a link points to. */
export interface ShareLink {
  readonly prId: number
  readonly shareId: number
  /** The share token; absent after a reload of a link without it. */
  readonly token: string | undefined
}

/** The token behind the `#` of a link, which browsers send to nobody. */
export function readShareToken(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? undefined
}

/** Goes on with the session of this tab, or opens one. */
export async function beginVisit(link: ShareLink): Promise<Visit> {
  const kept = readKept(link)
  if (kept) {
    const visit = await enter(link, kept).catch(() => undefined)
    if (visit) return visit
    sessionStorage.removeItem(toKey(link))
  }
  if (link.token === undefined) return { step: 'no token' }
  try {
    const share = await createTokenClient(link.token).sharing.getCurrentShare({ prId: link.prId })
    if (share.passwordProtected) return { step: 'password', isWrong: false }
    return await logIn(link, undefined, share)
  } catch (error) {
    if (isRefusal(error, 'NotFoundError', 'UnauthorizedError', 'ForbiddenError', 'GoneError')) return { step: 'gone' }
    throw error
  }
}

/** Opens a session; a wrong password is asked for again. `known` is the share, where it has been asked for already. */
export async function logIn(link: ShareLink, password: string | undefined, known?: ShareObject): Promise<Visit> {
  const api = createTokenClient(link.token ?? '')
  const earlier = readEarlier(link)
  const body = {
    ...(password === undefined ? {} : { password }),
    ...(earlier === undefined ? {} : { previousToken: earlier.token }),
  }
  try {
    const { token, continued } = await api.sharing.loginToShare({ prId: link.prId, id: link.shareId, body })
    return await enter(link, keep(link, { token, visitor: continued ? earlier?.visitor : undefined }), known)
  } catch (error) {
    if (password !== undefined && isRefusal(error, 'ForbiddenError', 'UnauthorizedError', 'NotFoundError')) {
      return { step: 'password', isWrong: true }
    }
    throw error
  }
}

/** A visit of its own for another visitor than the one before, whose token is removed here. */
export function leave(link: ShareLink): Promise<Visit> {
  sessionStorage.removeItem(toKey(link))
  localStorage.removeItem(toKey(link))
  localStorage.removeItem(introduction)
  return beginVisit(link)
}

/** The service tells all of a shared user to the session that made it, and nothing to one that claims to be it. */
function toVisitor({ id, username, created, lastSeen }: SharedUser): Visitor {
  return { sharedUserId: id, username, since: created === undefined ? lastSeen : undefined }
}

async function enter(link: ShareLink, { token, visitor }: Kept, known?: ShareObject): Promise<Visit> {
  const { api, replace } = createVisitClient(token)
  const share = known ?? (await api.sharing.getCurrentShare({ prId: link.prId }))
  const identify = async (given: Introduction) => {
    const body = { username: given.name, ...(asksEmail(share) && { email: given.email }) }
    const answer = await api.sharing.identify({ prId: link.prId, body })
    const known = toVisitor(answer.sharedUser)
    replace(answer.token)
    keep(link, { token: answer.token, visitor: known })
    keepIntroduction(given)
    return known
  }
  // "true makes the client UI demand identification before showing the share"
  const isDemanded = share.clientProperties?.identifyUser === true
  if (isDemanded && visitor === undefined) return { step: 'identify', api, share, identify }
  return { step: 'inside', api, share, identify, visitor }
}

/** A client whose token can be replaced by a later one of the same visit: what is shown goes on as it is. */
function createVisitClient(token: string): { readonly api: Client; readonly replace: (token: string) => void } {
  let current = token
  const tokens = { get: async () => current, renew: async () => undefined }
  return {
    api: createClient({ baseUrl, tokens }),
    replace: later => {
      current = later
    },
  }
}

function toKey({ prId, shareId }: ShareLink): string {
  return `rushes.share.${prId}.${shareId}`
}

function keep(link: ShareLink, kept: Kept): Kept {
  sessionStorage.setItem(toKey(link), JSON.stringify({ ...kept, of: link.token }))
  if (kept.visitor) localStorage.setItem(toKey(link), JSON.stringify(kept))
  return kept
}

/** The last session of this browser in which somebody identified. */
function readEarlier(link: ShareLink): Kept | undefined {
  const text = localStorage.getItem(toKey(link))
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

function readKept(link: ShareLink): Kept | undefined {
  const text = sessionStorage.getItem(toKey(link))
  if (text === null) return undefined
  const kept = JSON.parse(text) as Kept & { of?: string }
  // Another link to the same share is another visit.
  return link.token === undefined || kept.of === link.token ? kept : undefined
}

const introduction = 'rushes.visitor'

/** What a visitor has said of themselves in this browser, to whatever share. */
export interface Introduction {
  readonly name: string
  readonly email: string
}

function keepIntroduction(given: Introduction): void {
  localStorage.setItem(introduction, JSON.stringify(given))
}

/** What fields that ask who a visitor is begin with. */
export function readIntroduction(): Introduction {
  const text = localStorage.getItem(introduction)
  return text === null ? { name: '', email: '' } : (JSON.parse(text) as Introduction)
}
