import { get } from 'node:http'
import { join } from 'node:path'
import { startService } from '../tools/processes.ts'
import { readResident, startLibrary, waitForMemory } from './search-library.ts'

/** Both large enough for a copy of the index in memory, so that services begin alike. */
const sizes = (process.env.BENCH_LISTED ?? '25000,90000').split(',').map(Number)
const maxSize = Math.max(...sizes)
const roundsOfLargest = 3
const atOnce = 3
const seed = 20_260_101

/** What lists of all annotations add to the memory of a service that has just started, by how many there are. */
export async function measureLists(folder: string): Promise<void> {
  console.log(`\n## ${atOnce} lists at once of all annotations: resident memory of the service, in MiB\n`)
  console.log('| annotations | one answer | before | at most in the first round | rounds | at most in all of them |')
  console.log('|---|---|---|---|---|---|')
  for (const size of sizes) {
    const path = join(folder, String(size))
    const { service: filled, token } = await startLibrary(path, size, seed)
    // Memory that filling the service took must not hide any growth.
    await filled.stop()
    const service = await startService(path)
    try {
      await waitForMemory(service)
      const before = await readResident(service.pid)
      // Each size sends the same number of documents: what is sent grows the heap to its usual size.
      const rounds = Math.round((roundsOfLargest * maxSize) / size)
      const peaks: number[] = []
      let length = 0
      for (let round = 0; round < rounds; round++) {
        const memory = watchResident(service.pid)
        const url = `${service.url}/an?q=*:*&rows=10000000`
        const lengths = await Promise.all(Array.from({ length: atOnce }, () => readLength(url, token)))
        length = lengths[0]!
        peaks.push(memory.stop())
      }
      const cells = [size, Math.round(length / 2 ** 20), before, peaks[0]!, rounds, Math.max(...peaks)]
      console.log(`| ${cells.join(' | ')} |`)
    } finally {
      await service.stop()
    }
  }
}

function readLength(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` } }, response => {
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      response.on('error', reject).on('end', () => resolve(length))
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
    }).on('error', reject)
  })
}

function watchResident(pid: number) {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await readResident(pid).catch(() => 0))
  }, 20)
  return {
    stop(): number {
      clearInterval(timer)
      return most
    },
  }
}
