/** Writes stacks of versions: collections whose entries are the versions of one clip, oldest first. */

import { tell, tellError } from '../design/floating/toasts.tsx'
import { type FoundClip, readClips } from '../library/clips/clip-search.ts'
import { isShown, stackFunnel } from '../library/collections/paths.ts'
import { api } from '../platform/reading/api.ts'
import { texts } from './messages.ts'

const indexed = { waitForIndex: true }

/** One after the other: the second version of a clip finds the stack that the first has made. */
let writing: Promise<unknown> = Promise.resolve()

function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  const turn = writing.then(write, write)
  writing = turn
  return turn
}

/** Makes clips the latest versions of another, in all the collections that it is in. */
export function addVersions(prId: number, moId: number, added: readonly number[]): Promise<void> {
  return inTurn(async () => {
    const clips = await readAll(prId, [moId, ...added])
    const [clip, ...others] = clips
    if (!clip || others.length === 0) return
    await stack(prId, clip, others)
    const latest = others.at(-1)!
    const number = (clip.version?.count ?? 1) + others.length
    tell(texts('added', { added: latest.name, name: clip.name, number }))
  })
}

/** Makes clips the versions of one, in the order in which they were made; that can be taken back. */
export function stackClips(prId: number, ids: readonly number[]): Promise<void> {
  return inTurn(async () => {
    const clips = (await readAll(prId, ids)).toSorted((a, b) => a.created - b.created || a.id - b.id)
    // What are versions already stay together.
    const [clip] = clips.filter(({ version }) => version !== undefined).concat(clips)
    if (!clip) return
    const others = clips.filter(other => other !== clip && other.version?.stackId !== (clip.version?.stackId ?? -1))
    if (others.length === 0) return
    const takeBack = await stack(prId, clip, others)
    const count = (clip.version?.count ?? 1) + others.length
    const undo = { text: texts('undo'), onChoose: () => void inTurn(takeBack).catch(tellError) }
    tell(texts('stacked', { count, name: clip.name }), 'info', [undo])
  })
}

/** Makes a version a clip by itself; a stack of one is none. */
export function takeOut(prId: number, moId: number): Promise<void> {
  return inTurn(async () => {
    const [clip] = await readAll(prId, [moId])
    if (!clip?.version) return
    const { stackId: id, count } = clip.version
    if (count > 2) await api.collections.detachEntry({ prId, id, annotationId: clip.annotationId, query: indexed })
    else await api.collections.deleteCollection({ prId, id, query: indexed })
    tell(texts('takenOut', { name: clip.name }))
  })
}

async function readAll(prId: number, ids: readonly number[]): Promise<FoundClip[]> {
  const found = await readClips(prId, ids, [], new AbortController().signal)
  return ids.flatMap(id => found.find(clip => clip.id === id) ?? [])
}

/** Puts clips behind the versions of another; gives what takes that back. */
async function stack(prId: number, clip: FoundClip, added: readonly FoundClip[]): Promise<() => Promise<void>> {
  for (const { annotationId, version } of added) {
    if (version) await api.collections.detachEntry({ prId, id: version.stackId, annotationId })
  }
  const entries = added.map(({ id }) => ({ mediaObjectId: id }))
  const joined = await joinCollections(prId, clip, entries)
  const known = clip.version?.stackId
  const title = clip.name
  const id = known ?? (await api.collections.createCollection({ prId, body: { title, funnel: stackFunnel } })).id
  const body = known === undefined ? [{ mediaObjectId: clip.id }, ...entries] : entries
  await api.collections.attachEntries({ prId, id, body, query: indexed })
  const detach = async (id: number) => {
    for (const { annotationId } of added) await api.collections.detachEntry({ prId, id, annotationId, query: indexed })
  }
  return async () => {
    if (known === undefined) await api.collections.deleteCollection({ prId, id, query: indexed })
    else await detach(known)
    for (const collection of joined) await detach(collection)
    for (const { id, version } of added) {
      const body = [{ mediaObjectId: id, position: (version?.number ?? 1) - 1 }]
      if (version) await api.collections.attachEntries({ prId, id: version.stackId, body, query: indexed })
    }
  }
}

/** Puts clips behind another one in each collection that people have put that one into; gives those where they are new. */
async function joinCollections(prId: number, clip: FoundClip, entries: readonly { mediaObjectId: number }[]) {
  const collections = await Promise.all(clip.collections.map(id => api.collections.getCollection({ prId, id })))
  const joined: number[] = []
  for (const { id } of collections.filter(isShown)) {
    const { items } = await api.collections.listCollectionEntries({ prId, id })
    const fresh = entries.filter(({ mediaObjectId }) => !items.some(item => item.mediaObjectId === mediaObjectId))
    const at = items.findIndex(({ mediaObjectId }) => mediaObjectId === clip.id)
    if (fresh.length === 0) continue
    const body = at < 0 ? fresh : fresh.map((entry, offset) => ({ ...entry, position: at + 1 + offset }))
    await api.collections.attachEntries({ prId, id, body })
    joined.push(id)
  }
  return joined
}
