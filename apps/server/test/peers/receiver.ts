import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { untilSeen } from '../until.ts'

/** A message that arrived. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly event: { id: string; type: string; verb?: string; object?: { id?: unknown }; productionId?: number }
}

/** A system that takes webhooks, and answers as a test says. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How messages are answered from now on. */
  answer: (response: ServerResponse, message: Received) => void
  /** Resolves once so many messages of the kind have arrived. */
  waitFor(count: number, isWanted?: (message: Received) => boolean, patienceMs?: number): Promise<Received[]>
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const message = { path: request.url ?? '', headers: request.headers, text, event: JSON.parse(text || '{}') }
    receiver.received.push(message)
    receiver.answer(response, message)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: response => response.writeHead(204).end(),
    async waitFor(count, isWanted = () => true, patienceMs) {
      const list = () => receiver.received.filter(isWanted)
      return untilSeen(`${count} messages have arrived`, list, messages => messages.length >= count, patienceMs)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Whether one of the signatures is that of the secret: as a receiver checks it, by the Standard Webhooks scheme. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
