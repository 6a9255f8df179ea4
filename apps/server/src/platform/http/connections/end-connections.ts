import { Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { repeat } from '../../background/repeat.ts'

/** A connection that was just opened has its request on the way; those that browsers open in advance never ask. */
const firstRequestMs = 500
const lookEveryMs = 100
/** Without a new connection for so long, none waits to be accepted; under load that may never be. */
const quietMs = 25
const maxAcceptMs = 500

/**
 * Ends connections so that no request is reset on its way. From `draining` each answer is the last one on its
 * connection. When the server closes, it stops listening first; connections without any request so far have a moment to
 * ask; then connections end as they become idle.
 */
export function endConnections(app: FastifyInstance, draining: AbortSignal): void {
  const unused = new Set<Socket>()
  let onAllUsed = () => {}
  const use = (socket: Socket) => {
    unused.delete(socket)
    if (unused.size === 0) onAllUsed()
  }
  let accepted = 0
  let listeningEnded: Promise<void> | undefined
  app.server.on('connection', socket => {
    accepted++
    unused.add(socket)
    socket.once('close', () => use(socket))
  })
  app.server.prependListener('request', ({ socket }, response) => {
    use(socket)
    if (draining.aborted) response.shouldKeepAlive = false
  })
  /**
   * Accepts what the kernel has completed, since a listening socket resets what still waits when it closes. Meanwhile no
   * answer is sent: callers who call again and again would fill the queue as fast as it is emptied.
   */
  const stopListening = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    listeningEnded = promise
    const until = performance.now() + maxAcceptMs
    for (let before = -1; before !== accepted && performance.now() < until; ) {
      before = accepted
      await delay(quietMs)
    }
    // The one of HTTP would end idle connections with it.
    Server.prototype.close.call(app.server)
    resolve()
  }
  app.addHook('preClose', async () => {
    await stopListening()
    if (unused.size > 0) {
      await new Promise<void>(resolve => {
        onAllUsed = resolve
        setTimeout(resolve, firstRequestMs)
      })
    }
    for (const socket of unused) socket.destroy()
    const stopEnding = repeat(lookEveryMs, () => app.server.closeIdleConnections())
    app.server.once('close', stopEnding)
  })
  app.addHook('onSend', async (_request, reply) => {
    await listeningEnded
    // For what began before.
    if (draining.aborted) reply.header('connection', 'close')
  })
}
