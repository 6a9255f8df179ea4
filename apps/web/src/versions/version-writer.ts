/** Writes stacks of versions: collections whose entries are the versions of one clip, oldest first. */

import { tell, tellError } from '../design/floating/toasts.tsx'
import { type FoundClip, readClips } from '../library/clips/clip-search.ts'
import { listEntries } from '../library/clips/entries.ts'
import { isShown, stackFunnel } from '../library/collections/paths.ts'
import { api } from '../platform/reading/api.ts'
import { texts } from './messages.ts'

const indexed = { waitForIndex: true }

/** As many as a stack has at most when it is looked through. */
const mostVersions = 500

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
    await leave(prId, clip.version.stackId, [clip])
    tell(texts('takenOut', { name: clip.name }))
  })
}

/** Takes clips out of a stack, which ends where fewer than two are left. */
async function leave(prId: number, id: number, clips: readonly FoundClip[]): Promise<void> {
  for (const { annotationId } of clips) await api.collections.detachEntry({ prId, id, annotationId, query: indexed })
  if ((await listEntries(prId, id)).length < 2) await api.collections.deleteCollection({ prId, id, query: indexed })
}

/** The clips of a stack. */
async function readStack(prId: number, stackId: number): Promise<FoundClip[]> {
  const query = { fq: [`versionStackId:${stackId}`], fl: ['mediaObjectId'], rows: mostVersions }
  const { results } = await api.annotations.searchMediaObjects({ prId, query })
  return readAll(
    prId,
    results.map(({ mediaObjectId }) => Number(mediaObjectId)),
  )
}

async function readAll(prId: number, ids: readonly number[]): Promise<FoundClip[]> {
  const found = await readClips(prId, ids, [], new AbortController().signal)
  return ids.flatMap(id => found.find(clip => clip.id === id) ?? [])
}

/** Puts clips behind the versions of another; gives what takes that back. */
async function stack(prId: number, clip: FoundClip, added: readonly FoundClip[]): Promise<() => Promise<void>> {
  const known = clip.version?.stackId
  const before = known === undefined ? [clip] : await readStack(prId, known)
  const joined = await joinCollections(prId, [...before, ...added])
  for (const { annotationId, version } of added) {
    if (version) await api.collections.detachEntry({ prId, id: version.stackId, annotationId })
  }
  const entries = added.map(({ id }) => ({ mediaObjectId: id }))
  const body = { title: clip.name, funnel: stackFunnel }
  const id = known ?? (await api.collections.createCollection({ prId, body })).id
  const first = known === undefined ? [{ mediaObjectId: clip.id }] : []
  await api.collections.attachEntries({ prId, id, body: [...first, ...entries], query: indexed })
  return async () => {
    await leave(prId, id, added)
    const annotationId = added.at(-1)!.annotationId
    for (const id of joined) await api.collections.detachEntry({ prId, id, annotationId, query: indexed })
    for (const { id, version } of added) {
      const body = [{ mediaObjectId: id, position: (version?.number ?? 1) - 1 }]
      if (version) await api.collections.attachEntries({ prId, id: version.stackId, body, query: indexed })
    }
  }
}

/** Puts the last of these versions behind the others in each collection that people have put any into; gives those where it is new. */
async function joinCollections(prId: number, versions: readonly FoundClip[]): Promise<number[]> {
  const ids = new Set(versions.flatMap(({ collections }) => collections))
  const collections = await Promise.all([...ids].map(id => api.collections.getCollection({ prId, id })))
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
