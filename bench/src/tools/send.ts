import { Agent, request } from 'node:http'

/** So many requests, each of its own path and body. */
export interface Series {
  name: string
  method: 'POST' | 'PATCH'
  count: number
  connections: number
  next(): { path: string; body: unknown }
  /** Sees each answer's body. */
  onAnswer?(body: string): void
}

/** Sends a series over so many connections, as fast as the server takes it; gives the seconds until the last answer. */
export async function send(url: string, token: string, series: Series): Promise<number> {
  const { count, connections, next, onAnswer } = series
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let sent = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < count) {
        sent++
        const { path, body } = next()
        const text = JSON.stringify(body)
        const length = { 'content-length': Buffer.byteLength(text) }
        const outgoing = request(url + path, { method: series.method, agent, headers: { ...headers, ...length } })
        const answer = await readAnswer(outgoing.end(text), series.name)
        onAnswer?.(answer)
      }
    }),
  )
  agent.destroy()
  return (performance.now() - begun) / 1000
}

/** An answer that is no success ends the measurement. */
function readAnswer(outgoing: ReturnType<typeof request>, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', response => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status >= 200 && status < 300) resolve(body)
        else reject(new Error(`${name}: ${status} ${body}`))
      })
    })
  })
}
