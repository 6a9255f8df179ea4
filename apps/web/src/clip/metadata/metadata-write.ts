/** Writes what was typed into the form of a clip or of a part of it: now, or once there is a connection. */

import type { Annotation, JsonPatch } from '@rushes/contract'
import { tell } from '../../design/floating/toasts.tsx'
import { api, isRefusal } from '../../platform/reading/api.ts'
import { createKey } from '../../platform/writes/create-key.ts'
import { write } from '../../platform/writes/write.ts'
import type { StoredWrite } from '../../platform/writes/write-queue.ts'
import { type Draft, listSteps, mergeDrafts, toDraft } from '../clip-record.ts'
import { texts } from './messages.ts'

/** What a form begins with: what is stored, and of which version. */
export interface Stored {
  readonly version: number
  readonly draft: Draft
}

/** Whose metadata it is: that of a clip or of a part of it. */
export interface MetadataPlace {
  readonly prId: number
  readonly moId: number
  /** The part. */
  readonly anId?: number | undefined
}

/** What was typed, and what it was typed over. */
export interface Typed {
  readonly place: MetadataPlace
  readonly before: Draft
  readonly after: Draft
}

export async function loadStored({ prId, moId, anId }: MetadataPlace, signal?: AbortSignal): Promise<Stored> {
  const given = signal ? { signal } : {}
  if (anId !== undefined) return toStored(await api.annotations.getAnnotation({ prId, anId, ...given }))
  const [{ name = '' }, moa] = await Promise.all([
    api.media.getMediaObject({ prId, id: moId, ...given }),
    api.annotations.getMediaObjectAnnotation({ prId, moId, ...given }),
  ])
  return { version: moa.version, draft: toDraft(moa, name) }
}

/** Writes steps onto this version; refused where there is a newer one. Gives what is stored then. */
export async function sendSteps(place: MetadataPlace, steps: JsonPatch, version: number): Promise<Stored> {
  const { prId, moId, anId } = place
  const headers = { 'if-match': `"${version}"` }
  if (anId !== undefined) {
    const query = { waitForIndex: true }
    return toStored(await api.annotations.patchAnnotation({ prId, anId, body: steps, headers, query }))
  }
  // The name of a clip is on the clip, everything else on its annotation.
  const ofClip = steps.filter(({ path }) => path === '/name')
  const ofAnnotation = steps.filter(({ path }) => path !== '/name')
  // First what may be refused because others have saved meanwhile.
  if (ofAnnotation.length > 0) {
    await api.annotations.patchMediaObjectAnnotation({ prId, moId, body: ofAnnotation, headers })
  }
  if (ofClip.length > 0) await api.media.patchMediaObject({ prId, id: moId, body: ofClip })
  return loadStored(place)
}

function toStored(annotation: Annotation): Stored {
  return { version: annotation.version, draft: toDraft(annotation, annotation.name ?? '') }
}

/** What was typed as data that outlives the page. */
export function toStoredWrite(owner: string, data: Typed): StoredWrite {
  return { key: createKey(), kind: 'metadata', owner, data }
}

/** Sends what an earlier page has left behind, whatever page is shown now. */
export function resumeMetadata({ key, owner, data }: StoredWrite): void {
  writeTyped(data as Typed, { key, owner })
}

/** Others may save between the reading and the writing, but hardly so often. */
const maxAttempts = 5

/** Writes what was typed onto whatever is stored by now, without its form. */
function writeTyped(typed: Typed, { key, owner }: Pick<StoredWrite, 'key' | 'owner'>): void {
  void write({
    object: toWriteLine(typed.place),
    apply: () => {},
    revert: () => {},
    send: () => sendTyped(typed, owner),
    typed: describeTyped(typed),
    stored: { key, kind: 'metadata', owner, data: typed },
  })
}

/** What is written of one clip or part is sent in order. */
export function toWriteLine({ moId, anId }: MetadataPlace): string {
  return `metadata ${moId} ${anId}`
}

/** Whether it was taken. What both have changed is a question: theirs stays until it is answered. */
export async function sendTyped(typed: Typed, owner: string): Promise<boolean> {
  const { place, before, after } = typed
  for (let attempt = 1; ; attempt += 1) {
    const now = await loadStored(place)
    const { draft, conflicts } = mergeDrafts(before, after, now.draft)
    if (conflicts.size > 0) {
      const keep = () => writeTyped({ place, before: now.draft, after: draft }, { key: createKey(), owner })
      tell(texts('changedByOther'), 'error', [{ text: texts('keepMine'), onChoose: keep }])
      return false
    }
    const steps = listSteps(now.draft, draft)
    if (steps.length === 0) return true
    try {
      await sendSteps(place, steps, now.version)
      return true
    } catch (error) {
      if (attempt === maxAttempts || !isRefusal(error, 'PreconditionFailedError', 'ConflictError')) throw error
    }
  }
}

/** The texts that were typed, for the clipboard. */
export function describeTyped({ before, after }: Typed): string {
  return Object.entries(after.texts)
    .filter(([name, text]) => text !== before.texts[name])
    .map(([, text]) => text)
    .join('\n')
}
