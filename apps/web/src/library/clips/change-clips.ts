import type { JsonPatch, MediaObjectAnnotation } from '@rushes/contract'
import { tell, tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { texts } from '../messages.ts'
import { type Applied, applyToClips } from './apply-to-clips.ts'

/** What a change makes of a clip as it is; nothing where the clip is so already. */
export type ChangeOf = (clip: MediaObjectAnnotation) => JsonPatch

/** A change of clips that was made, and a way to take it back. */
export interface Changed extends Applied {
  undo(): Promise<void>
}

interface ChangeOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number) => void
}

/** Changes clips and knows how to take it back: each is read before, and gets back what it had. */
export async function changeClips(
  prId: number,
  ids: readonly number[],
  change: ChangeOf,
  { signal = new AbortController().signal, onProgress = () => {} }: ChangeOptions = {},
): Promise<Changed> {
  const inverses = new Map<number, JsonPatch>()
  const patch = (moId: number, body: JsonPatch, isLast: boolean) =>
    api.annotations.patchMediaObjectAnnotation({ prId, moId, body, query: isLast ? { waitForIndex: true } : {} })
  const applied = await applyToClips(
    ids,
    async (moId, isLast) => {
      const before = await api.annotations.getMediaObjectAnnotation({ prId, moId, signal })
      const body = change(before)
      if (body.length === 0) return
      await patch(moId, body, isLast)
      inverses.set(moId, toInverse(before, body))
    },
    { signal, onProgress },
  )
  const undo = async () => {
    const { refusals } = await applyToClips(
      [...inverses.keys()],
      (moId, isLast) => patch(moId, inverses.get(moId) ?? [], isLast),
      { signal: new AbortController().signal, onProgress: () => {} },
    )
    tellRefusals(refusals)
  }
  return { ...applied, undo }
}

/** Reports a change of clips, with a way to take it back. */
export function tellChanged(text: string, { done, refusals, undo }: Changed, onUndone: () => void): void {
  if (done > 0) {
    tell(text, 'info', [{ text: texts('undo'), onChoose: () => void undo().then(onUndone, tellError) }])
  }
  tellRefusals(refusals)
}

export function tellRefusals(refusals: Applied['refusals']): void {
  for (const [reason, count] of refusals) tell(texts('refused', { count, reason }), 'error')
}

/** The steps that give back what a resource had where the patch wrote. */
function toInverse(before: object, patch: JsonPatch): JsonPatch {
  return patch.map(({ path }) => {
    const value = readAt(before, path)
    if (value !== undefined) return { op: 'add' as const, path, value }
    // A field without a value is written as nothing; members of the resource are taken away.
    return path.startsWith('/customFields/')
      ? { op: 'add' as const, path, value: null }
      : { op: 'remove' as const, path }
  })
}

function readAt(resource: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, name) => (value === null || value === undefined ? undefined : Object(value)[name]),
      resource,
    )
}

/** Tags of a clip with some more and without some others. */
export function changeTags(added: readonly string[], removed: readonly string[] = []): ChangeOf {
  return ({ tags = [] }) => {
    const next = [...new Set([...tags, ...added])].filter(tag => !removed.includes(tag))
    return next.length === tags.length && next.every(tag => tags.includes(tag))
      ? []
      : [{ op: 'add', path: '/tags', value: next }]
  }
}

/** One member of a clip; nothing takes it away. */
export function setMember(path: string, value: unknown): ChangeOf {
  return clip => {
    const before = readAt(clip, path)
    const isEmpty = value === undefined || value === null || value === ''
    if (isEmpty && path.startsWith('/customFields/')) return [{ op: 'add', path, value: null }]
    if (isEmpty) return before === undefined ? [] : [{ op: 'remove', path }]
    return JSON.stringify(before) === JSON.stringify(value) ? [] : [{ op: 'add', path, value }]
  }
}
