import { listAll } from '@rushes/client'
import { api, isRefusal } from '../../../platform/reading/api.ts'
import { listEntries } from '../../clips/entries.ts'
import type { Moves } from '../clip-change.ts'
import { type CollectionChange, isMarked, writeMark } from '../collection-change.ts'
import { texts } from '../messages.ts'
import { sendDetached, sendEntries } from './send-change.ts'

/** What sends something may have been sent before, by a page or a connection that was gone when the answer came. */
interface Sending {
  readonly key: string
  readonly isRepeated: boolean
}

/** Sends a change of a collection; gives the one that takes it back, where that is possible. */
export async function sendCollectionChange(
  prId: number,
  change: CollectionChange,
  { key, isRepeated }: Sending,
): Promise<CollectionChange | undefined> {
  switch (change.what) {
    case 'create': {
      const { title, parentId, clips } = change
      const body = {
        title,
        ...(parentId === undefined ? {} : { parentId }),
        systemFields: { [writeMark]: key },
      }
      const known = isRepeated ? await findMarked(prId, key) : undefined
      const id = known ?? (await api.collections.createCollection({ prId, body })).id
      await sendEntries(
        prId,
        id,
        clips.map(mediaObjectId => ({ mediaObjectId })),
      )
      return { what: 'remove', id, holding: clips }
    }
    case 'title': {
      const { id, title, before } = change
      await replaceMember(prId, id, 'title', title, before)
      return before === undefined ? undefined : { what: 'title', id, title: before, before: title }
    }
    case 'move': {
      const { id, parentId, before } = change
      await replaceMember(prId, id, 'parentId', parentId, before)
      return { what: 'move', id, parentId: before, before: parentId }
    }
    case 'order':
      for (const [id, value] of change.places) {
        await api.collections.patchCollection({ prId, id, body: [{ op: 'add', path: '/subObjects_index', value }] })
      }
      return { what: 'order', places: change.before, before: change.places }
    case 'empty': {
      const { id, entries = await listMoves(prId, id) } = change
      await sendDetached(
        prId,
        id,
        entries.map(([annotationId]) => annotationId),
      )
      return { what: 'fill', id, entries }
    }
    case 'fill': {
      const { id, entries } = change
      await sendEntries(
        prId,
        id,
        entries.map(([annotationId, position]) => ({ annotationId, position })),
      )
      return { what: 'empty', id, entries }
    }
    case 'remove': {
      const { id, holding } = change
      if (holding) await assertHolds(prId, id, holding)
      await api.collections.deleteCollection({ prId, id }).catch((error: unknown) => {
        // Who deletes what is gone already has what they want.
        if (!isRepeated || !isRefusal(error, 'NotFoundError')) throw error
      })
      return undefined
    }
  }
}

/** The collection that this write has created before. */
async function findMarked(prId: number, key: string): Promise<number | undefined> {
  for await (const { id, systemFields } of listAll(api.collections.listCollections, { prId }, 500)) {
    if (isMarked(systemFields, key)) return id
  }
  return undefined
}

/** Refuses where somebody else has written a third value since. */
async function replaceMember(
  prId: number,
  id: number,
  name: 'title' | 'parentId',
  value: string | number | undefined,
  before: string | number | undefined,
): Promise<void> {
  const path = `/${name}`
  const now = (await api.collections.getCollection({ prId, id }))[name]
  if (now === value) return
  if (now !== before) throw new Error(texts('changedSince'))
  const test = before === undefined ? [] : [{ op: 'test' as const, path, value: before }]
  const step = value === undefined ? { op: 'remove' as const, path } : { op: 'add' as const, path, value }
  await api.collections.patchCollection({ prId, id, body: [...test, step] }).catch((error: unknown) => {
    throw isRefusal(error, 'ConflictError') ? new Error(texts('changedSince')) : error
  })
}

async function listMoves(prId: number, id: number): Promise<Moves> {
  return (await listEntries(prId, id)).map(({ annotationId }, position) => [annotationId, position] as const)
}

/** Refuses where somebody else has put something else into it since. */
async function assertHolds(prId: number, id: number, clips: readonly number[]): Promise<void> {
  const own = new Set<number | undefined>(clips)
  const all = await listEntries(prId, id)
  if (all.some(({ moId }) => !own.has(moId))) throw new Error(texts('changedSince'))
}
