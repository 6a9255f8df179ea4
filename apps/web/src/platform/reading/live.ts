import { type Client, followEvents, followShareEvents } from '@rushes/client'
import type { Event } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'

/** What is listened to: a production, or as much of it as a share shows. */
export interface Place {
  readonly prId: number
  readonly shareId?: number | undefined
}

interface Listener {
  onEvent: (event: Event) => void
  onGap: () => void
}

interface Stream {
  readonly listeners: Set<Listener>
  readonly stopper: AbortController
}

/** One for each place, shared by all listeners: browsers open few connections to a host, and each stream takes one. */
const streams = new WeakMap<Client, Map<string, Stream>>()

/**
 * Calls `onEvent` for each event of a place while the component is shown; `onGap` when some may have been missed: once
 * the news begin, since things may have been loaded before, and to visitors of a share whenever they were cut off.
 */
export function useEvents(api: Client, place: Place, onEvent: (event: Event) => void, onGap?: () => void): void {
  const { prId, shareId } = place
  const latest = useRef({ onEvent, onGap })
  latest.current = { onEvent, onGap }
  useEffect(
    () =>
      listen(
        api,
        { prId, shareId },
        {
          onEvent: event => latest.current.onEvent(event),
          onGap: () => latest.current.onGap?.(),
        },
      ),
    [api, prId, shareId],
  )
}

/** Listens until the returned function is called; the stream ends with its last listener. */
function listen(api: Client, place: Place, listener: Listener): () => void {
  const places = streams.get(api) ?? new Map<string, Stream>()
  streams.set(api, places)
  const key = `${place.prId} ${place.shareId}`
  const stream = places.get(key) ?? open(api, place)
  places.set(key, stream)
  stream.listeners.add(listener)
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size > 0) return
    stream.stopper.abort()
    places.delete(key)
  }
}

function open(api: Client, { prId, shareId }: Place): Stream {
  const listeners = new Set<Listener>()
  const stopper = new AbortController()
  const { signal } = stopper
  const onBegin = () => {
    for (const { onGap } of listeners) onGap()
  }
  const events =
    shareId === undefined
      ? followEvents(api, { prId, signal, onBegin })
      : followShareEvents(api, { prId, id: shareId, signal, onBegin })
  const follow = async () => {
    for await (const event of events) for (const { onEvent } of listeners) onEvent(event)
  }
  // A refusal (a right taken away) ends the news; what is shown stays, and the next call tells.
  follow().catch(() => {})
  return { listeners, stopper }
}
