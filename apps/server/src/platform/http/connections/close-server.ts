import type { FastifyInstance } from 'fastify'

/** Stops to serve: connections end as `endConnections` has it, and what is under way is cut after `patienceMs`. */
export async function closeServer(app: FastifyInstance, patienceMs: number): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(deadline)
  }
}
