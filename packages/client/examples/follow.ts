import { type Client, type Event, followEvents } from '@rushes/client'

/**
 * Shows what happens in a production until the signal. `kept` is the id of the last event that was seen in an earlier
 * run, so that nothing is missed between two of them.
 */
export async function follow(
  api: Client,
  prId: number,
  show: (event: Event) => void,
  signal: AbortSignal,
  kept?: string,
): Promise<string | undefined> {
  let last = kept
  for await (const event of followEvents(api, { prId, signal, ...(kept === undefined ? {} : { after: kept }) })) {
    show(event)
    last = event.id
  }
  return last
}
