import { type Client, followEvents } from '@rushes/client'
import type { Event } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'

/** Calls `onEvent` for each event of a production while the component is shown. */
export function useEvents(api: Client, prId: number | undefined, onEvent: (event: Event) => void): void {
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => {
    if (prId === undefined) return undefined
    const stopper = new AbortController()
    const follow = async () => {
      for await (const event of followEvents(api, { prId, signal: stopper.signal })) latest.current(event)
    }
    // A refusal (a right taken away) ends the news; what is shown stays, and the next call tells.
    follow().catch(() => {})
    return () => stopper.abort()
  }, [api, prId])
}
