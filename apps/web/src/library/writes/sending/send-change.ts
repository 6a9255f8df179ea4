import { WorkflowError, waitForWorkflow } from '@rushes/client'
import type { EntryRequest, WorkflowMinWrapper } from '@rushes/contract'
import { api } from '../../../platform/reading/api.ts'
import { listEntries } from '../../clips/entries.ts'
import type { ClipChange, PartOfChange } from '../clip-change.ts'
import { type Applied, applyToClips } from './apply-to-clips.ts'
import {
  type Changed,
  type ChangeOf,
  ConflictError,
  changeClips,
  changeTags,
  restoreClips,
  setMember,
} from './change-clips.ts'

export { ConflictError }

/** What became of a change, and what takes it back; nothing where nothing does. */
export interface Sent extends Applied {
  readonly back?: PartOfChange
}

/** As many as one call takes. */
const maxAttached = 1000
const indexed = { waitForIndex: true }

/** Sends a change of clips. Clips that are refused stop none of the others; throws without a connection. */
export async function sendChange(
  prId: number,
  ids: readonly number[],
  change: ClipChange,
  expected?: Readonly<Record<string, unknown>>,
): Promise<Sent> {
  switch (change.what) {
    case 'set':
      return toSent(
        ids,
        await changeClips(prId, ids, toSetter(change.members), { written: Object.entries(change.members), expected }),
      )
    case 'cells':
      return toSent(
        ids,
        await changeClips(prId, ids, clip => toSetter(change.byClip[clip.mediaObjectId ?? 0] ?? {})(clip), {
          written: Object.values(change.byClip).flatMap(members => Object.entries(members)),
        }),
      )
    case 'tags':
      return toSent(
        ids,
        await changeClips(prId, ids, changeTags(change.added, change.removed), { written: [['/tags', change.added]] }),
      )
    case 'restore':
      return toSent(ids, await restoreClips(prId, change.steps))
    case 'rename':
      return rename(prId, ids, change.names)
    case 'attach':
      return attach(prId, change.collection, ids)
    case 'detach':
      return detach(prId, change.collection, ids)
    case 'put':
      await sendEntries(
        prId,
        change.collection,
        change.entries.map(([annotationId, position]) => ({ annotationId, position })),
      )
      return toWhole(ids, { ids, change: { what: 'detach', collection: change.collection } })
    case 'move':
      return move(prId, ids, change.from, change.to)
    case 'order': {
      const { collection, moves, back } = change
      await sendEntries(
        prId,
        collection,
        moves.map(([annotationId, position]) => ({ annotationId, position })),
      )
      return toWhole(ids, { ids, change: { what: 'order', collection, moves: back, back: moves } })
    }
    case 'remove':
      return remove(prId, ids, change.annotationIds)
    case 'all':
      return sendAll(prId, ids, change.parts)
  }
}

/** Clips that were so already have nothing to be taken back. */
function toSent(ids: readonly number[], { steps, ...applied }: Changed): Sent {
  const changed = ids.filter(id => (steps[id]?.patch.length ?? 0) > 0)
  return changed.length === 0 ? applied : { ...applied, back: { ids: changed, change: { what: 'restore', steps } } }
}

/** Sets several members. */
function toSetter(members: Readonly<Record<string, unknown>>): ChangeOf {
  return clip => Object.entries(members).flatMap(([path, value]) => setMember(path, value)(clip))
}

/** What is done for all or for none. */
function toWhole(ids: readonly number[], back: PartOfChange): Sent {
  return { done: ids.length, refusals: new Map(), refused: [], back }
}

async function rename(prId: number, ids: readonly number[], names: Readonly<Record<number, string>>): Promise<Sent> {
  const before: Record<number, string> = {}
  const applied = await applyToClips(prId, ids, async id => {
    const { name = '' } = await api.media.getMediaObject({ prId, id })
    before[id] ??= name
    const body = [{ op: 'add' as const, path: '/name', value: names[id] }]
    await api.media.patchMediaObject({ prId, id, body })
  })
  const renamed = ids.filter(id => before[id] !== undefined && !applied.refused.includes(id))
  return { ...applied, back: { ids: renamed, change: { what: 'rename', names: before } } }
}

/** Undo leaves what was there before where it was. */
async function attach(prId: number, collection: number, ids: readonly number[]): Promise<Sent> {
  const before = new Set((await listEntries(prId, collection)).map(({ moId }) => moId))
  const added = ids.filter(moId => !before.has(moId))
  await sendEntries(
    prId,
    collection,
    added.map(mediaObjectId => ({ mediaObjectId })),
  )
  return toWhole(ids, { ids: added, change: { what: 'detach', collection } })
}

/** Undo puts each back where it was. */
async function detach(prId: number, collection: number, ids: readonly number[]): Promise<Sent> {
  const wanted = new Set(ids)
  const entries = (await listEntries(prId, collection)).flatMap(({ annotationId, moId }, position) =>
    moId !== undefined && wanted.has(moId) ? [[annotationId, position] as const] : [],
  )
  await sendDetached(
    prId,
    collection,
    entries.map(([annotationId]) => annotationId),
  )
  return toWhole(ids, { ids, change: { what: 'put', collection, entries } })
}

/** First there, then away: what is cut off in between is in both. */
function move(prId: number, ids: readonly number[], from: number, to: number): Promise<Sent> {
  return sendAll(prId, ids, [
    { ids, change: { what: 'attach', collection: to } },
    { ids, change: { what: 'detach', collection: from } },
  ])
}

async function sendAll(prId: number, ids: readonly number[], parts: readonly PartOfChange[]): Promise<Sent> {
  const backs: PartOfChange[] = []
  for (const part of parts) {
    const { back, ...applied } = await sendChange(prId, part.ids, part.change)
    throwRefusals(applied)
    if (back) backs.unshift(back)
  }
  return toWhole(ids, { ids, change: { what: 'all', parts: backs } })
}

/** What the workflow has refused is reported by the ids of the clips. */
async function remove(prId: number, ids: readonly number[], annotationIds: readonly number[]): Promise<Sent> {
  const actions = [{ action: 'DELETE' as const, ids: [...annotationIds], options: { detachAssemble: true } }]
  const { workflowId } = await api.annotations.startBulkWorkflow({ prId, body: { actions, waitForIndex: true } })
  const results = await waitForWorkflow(api, { prId, id: workflowId }).then(listResults, (error: unknown) => {
    // It fails where all were refused: why is in its results.
    const all = error instanceof WorkflowError ? listResults(error.report) : []
    if (all.length === 0) throw error
    return all
  })
  const refusals = new Map<string, number>()
  const refused: number[] = []
  for (const { id, status, error } of results) {
    // Who deletes what is gone already has what they want.
    if (status === 'Completed' || error?.type === 'NotFoundError') continue
    const reason = error?.message ?? ''
    refused.push(ids[annotationIds.indexOf(id)] ?? 0)
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  }
  return { done: ids.length - refused.length, refusals, refused }
}

function listResults({ taskReports }: WorkflowMinWrapper) {
  return taskReports.flatMap(({ results = [] }) => results)
}

export async function sendEntries(prId: number, id: number, entries: readonly EntryRequest[]): Promise<void> {
  for (let from = 0; from < entries.length; from += maxAttached) {
    const body = entries.slice(from, from + maxAttached)
    await api.collections.attachEntries({ prId, id, body, query: indexed })
  }
}

/** What is out already is passed over. */
export async function sendDetached(prId: number, id: number, annotationIds: readonly number[]): Promise<void> {
  for (let from = 0; from < annotationIds.length; from += maxAttached) {
    const body = { annotationIds: annotationIds.slice(from, from + maxAttached) }
    await api.collections.detachEntries({ prId, id, body, query: indexed })
  }
}

export function throwRefusals({ refusals }: Applied): void {
  const [reason] = refusals.keys()
  if (reason !== undefined) throw new Error(reason)
}
