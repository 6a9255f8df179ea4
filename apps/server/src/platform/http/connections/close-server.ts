import type { FastifyInstance } from 'fastify'
import { repeat } from '../../background/repeat.ts'

const lookEveryMs = 100

/** Stops to serve: connections end as they become idle, and what is under way is cut after `patienceMs`. */
export async function closeServer(app: FastifyInstance, patienceMs: number): Promise<void> {
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
