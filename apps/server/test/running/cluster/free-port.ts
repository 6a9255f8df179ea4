import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nobody has, below those that the system gives to those who ask for any: it is still free when a server that was
 * killed starts there again.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
