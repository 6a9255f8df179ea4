import type { FastifyInstance } from 'fastify'
import { repeat } from '../../background/repeat.ts'

/** Requests that are under way may end within this time; then their connections are cut. */
const patienceMs = 20_000
const lookEveryMs = 100

/** Stops to serve: connections end as they become idle, the last ones after 20 s. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const { server } = app
  const stopClosing = repeat(lookEveryMs, () => server.closeIdleConnections())
  const deadline = setTimeout(() => server.closeAllConnections(), patienceMs)
  try {
    await app.close()
  } finally {
    stopClosing()
    clearTimeout(deadline)
  }
}
