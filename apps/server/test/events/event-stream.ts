import assert from 'node:assert/strict'
import type { Client } from '@rushes/client'
import type { Event } from '@rushes/contract'
import { within } from '../until.ts'

export interface StreamMessage {
  id: string
  type: string
  event: Event
}

/** The stream of a production as a test reads it. */
export interface TestStream {
  /** The next message; nothing at the end of the stream. */
  next(): Promise<StreamMessage | undefined>
  /** The next message that is wanted; fails at the end of the stream. */
  find(isWanted: (message: StreamMessage) => boolean): Promise<StreamMessage>
  leave(): void
}

/** Opens the event stream of a production; `lastEventId` is where it resumes. */
export async function openEventStream(api: Client, prId: number, lastEventId?: string): Promise<TestStream> {
  const leaving = new AbortController()
  const response = await fetch(`${api.options.baseUrl}/production/${prId}/event/stream`, {
    headers: {
      authorization: `Bearer ${api.options.token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const messages = read(response)
  const next = async () => {
    const { value } = await within('the stream sends a message', messages.next())
    return value as StreamMessage | undefined
  }
  return {
    next,
    async find(isWanted) {
      for (;;) {
        const message = await next()
        assert.ok(message, 'the stream has ended')
        if (isWanted(message)) return message
      }
    },
    leave: () => leaving.abort(),
  }
}

async function* read(response: Response): AsyncGenerator<StreamMessage> {
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const lines = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      const data = lines.get('data')
      if (data !== undefined) yield { id: lines.get('id')!, type: lines.get('event')!, event: JSON.parse(data) }
    }
  }
}
