import { type Event, ServiceError } from '@rushes/contract'
import type { Client } from './client.ts'
import { readEventStream } from './event-stream.ts'
import { pause, toPause } from './retry.ts'

/** Which events to follow. */
export interface FollowOptions {
  prId: number
  /** Id of the last event already seen; those behind it come first. From now on when left out. */
  after?: string
  signal?: AbortSignal
}

const longestPauseMs = 15_000

/**
 * The events of a production as they happen, without an end: a stream that is cut is taken up again behind the last
 * event that was yielded, so that none is lost or doubled. Ends when the signal is aborted; throws when the service
 * refuses for good.
 */
export async function* followEvents(api: Client, options: FollowOptions): AsyncGenerator<Event, void, undefined> {
  let last = options.after
  for (let failures = 0; !options.signal?.aborted; ) {
    try {
      for await (const message of await openStream(api, options, last)) {
        failures = 0
        last = message.id
        if (message.data !== '') yield JSON.parse(message.data) as Event
      }
    } catch (error) {
      if (options.signal?.aborted) return
      if (error instanceof ServiceError && error.status < 500 && error.status !== 429) throw error
    }
    failures += 1
    await pause(toPause(failures, longestPauseMs), options.signal).catch(() => {})
  }
}

async function openStream(api: Client, { prId, signal }: FollowOptions, last: string | undefined) {
  const response = await api.events.streamProductionEvents({
    prId,
    ...(last === undefined ? {} : { headers: { 'last-event-id': last } }),
    ...(signal ? { signal } : {}),
  })
  return readEventStream(response)
}
