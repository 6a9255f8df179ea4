/** What a service asks of Solr, and the same asked without the service. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A search as it was sent to Solr. */
export interface SolrQuestion {
  readonly path: string
  readonly body: Buffer
}

/** Stands between a service and a node of Solr, passes everything on, and notes the searches. */
export interface Listener {
  /** The address of the node, as the service is to use it. */
  readonly node: string
  /** The searches since the last call. */
  take(): SolrQuestion[]
  /** How long Solr takes for these, asked for together as the service did, in milliseconds. */
  time(questions: readonly SolrQuestion[]): Promise<number>
  /** Has the collections opened again: what Solr has kept of the same searches is no longer there. */
  forget(): Promise<void>
  stop(): Promise<void>
}

/** `node` is an address as `http://127.0.0.1:1234/solr`. */
export async function listenTo(node: string): Promise<Listener> {
  const { hostname, port } = new URL(node)
  const noted: SolrQuestion[] = []
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked)
    const path = asked.url ?? '/'
    if (/\/select$/.test(path)) noted.push({ path, body })
    const headers = { ...asked.headers, host: `${hostname}:${port}` }
    const passed = request({ hostname, port, path, method: asked.method, headers })
    passed.on('error', () => answer.destroy())
    passed.on('response', (given: IncomingMessage) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passed.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const base = node.replace(/\/solr$/, '')
  return {
    node: `http://127.0.0.1:${own}/solr`,
    take: () => noted.splice(0),
    async time(questions) {
      const begun = performance.now()
      await Promise.all(questions.map(question => ask(base, question)))
      return performance.now() - begun
    },
    async forget() {
      const { collections } = (await administer(node, 'LIST')) as { collections: string[] }
      for (const name of collections) await administer(node, `RELOAD&name=${encodeURIComponent(name)}`)
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function ask(base: string, { path, body }: SolrQuestion): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: Uint8Array.from(body) })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

async function administer(node: string, action: string): Promise<unknown> {
  const answer = await fetch(`${node}/admin/collections?action=${action}`)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}
