/** What is done with several clips at once; the selection stays as it is. */

import type { EditorialObject } from '@rushes/contract'
import { tell, tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { downloadInstance } from '../../review/files/downloads.tsx'
import { applyToClips } from '../clips/apply-to-clips.ts'
import { changeClips, changeTags, setMember, tellChanged, tellRefusals } from '../clips/change-clips.ts'
import { toTitle } from '../collections/title.ts'
import { texts } from '../messages.ts'
import type { ClipSelection } from './clip-selection.ts'

/** As many as one call takes. */
const maxAttached = 1000
/** Browsers ask people about more. */
const maxDownloads = 50

export async function tagClips(prId: number, ids: readonly number[], tag: string, onUndone: () => void): Promise<void> {
  const changed = await changeClips(prId, ids, changeTags([tag]))
  tellChanged(texts('tagged', { count: changed.done, tag }), changed, onUndone)
}

export async function setStatus(
  prId: number,
  ids: readonly number[],
  status: string | undefined,
  onUndone: () => void,
): Promise<void> {
  const changed = await changeClips(prId, ids, setMember('/reviewStatus', status))
  tellChanged(texts('applied', { count: changed.done }), changed, onUndone)
}

/** Attaches clips at the end of a collection. */
export async function attachClips(
  prId: number,
  id: number,
  ids: readonly number[],
  collections: readonly EditorialObject[],
  onUndone: () => void,
): Promise<void> {
  const added = await attachAll(prId, id, ids)
  const title = collections.find(collection => collection.id === id)
  tell(texts('addedTo', { count: ids.length, title: title ? toTitle(title) : `#${id}` }), 'info', [
    { text: texts('undo'), onChoose: () => void detachAll(prId, id, added).then(onUndone, tellError) },
  ])
}

/** A new collection with these clips. */
export async function createFrom(prId: number, title: string, ids: readonly number[]): Promise<void> {
  const { id } = await api.collections.createCollection({ prId, body: { title } })
  await attachAll(prId, id, ids)
  tell(texts('addedTo', { count: ids.length, title }))
}

/** The ids of the annotations that are attached then. */
async function attachAll(prId: number, id: number, ids: readonly number[]): Promise<number[]> {
  const attached: number[] = []
  for (let from = 0; from < ids.length; from += maxAttached) {
    const body = ids.slice(from, from + maxAttached).map(mediaObjectId => ({ mediaObjectId }))
    const entries = await api.collections.attachEntries({ prId, id, body, query: { waitForIndex: true } })
    attached.push(...entries.map(entry => entry.id))
  }
  return attached
}

async function detachAll(prId: number, id: number, annotationIds: readonly number[]) {
  return applyToClips(
    annotationIds,
    annotationId => api.collections.detachEntry({ prId, id, annotationId, query: { waitForIndex: true } }),
    { signal: new AbortController().signal, onProgress: () => {} },
  )
}

/** Takes the selected clips out of a collection; they stay in the library. */
export async function detachClips(
  prId: number,
  id: number,
  selection: ClipSelection,
  onUndone: () => void,
): Promise<void> {
  const { ids } = selection
  const { done, refusals } = await detachAll(prId, id, selection.annotationIds)
  selection.drop(ids)
  const undo = { text: texts('undo'), onChoose: () => void attachAll(prId, id, ids).then(onUndone, tellError) }
  if (done > 0) tell(texts('takenOut', { count: done }), 'info', [undo])
  tellRefusals(refusals)
}

/** Has the browser save the originals, or what may be had in their place. */
export async function downloadClips(prId: number, ids: readonly number[], mayHaveOriginals: boolean): Promise<void> {
  if (ids.length > maxDownloads) throw new Error(texts('tooManyDownloads', { count: maxDownloads }))
  for (const id of ids) {
    const { items } = await api.media.listInstances({ prId, id })
    const original = mayHaveOriginals ? items.find(({ type }) => type === 'RAW') : undefined
    const file = original ?? items.find(({ type }) => type === 'PROXY')
    if (file) await downloadInstance(api, prId, file)
  }
}
