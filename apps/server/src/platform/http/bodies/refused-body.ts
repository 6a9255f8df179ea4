import type { IncomingMessage } from 'node:http'

const patienceMs = 2_000

/**
 * Throws away for a while what still comes of a body that is refused. Were the connection closed with bytes unread, the
 * sender would learn that it broke, not why; one who has not stopped by then is cut off.
 */
export function discardRest(body: IncomingMessage): void {
  body.resume()
  const timer = setTimeout(() => body.destroy(), patienceMs)
  // A service that stops need not wait for it.
  timer.unref()
  for (const event of ['end', 'close'] as const) body.once(event, () => clearTimeout(timer))
}
