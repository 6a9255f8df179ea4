/** The guest of `guest.ts`, who asks from another machine: a process of low priority that throws away what it reads. */

import { get } from 'node:http'
import { constants, setPriority } from 'node:os'

setPriority(constants.priority.PRIORITY_LOW)

const [token, ...urls] = process.argv.slice(2)

/** Reads an answer to its end; gives its bytes. */
function read(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, response => {
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url}: ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

const bytes = await Promise.all(urls.map(read))
process.send!(bytes.reduce((sum, count) => sum + count, 0))
