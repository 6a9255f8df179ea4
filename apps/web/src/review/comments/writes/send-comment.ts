import { type Client, searchAll } from '@rushes/client'
import { internalClass } from '@rushes/contract'
import { isRefusal } from '../../../platform/reading/api.ts'
import { texts } from '../../messages.ts'
import { type CommentChange, settleTags, type Wording } from './comment-change.ts'

/** Where a comment is, and through which client it is written. */
export interface CommentPlace {
  readonly api: Client
  readonly prId: number
  readonly moId: number
}

/** What became of a change. */
export interface Sent {
  /** The id of the comment that was created. */
  readonly id?: number | undefined
  /** What takes it back, where that is possible; refused where somebody else has written since. */
  readonly takeBack?: (() => Promise<unknown>) | undefined
}

/** The answer comes once a search finds what was changed. */
const query = { waitForIndex: true }

/**
 * Sends a change of a comment. One that is repeated may have been sent before, by a page or a connection that was gone
 * when the answer came.
 */
export async function sendComment(place: CommentPlace, change: CommentChange, isRepeated: boolean): Promise<Sent> {
  const { api, prId, moId } = place
  switch (change.what) {
    case 'create': {
      const { body } = change
      const known = isRepeated ? await findCreated(place, change) : undefined
      if (known !== undefined) return { id: known }
      return { id: (await api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query })).id }
    }
    case 'rewrite': {
      const { id, from, to } = change
      await rewrite(place, id, from, to)
      return { takeBack: () => rewrite(place, id, to, from) }
    }
    case 'settle': {
      const { id, isSettled } = change
      const written = await settle(place, id, isSettled)
      return { takeBack: () => settle(place, id, !isSettled, written) }
    }
    case 'confine': {
      const { id, isInternal } = change
      await confine(place, id, isInternal)
      return { takeBack: () => confine(place, id, !isInternal) }
    }
    case 'remove':
      if (!isRepeated || !(await isGone(place, change.id))) {
        await api.annotations.deleteAnnotation({ prId, anId: change.id, query })
      }
      return {}
  }
}

/** The comment that this change has created before: the same words of the same author at the same place, and newer. */
async function findCreated(
  { api, prId, moId }: CommentPlace,
  { body, author, after }: CommentChange & { what: 'create' },
): Promise<number | undefined> {
  const comments = { prId, moId, query: { fq: ['funnel:ReviewComment'], sort: 'created asc' } }
  for await (const found of searchAll(api.annotations.listAnnotationsOfClip, comments, 2000)) {
    const isMine =
      author.sharedUserId === undefined
        ? found.creatorId === author.userId
        : found.createdBySharedUserId === author.sharedUserId
    const isSame = (['description', 'start', 'uiLocation', 'relatedToId'] as const).every(
      name => found[name] === body[name],
    )
    if (isMine && isSame && Number(found.id) > after) return Number(found.id)
  }
  return undefined
}

/** Refused where somebody else has rewritten it since. */
async function rewrite({ api, prId }: CommentPlace, id: number, from: Wording, to: Wording): Promise<void> {
  const body = [
    { op: 'test' as const, path: '/description', value: from.description },
    ...Object.entries(to).map(([name, value]) => ({ op: 'add' as const, path: `/${name}`, value })),
  ]
  try {
    await api.annotations.patchAnnotation({ prId, anId: id, body, query })
  } catch (error) {
    if (!isRefusal(error, 'ConflictError')) throw error
    const now = await api.annotations.getAnnotation({ prId, anId: id })
    // It may have been written by a call whose answer was lost.
    if (now.description !== to.description) throw new Error(texts('changedSince'))
  }
}

/** Others may save between the reading and the writing, but hardly so often. */
const maxAttempts = 5

/**
 * Resolves or reopens a comment, whatever other tags it has by now; refused where it has not those that are `expected`.
 * Gives the tags that it has then.
 */
async function settle(
  place: CommentPlace,
  anId: number,
  isSettled: boolean,
  expected?: readonly string[],
): Promise<readonly string[]> {
  return changeSet(place, anId, 'tags', tags => {
    if (expected && tags.join('\n') !== expected.join('\n')) throw new Error(texts('changedSince'))
    return settleTags(tags, isSettled)
  })
}

/** Makes a comment one for the team only, or for everybody, whatever other security classes it has. */
async function confine(place: CommentPlace, anId: number, isInternal: boolean): Promise<void> {
  await changeSet(place, anId, 'securityClasses', classes => {
    const others = classes.filter(name => name !== internalClass)
    return isInternal ? [...others, internalClass] : others
  })
}

/** Changes a set as it is by now. Gives what it holds then. */
async function changeSet(
  { api, prId }: CommentPlace,
  anId: number,
  member: 'tags' | 'securityClasses',
  change: (values: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { version, [member]: values } = await api.annotations.getAnnotation({ prId, anId })
    const value = change(values)
    if (value.length === values.length) return values
    const headers = { 'if-match': `"${version}"` }
    const body = [{ op: 'add' as const, path: `/${member}`, value }]
    try {
      await api.annotations.patchAnnotation({ prId, anId, body, headers, query })
      return value
    } catch (error) {
      if (attempt === maxAttempts || !isRefusal(error, 'PreconditionFailedError', 'ConflictError')) throw error
    }
  }
}

/** Whether a comment, or what it said, was deleted. */
async function isGone({ api, prId }: CommentPlace, anId: number): Promise<boolean> {
  try {
    return (await api.annotations.getAnnotation({ prId, anId })).deleted !== undefined
  } catch (error) {
    if (isRefusal(error, 'NotFoundError')) return true
    throw error
  }
}
