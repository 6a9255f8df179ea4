/** Puts the clips of a collection in another order. */

import type { FoundClips } from '../clips/found-clips.ts'
import { texts } from '../messages.ts'
import type { ClipWriter } from '../writes/clip-writer.ts'
import { placeBefore, toMoves } from './moves.ts'

/** Which clips are shown, in which collection, and what writes their order. */
interface Ordered {
  readonly found: FoundClips
  readonly collection: number | undefined
  readonly writer: ClipWriter
}

/** Puts clips before another one, or at the end. */
export async function moveBefore(
  { found, collection, writer }: Ordered,
  ids: readonly number[],
  before: number | undefined,
): Promise<void> {
  const { order } = found
  if (!order || collection === undefined) return
  const { signal } = new AbortController()
  const [annotations, clips] = await Promise.all([
    order.listAnnotations(signal),
    order.listIds(0, Number.POSITIVE_INFINITY, signal),
  ])
  const byClip = new Map(clips)
  const moved = new Set(ids.flatMap(id => byClip.get(id) ?? []))
  const after = placeBefore(annotations, moved, before === undefined ? undefined : byClip.get(before))
  const moves = toMoves(annotations, after, moved)
  if (after.join() === annotations.join()) return
  const back = toMoves(after, annotations, moved)
  const arrange = (wanted: readonly number[]) => () => {
    const places = new Map(wanted.map((id, index) => [id, index]))
    order.arrange(wanted)
    found.rearrange(shown =>
      shown.toSorted((a, b) => (places.get(a.annotationId) ?? 0) - (places.get(b.annotationId) ?? 0)),
    )
  }
  void writer.change(
    ids,
    { what: 'order', collection, moves, back },
    { text: count => texts('reordered', { count }), onShow: arrange(after), onRevert: arrange(annotations) },
  )
}

/** One place up or down. */
export async function moveBy(options: Ordered, ids: readonly number[], by: -1 | 1): Promise<void> {
  const { order } = options.found
  if (!order) return
  const all = (await order.listIds(0, Number.POSITIVE_INFINITY, new AbortController().signal)).map(([id]) => id)
  const moved = new Set(ids)
  const places = all.flatMap((id, index) => (moved.has(id) ? [index] : []))
  const at = by < 0 ? (places[0] ?? 0) - 1 : (places.at(-1) ?? 0) + 2
  await moveBefore(options, ids, at < 0 ? all[0] : all[at])
}
