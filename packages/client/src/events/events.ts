import type { Event } from '@rushes/contract'
import type { Client } from '../client.ts'
import { isFinal, pause, toPause } from '../transport/retry.ts'
import { readEventStream, type StreamMessage } from './event-stream.ts'

/** Which events to follow. */
export interface FollowOptions {
  prId: number
  /** Id of the last event already seen; those behind it come first. From now on when left out. */
  after?: string
  signal?: AbortSignal
  /** Told once when a stream that begins now has begun: what happened before it is to be asked for. */
  onBegin?: () => void
}

const longestPauseMs = 15_000

/**
 * The events of a production as they happen, without an end: a stream that is cut is taken up again behind the last
 * event that was yielded, so that none is lost or doubled. Ends when the signal is aborted; throws when the service
 * refuses for good.
 */
export async function* followEvents(api: Client, options: FollowOptions): AsyncGenerator<Event, void, undefined> {
  const { prId, signal, onBegin } = options
  let last = options.after
  const open = () =>
    api.events.streamProductionEvents({
      prId,
      ...(last === undefined ? {} : { headers: { 'last-event-id': last } }),
      ...(signal ? { signal } : {}),
    })
  for await (const message of readOnAndOn(open, signal)) {
    if (last === undefined) onBegin?.()
    last = message.id
    if (message.data !== '') yield JSON.parse(message.data) as Event
  }
}

/** Which share to follow. */
export interface FollowShareOptions {
  prId: number
  /** Of the share. */
  id: number
  signal?: AbortSignal
  /** Told each time that the stream begins: what happened before it is not told, and is to be asked for. */
  onBegin?: () => void
}

/**
 * What happens to the clips of a share, as a visitor may know it, without an end. Ends when the signal is aborted;
 * throws when the service refuses for good.
 */
export async function* followShareEvents(
  api: Client,
  { prId, id, signal, onBegin }: FollowShareOptions,
): AsyncGenerator<Event, void, undefined> {
  const open = async () => {
    const response = await api.sharing.streamShareEvents({ prId, id, ...(signal ? { signal } : {}) })
    onBegin?.()
    return response
  }
  for await (const message of readOnAndOn(open, signal)) {
    if (message.data !== '') yield JSON.parse(message.data) as Event
  }
}

/** The messages of a stream that reconnects, after a pause, whenever it ends or is cut. */
async function* readOnAndOn(
  open: () => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage, void, undefined> {
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const message of readEventStream(await open())) {
        failures = 0
        yield message
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFinal(error)) throw error
    }
    failures += 1
    await pause(toPause(failures, longestPauseMs), signal).catch(() => {})
  }
}
