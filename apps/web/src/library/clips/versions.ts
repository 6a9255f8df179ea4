import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { api } from '../../platform/reading/api.ts'
import type { Collection } from '../collections/collection.ts'
import type { FoundClips } from './found-clips.ts'

/**
 * Which version of a stack each clip in sight is. A stack is a collection whose entries are the versions in their order;
 * each stack is read once, and most productions have few.
 */
export function useVersions(
  prId: number,
  found: FoundClips,
  collections: readonly Collection[],
): Signal<ReadonlyMap<number, number>> {
  const versions = useSignal<ReadonlyMap<number, number>>(new Map())
  const asked = useMemo(() => new Set<number>(), [prId, collections])
  const stacks = useMemo(
    () => new Set(collections.flatMap(({ id, funnel }) => (funnel === 'VersionStack' ? [id] : []))),
    [collections],
  )
  const turn = found.turn.value
  useEffect(() => {
    if (stacks.size === 0) return
    for (const [, clip] of found.listKnown()) {
      for (const id of clip.collections) {
        if (!stacks.has(id) || asked.has(id)) continue
        asked.add(id)
        api.collections.listCollectionEntries({ prId, id }).then(
          ({ items }) => {
            const next = new Map(versions.value)
            for (const [index, { mediaObjectId }] of items.entries()) {
              if (mediaObjectId !== undefined && items.length > 1) next.set(mediaObjectId, index + 1)
            }
            versions.value = next
          },
          // A badge is not worth an error.
          () => {},
        )
      }
    }
  }, [found, turn, stacks])
  return versions
}
