/** The reference for uploads: bytes of a request to their place in a file, and nothing else. */

import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [port, folder = '', isDurable] = process.argv.slice(2)

async function write(request: IncomingMessage, path: string, start: number): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT)
  const target = file.createWriteStream({ start, highWaterMark: 1024 * 1024, flush: isDurable === 'durable' })
  await pipeline(request, target)
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const path = join(folder, pathname)
  if (request.method === 'DELETE') await rm(path)
  else await write(request, path, Number(searchParams.get('position')))
  response.writeHead(204).end()
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
