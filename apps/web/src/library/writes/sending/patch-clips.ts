import type { ClipPatchRequest, JsonPatch, MediaObjectAnnotation } from '@rushes/contract'
import { api } from '../../../platform/reading/api.ts'
import { type Applied, forEachClip, Tally } from './apply-to-clips.ts'

/** What a change reads of a clip. */
export type ReadClip = Omit<Partial<MediaObjectAnnotation>, 'version'> & Pick<MediaObjectAnnotation, 'version'>

/** What is to be patched of a clip as it is, nothing where it is so already; throws what is to be refused. */
export type PatchOf = (clip: ReadClip, id: number) => JsonPatch

type Changes = ClipPatchRequest['changes']

/** What is to be sent, and ids of clips that are to be read. */
interface Plan {
  readonly changes: Changes
  readonly again: number[]
}

/** With one call: for a thousand clips the page says ten times how far it is. */
const clipsOfCall = 100
/** Somebody else may save between the reading and the writing, but hardly so often. */
const maxAttempts = 5

/** Patches clips as they were found, or else as they are read; at the end searches find it. Throws without a connection. */
export async function patchClips(
  prId: number,
  ids: readonly number[],
  found: ReadonlyMap<number, ReadClip> | undefined,
  toPatch: PatchOf,
): Promise<Applied> {
  const tally = new Tally(ids.length)
  try {
    for (let from = 0; from < ids.length; from += clipsOfCall) {
      const part = ids.slice(from, from + clipsOfCall)
      const isLast = from + clipsOfCall >= ids.length
      const first = found && planFound(part, toPatch, found)
      let plan = first ?? (await planRead(prId, part, toPatch, tally))
      for (let attempt = first ? 0 : 1; ; attempt += 1) {
        const old = await sendChanges(prId, plan.changes, tally, { isLast, mayRetry: attempt < maxAttempts })
        const left = [...plan.again, ...old]
        if (left.length === 0) break
        plan = await planRead(prId, left, toPatch, tally)
      }
    }
  } finally {
    tally.end()
  }
  return tally
}

/** What was found may be old: only a clip that is read says that nothing is to be done, or that it is to be refused. */
function planFound(ids: readonly number[], toPatch: PatchOf, found: ReadonlyMap<number, ReadClip>): Plan {
  const changes = ids.flatMap(id => {
    const clip = found.get(id)
    try {
      return clip ? toChanges(id, clip, toPatch) : []
    } catch {
      return []
    }
  })
  const planned = new Set(changes.map(({ mediaObjectId }) => mediaObjectId))
  return { changes, again: ids.filter(id => !planned.has(id)) }
}

async function planRead(prId: number, ids: readonly number[], toPatch: PatchOf, tally: Tally): Promise<Plan> {
  const changes: Changes = []
  await forEachClip(ids, tally, async moId => {
    const own = toChanges(moId, await api.annotations.getMediaObjectAnnotation({ prId, moId }), toPatch)
    if (own.length === 0) tally.add()
    changes.push(...own)
  })
  return { changes, again: [] }
}

function toChanges(mediaObjectId: number, clip: ReadClip, toPatch: PatchOf): Changes {
  const patch = toPatch(clip, mediaObjectId)
  return patch.length === 0 ? [] : [{ mediaObjectId, version: clip.version, patch }]
}

/** Gives the ids of clips that somebody else has changed since. */
async function sendChanges(
  prId: number,
  changes: Changes,
  tally: Tally,
  { isLast, mayRetry }: { isLast: boolean; mayRetry: boolean },
): Promise<number[]> {
  // What was changed before is waited for even where the last clips need no change.
  if (changes.length === 0 && !(isLast && tally.done > 0)) return []
  const query = isLast ? { waitForIndex: true } : {}
  const old: number[] = []
  try {
    const { results } = await api.annotations.patchMediaObjectAnnotations({ prId, body: { changes }, query })
    for (const { mediaObjectId, error } of results) {
      const isOld = error?.type === 'PreconditionFailedError' || error?.type === 'ConflictError'
      if (!error) tally.add()
      else if (isOld && mayRetry) old.push(mediaObjectId)
      else tally.refuse(mediaObjectId, new Error(error.message))
    }
  } catch (error) {
    for (const { mediaObjectId } of changes) tally.refuse(mediaObjectId, error)
  }
  return old
}
