/** What waits for somebody in the productions that changed last: one list of all kinds. */

import type { Production } from '@rushes/contract'
import { loadProduction } from '../frame/production.ts'
import { loadWorkStates } from '../library/clips/workflow-states.ts'
import { latestOnly } from '../library/search/wanted.ts'
import { nameClips } from '../platform/clip-names.ts'
import { api, isRefusal } from '../platform/reading/api.ts'
import { findOpenComments } from '../review-list/open-comments.ts'
import { texts } from './messages.ts'

export const kinds = ['mention', 'review', 'failure', 'delivery'] as const
export type Kind = (typeof kinds)[number]

export interface WaitingItem {
  readonly key: string
  readonly kind: Kind
  readonly title: string
  readonly text: string
  readonly production: string
  /** In epoch milliseconds; 0 where it is not known. */
  readonly since: number
  readonly href: string
  readonly prId: number
  /** The clip that it is about. */
  readonly moId?: number | undefined
  /** Of work that failed, where the user may have it done again. */
  readonly workflowId?: string | undefined
}

/** As many productions are asked, those that changed last. */
const maxProductions = 12
/** As many of a kind are listed of one production. */
const maxOfKind = 20

export async function findWaiting(
  productions: readonly Production[],
  userId: number | undefined,
  signal: AbortSignal,
): Promise<WaitingItem[]> {
  const asked = productions
    .slice(0, maxProductions)
    .flatMap(production => [
      findMentions(production, userId, signal),
      findReviews(production, signal),
      findFailures(production, signal),
      findDeliveries(production, signal),
    ])
  // What somebody may not see in a production does not wait for them.
  const found = await Promise.allSettled(asked)
  const failures = found.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
  const fault = failures.find(reason => !isRefusal(reason, 'ForbiddenError', 'NotFoundError'))
  // Without a connection nothing is known, and what was known before stays.
  if (fault !== undefined && failures.length === found.length) throw fault
  return found
    .flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    .toSorted((a, b) => b.since - a.since)
}

const toPath = ({ id }: Production) => `/app/production/${id}`
const toName = ({ id, name }: Production) => name ?? `#${id}`

async function findMentions(production: Production, userId: number | undefined, signal: AbortSignal) {
  if (userId === undefined) return []
  const { comments } = await findOpenComments(production.id ?? 0, { whose: 'mentions', userId, pages: 1 }, signal)
  return comments.slice(0, maxOfKind).map(
    ({ id, threadId, moId, clip, author, description, created }): WaitingItem => ({
      key: `mention ${id}`,
      kind: 'mention',
      title: texts('mentioned', { author: author || texts('someone'), text: toPlain(description) }),
      text: clip,
      production: toName(production),
      since: created,
      href: `${toPath(production)}/clip/${moId}?comment=${threadId}`,
      prId: production.id ?? 0,
      moId,
    }),
  )
}

/** Mentions and tags as people read them. */
function toPlain(description: string): string {
  return description.replaceAll(/@\{\d+,([^{}]*)\}/g, '@$1').replaceAll(/#\{([^{}]*)\}/g, '#$1')
}

async function findReviews(production: Production, signal: AbortSignal) {
  const query = {
    fq: ['reviewStatus:IN_REVIEW', latestOnly],
    fl: ['mediaObjectId', 'mediaObjectName', 'created'],
    sort: 'created desc',
    rows: maxOfKind,
  }
  const { results } = await api.annotations.searchMediaObjects({ prId: production.id ?? 0, query, signal })
  return results.map(
    ({ mediaObjectId, mediaObjectName, created }): WaitingItem => ({
      key: `review ${mediaObjectId}`,
      kind: 'review',
      title: texts('reviewWanted', { clip: String(mediaObjectName ?? mediaObjectId) }),
      text: '',
      production: toName(production),
      since: Number(created) || Date.parse(String(created)) || 0,
      href: `${toPath(production)}/clip/${mediaObjectId}`,
      prId: production.id ?? 0,
      moId: Number(mediaObjectId),
    }),
  )
}

async function findFailures(production: Production, signal: AbortSignal) {
  const prId = production.id ?? 0
  const failed = [...(await loadWorkStates(prId))].filter(([, { isFailed }]) => isFailed).slice(0, maxOfKind)
  if (failed.length === 0) return []
  const mayRetry = (await loadProduction(prId, production)).held.has('WORKFLOW_MANAGE')
  const names = await nameClips(
    prId,
    failed.map(([id]) => id),
    signal,
  )
  return failed.flatMap(([id, { workflowId, reason = '', since }]): WaitingItem[] =>
    names.has(id)
      ? [
          {
            key: `failure ${workflowId}`,
            kind: 'failure',
            title: texts('workFailed', { clip: names.get(id) ?? '' }),
            text: reason,
            production: toName(production),
            since,
            href: `${toPath(production)}/clip/${id}?panel=files`,
            prId,
            moId: id,
            workflowId: mayRetry ? workflowId : undefined,
          },
        ]
      : [],
  )
}

async function findDeliveries(production: Production, signal: AbortSignal) {
  const prId = production.id ?? 0
  const { held } = await loadProduction(prId, production)
  if (!held.has('DELIVERY_MANAGE')) return []
  const query = { fq: ['submissionStatus:AwaitingReview'], sort: 'lastUpdated desc', limit: maxOfKind }
  const { items } = await api.delivery.listSubmissions({ prId, query, signal })
  if (items.length === 0) return []
  const asked = { fq: [`id:(${items.map(({ deliveryRequestId }) => deliveryRequestId).join(' ')})`], limit: maxOfKind }
  const requests = await api.delivery.listDeliveryRequests({ prId, query: asked, signal })
  const names = new Map(requests.items.map(({ id, label }) => [id, label]))
  return items.map(
    ({ id, lastUpdated, deliveryRequestId = 0, submissionVersion: version = 0 }): WaitingItem => ({
      key: `delivery ${id}`,
      kind: 'delivery',
      title: texts('deliveryWaits', { name: names.get(deliveryRequestId) || `#${deliveryRequestId}`, version }),
      text: '',
      production: toName(production),
      since: lastUpdated ?? 0,
      href: `${toPath(production)}/deliveries?request=${deliveryRequestId}&submission=${id}`,
      prId,
    }),
  )
}
