/** What people did in the productions that changed last, from the log of events, newest first. */

import type { Production, SolrDocument } from '@rushes/contract'
import { nameClips } from '../../platform/clip-names.ts'
import { api } from '../../platform/reading/api.ts'

export type Deed = 'comment' | 'upload' | 'status' | 'subtitles' | 'collection' | 'share' | 'opened'

/** What one person did, once or several times in a row. */
export interface Activity {
  readonly key: string
  readonly deed: Deed
  readonly count: number
  /** In epoch milliseconds, of the newest. */
  readonly created: number
  readonly actor: string
  readonly actorId: number | undefined
  readonly production: string
  /** Of what it was done to: a clip, a collection, a share. */
  readonly name: string
  readonly detail: string
  readonly href: string
}

/** As many productions are asked, those that changed last. */
const maxProductions = 6
const rows = 60
const maxShown = 40

/** The events that people cause and others want to know of; among changes of clips those of their status are picked below. */
const wanted = [
  'type:Media.create',
  'type:Subtitling.manual',
  '(type:Annotation.create AND object.funnel:ReviewComment)',
  '(type:Media.update AND verb:Annotation.update AND actor.objectType:(User OR SharedUser))',
  'verb:Share.create',
  'verb:Share.identify',
  'verb:EditorialObject.create',
].join(' OR ')

export async function findActivities(productions: readonly Production[], signal: AbortSignal): Promise<Activity[]> {
  const asked = productions.slice(0, maxProductions).map(production => findOfProduction(production, signal))
  // What somebody may not see in a production is left out.
  const found = await Promise.allSettled(asked)
  return found
    .flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    .toSorted((a, b) => b.created - a.created)
    .slice(0, maxShown)
}

async function findOfProduction({ id: prId = 0, name = '' }: Production, signal: AbortSignal): Promise<Activity[]> {
  const query = { fq: [wanted], sort: 'created desc', rows }
  const { results } = await api.events.searchActivitiesOfProduction({ prId, query, signal })
  const events = results.flatMap(document => toEvent(document) ?? [])
  const names = await nameClips(
    prId,
    events.flatMap(({ moId }) => moId ?? []),
    signal,
  )
  return gather(events).flatMap(({ first, count }): Activity[] => {
    const { key, deed, moId, title, detail, actor, actorId, created } = first
    // A clip that is gone has no name.
    const clip = moId === undefined ? title : names.get(moId)
    if (clip === undefined) return []
    return [
      {
        key,
        deed,
        count,
        created,
        actor,
        actorId,
        production: name,
        name: clip,
        detail,
        href: toAddress(prId, first, count),
      },
    ]
  })
}

interface Found {
  readonly key: string
  readonly deed: Deed
  readonly created: number
  readonly actor: string
  readonly actorId: number | undefined
  readonly moId: number | undefined
  readonly anId: number | undefined
  readonly title: string | undefined
  readonly detail: string
}

type Part = Readonly<Record<string, unknown>>

/** An event as something that somebody did; nothing for others. */
function toEvent(document: SolrDocument): Found | undefined {
  const [actor, object, extended] = [document.actor, document.object, document.extended].map(
    part => (part ?? {}) as Part,
  )
  const deed = findDeed(document, extended ?? {})
  const name = actor?.username
  if (deed === undefined || typeof name !== 'string') return undefined
  const isOfClip = deed !== 'collection' && deed !== 'share' && deed !== 'opened'
  const title = object?.label ?? object?.title
  return {
    key: String(document.id),
    deed,
    created: Number(document.created) || Date.parse(String(document.created)) || 0,
    actor: name,
    actorId: actor?.objectType === 'User' ? Number(actor.id) : undefined,
    moId: isOfClip ? Number(document.mediaObjectId) : undefined,
    anId: deed === 'comment' ? Number(object?.id) : undefined,
    title: typeof title === 'string' ? title : undefined,
    detail: String((deed === 'status' ? extended?.reviewStatus : object?.language) ?? ''),
  }
}

function findDeed({ type, verb }: SolrDocument, extended: Part): Deed | undefined {
  if (type === 'Media.update') return typeof extended.reviewStatus === 'string' ? 'status' : undefined
  const deeds: Readonly<Record<string, Deed>> = {
    'Media.create': 'upload',
    'Subtitling.manual': 'subtitles',
    'Annotation.create': 'comment',
    'Share.create': 'share',
    'Share.identify': 'opened',
    'EditorialObject.create': 'collection',
  }
  return deeds[String(type)] ?? deeds[String(verb)]
}

/** The same person doing the same again: to the same clip, or uploads and statuses of several. */
function gather(events: readonly Found[]): { first: Found; count: number }[] {
  const gathered: { first: Found; count: number }[] = []
  for (const event of events) {
    const last = gathered.at(-1)
    if (last && isAlike(last.first, event)) last.count += 1
    else gathered.push({ first: event, count: 1 })
  }
  return gathered
}

function isAlike(a: Found, b: Found): boolean {
  if (a.deed !== b.deed || a.actor !== b.actor || a.actorId !== b.actorId) return false
  if (a.deed === 'upload') return true
  if (a.deed === 'status') return a.detail === b.detail
  return a.moId !== undefined && a.moId === b.moId && a.detail === b.detail
}

function toAddress(prId: number, { deed, moId, anId, detail }: Found, count: number): string {
  const production = `/app/production/${prId}`
  if (deed === 'share' || deed === 'opened') return `${production}/shares`
  if (moId === undefined || (count > 1 && (deed === 'upload' || deed === 'status'))) return production
  if (deed === 'subtitles') return `${production}/clip/${moId}/subtitles/${detail}`
  return `${production}/clip/${moId}${anId === undefined ? '' : `?comment=${anId}`}`
}
