/** Writes what was typed into the form of a clip or of a part of it: now, or once there is a connection. */

import type { Annotation, JsonPatch } from '@rushes/contract'
import { tell } from '../../design/floating/toasts.tsx'
import { api, isRefusal } from '../../platform/reading/api.ts'
import { createKey } from '../../platform/writes/create-key.ts'
import { write } from '../../platform/writes/write.ts'
import type { StoredWrite } from '../../platform/writes/write-queue.ts'
import { type Draft, listSteps, mergeDrafts, toDraft } from '../clip-record.ts'
import type { Stored } from './describing.ts'
import { texts } from './messages.ts'

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

const atOnce = { waitForIndex: true }

export async function loadStored({ prId, moId, anId }: MetadataPlace, signal?: AbortSignal): Promise<Stored> {
  const given = signal ? { signal } : {}
  const askedAt = performance.now()
  if (anId !== undefined) return toStored(await api.annotations.getAnnotation({ prId, anId, ...given }), askedAt)
  const [{ name = '' }, moa] = await Promise.all([
    api.media.getMediaObject({ prId, id: moId, ...given }),
    api.annotations.getMediaObjectAnnotation({ prId, moId, ...given }),
  ])
  return { version: moa.version, draft: toDraft(moa, name), askedAt }
}

/** Writes steps onto this version; refused where there is a newer one. Gives what is stored then. */
export async function sendSteps(place: MetadataPlace, steps: JsonPatch, version: number): Promise<Stored> {
  const { prId, moId, anId } = place
  const headers = { 'if-match': `"${version}"` }
  if (anId !== undefined) {
    const stored = await api.annotations.patchAnnotation({ prId, anId, body: steps, headers, query: atOnce })
    return toStored(stored, performance.now())
  }
  // The name of a clip is on the clip, everything else on its annotation.
  const ofClip = steps.filter(({ path }) => path === '/name')
  const ofAnnotation = steps.filter(({ path }) => path !== '/name')
  // First what may be refused because others have saved meanwhile.
  if (ofAnnotation.length > 0) {
    await api.annotations.patchMediaObjectAnnotation({ prId, moId, body: ofAnnotation, headers, query: atOnce })
  }
  if (ofClip.length > 0) await api.media.patchMediaObject({ prId, id: moId, body: ofClip, query: atOnce })
  return loadStored(place)
}

function toStored(annotation: Annotation, askedAt: number): Stored {
  return { version: annotation.version, draft: toDraft(annotation, annotation.name ?? ''), askedAt }
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

/** What is stored then. What both have changed is a question: theirs stays until it is answered. */
export async function sendTyped(typed: Typed, owner: string): Promise<Stored | undefined> {
  const sent = await sendOnto(typed)
  if (!('conflicting' in sent)) return sent
  const { conflicting, now } = sent
  const keep = () =>
    writeTyped({ place: typed.place, before: now.draft, after: conflicting }, { key: createKey(), owner })
  tell(texts('changedByOther'), 'error', [{ text: texts('keepMine'), onChoose: keep }])
  return undefined
}

/** Takes back what was typed, or does it again. What somebody else has changed since stays. */
export async function sendAgain(typed: Typed): Promise<Stored> {
  const sent = await sendOnto(typed)
  if ('conflicting' in sent) throw new Error(texts('changedSince'))
  return sent
}

/** Writes onto whatever is stored by now; nothing where both have changed the same. */
async function sendOnto({ place, before, after }: Typed): Promise<Stored | { now: Stored; conflicting: Draft }> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await loadStored(place)
    const { draft, conflicts } = mergeDrafts(before, after, now.draft)
    if (conflicts.size > 0) return { now, conflicting: draft }
    const steps = listSteps(now.draft, draft)
    if (steps.length === 0) return now
    try {
      return await sendSteps(place, steps, now.version)
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
