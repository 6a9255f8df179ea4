/** Writes stacks of versions: collections whose entries are the versions of one clip, oldest first. */

import type { ClipVersions } from '@rushes/contract'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { type FoundClip, readClips } from '../library/clips/clip-search.ts'
import { listEntries } from '../library/clips/entries.ts'
import { isShown, stackFunnel } from '../library/collections/paths.ts'
import { api } from '../platform/reading/api.ts'
import { texts } from './messages.ts'

const indexed = { waitForIndex: true }

/** One after the other: each puts its version into collections after the one before. */
let writing: Promise<unknown> = Promise.resolve()

function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  const turn = writing.then(write, write)
  writing = turn
  return turn
}

/** Makes clips the latest versions of another, in all the collections that it is in. */
export function addVersions(prId: number, moId: number, added: readonly number[]): Promise<void> {
  return inTurn(async () => {
    const { mediaObjectIds } = await addToStack(prId, moId, added)
    const versions = await readAll(prId, mediaObjectIds)
    await joinCollections(prId, versions)
    const [clip, latest] = [moId, added.at(-1)].map(id => versions.find(version => version.id === id))
    if (clip && latest) tell(texts('added', { added: latest.name, name: clip.name, number: versions.length }))
  })
}

/**
 * Makes clips, with all versions of each, the versions of one, in the order in which they were made; that can be taken
 * back.
 */
export function stackClips(prId: number, ids: readonly number[]): Promise<void> {
  return inTurn(async () => {
    const clips = await readAll(prId, ids)
    const stackIds = [...new Set(clips.flatMap(({ version }) => version?.stackId ?? []))]
    const former = await Promise.all(stackIds.map(id => readStack(prId, id)))
    const all = new Map([...former.flat(), ...clips].map(clip => [clip.id, clip]))
    const versions = [...all.values()].toSorted((a, b) => a.created - b.created || a.id - b.id)
    const [first, second] = versions
    if (!first || !second || former[0]?.length === versions.length) return
    const others = versions.slice(1).map(clip => clip.id)
    const isNew = stackIds.length === 0
    const id = isNew ? (await addToStack(prId, first.id, others)).versionStackId : await createStack(prId, versions)
    const joined = await joinCollections(prId, versions)
    for (const former of stackIds) await removeStack(prId, former)
    const takeBack = async () => {
      const now = (await listEntries(prId, id)).map(({ moId }) => moId)
      if (now.join() !== versions.map(({ id }) => id).join()) throw new Error(texts('changedSince'))
      await removeStack(prId, id)
      for (const versions of former) await createStack(prId, versions)
      const { annotationId } = versions.at(-1)!
      for (const id of joined) await api.collections.detachEntry({ prId, id, annotationId, query: indexed })
    }
    const undo = { text: texts('undo'), onChoose: () => void inTurn(takeBack).catch(tellError) }
    tell(texts('stacked', { count: versions.length, name: first.name }), 'info', [undo])
  })
}

/** Makes a version a clip by itself; a stack of one is none. */
export function takeOut(prId: number, moId: number): Promise<void> {
  return inTurn(async () => {
    const [clip] = await readAll(prId, [moId])
    if (!clip?.version) return
    const { stackId: id } = clip.version
    await api.collections.detachEntry({ prId, id, annotationId: clip.annotationId, query: indexed })
    if ((await listEntries(prId, id)).length < 2) await removeStack(prId, id)
    tell(texts('takenOut', { name: clip.name }))
  })
}

/** The stack of a clip, which the service creates where there is none, with these versions after the others. */
function addToStack(prId: number, id: number, added: readonly number[]): Promise<ClipVersions> {
  return api.collections.addVersions({ prId, id, body: { mediaObjectIds: [...added] }, query: indexed })
}

/** A new stack of these versions; none where they cannot be put into it. */
async function createStack(prId: number, versions: readonly FoundClip[]): Promise<number> {
  const body = { title: versions[0]!.name, funnel: stackFunnel }
  const { id } = await api.collections.createCollection({ prId, body })
  try {
    await attach(prId, id, versions)
  } catch (error) {
    await removeStack(prId, id).catch(() => {})
    throw error
  }
  return id
}

async function attach(prId: number, id: number, clips: readonly FoundClip[]): Promise<void> {
  const body = clips.map(clip => ({ mediaObjectId: clip.id }))
  await api.collections.attachEntries({ prId, id, body, query: indexed })
}

async function removeStack(prId: number, id: number): Promise<void> {
  await api.collections.deleteCollection({ prId, id, query: indexed })
}

/** The clips of a stack, oldest first. */
async function readStack(prId: number, stackId: number): Promise<FoundClip[]> {
  const entries = await listEntries(prId, stackId)
  return readAll(
    prId,
    entries.flatMap(({ moId }) => moId ?? []),
  )
}

async function readAll(prId: number, ids: readonly number[]): Promise<FoundClip[]> {
  const found = await readClips(prId, ids, [], new AbortController().signal)
  return ids.flatMap(id => found.find(clip => clip.id === id) ?? [])
}

/** Puts the last of these versions behind the others in each collection that people have put any into; gives those where it is new. */
async function joinCollections(prId: number, versions: readonly FoundClip[]): Promise<number[]> {
  const ids = new Set(versions.flatMap(({ collections }) => collections))
  // One may have been deleted meanwhile.
  const asked = await Promise.allSettled([...ids].map(id => api.collections.getCollection({ prId, id })))
  const collections = asked.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  const latest = versions.at(-1)!
  const joined: number[] = []
  for (const { id } of collections.filter(isShown)) {
    const entries = await listEntries(prId, id)
    if (entries.some(({ moId }) => moId === latest.id)) continue
    const at = entries.findLastIndex(({ moId }) => versions.some(version => version.id === moId))
    const body = [{ mediaObjectId: latest.id, position: at + 1 }]
    await api.collections.attachEntries({ prId, id, body })
    joined.push(id)
  }
  return joined
}
