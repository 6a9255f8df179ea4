import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends connections when the server is to stop: from `draining` on each answer is the last one on its connection, and
 * when it closes, connections without any request so far, which browsers open in advance, are cut.
 */
export function endConnections(app: FastifyInstance, draining: AbortSignal): void {
  const unused = new Set<Socket>()
  app.server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (draining.aborted) reply.header('connection', 'close')
  })
}
