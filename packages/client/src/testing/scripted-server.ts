import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that answers each request as the next line of a script says; the last line answers all further ones. */
export interface ScriptedServer {
  readonly url: string
  /** Method, path and token of what came, in order. */
  readonly requests: { method: string; path: string; token: string | undefined }[]
  stop(): Promise<void>
}

/** One line of a script. */
export type Line = (response: ServerResponse, request: IncomingMessage) => void

/** Answers with this status and JSON body. */
export function answer(status: number, body: unknown = [], headers: Record<string, string> = {}): Line {
  return response =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Closes the connection without a word. */
export const hangUp: Line = (_response, request) => void request.socket.destroy()

export async function startScriptedServer(script: readonly [Line, ...Line[]]): Promise<ScriptedServer> {
  const requests: ScriptedServer['requests'] = []
  const server = createServer((request, response) => {
    const line = script[Math.min(requests.length, script.length - 1)]!
    const token = request.headers.authorization?.replace('Bearer ', '')
    requests.push({ method: request.method ?? '', path: request.url ?? '', token })
    request.resume().on('end', () => line(response, request))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
