import type { HeapProfiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { sql } from 'kysely'
import { createDatabase } from '../../src/platform/database/database.ts'
import { createPool } from '../../src/platform/database/pool.ts'
import { silentLog } from '../database.ts'

/**
 * Reads 125 MiB of text from the database at the URL that is given as argument, and prints how many MiB of all that was
 * allocated survived a collection of the young generation, even if it was garbage later.
 *
 * A process of its own: where other tests allocate buffers outside of the heap, the whole heap is collected instead.
 */
function sumSizes({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sumSizes(child), selfSize)
}

const url = process.argv[2]
if (url === undefined) throw new Error('the URL of a database is missing')
const pool = createPool(url, silentLog)
const db = createDatabase(pool, silentLog)
const session = new Session()
session.connect()
await session.post('HeapProfiler.startSampling', {
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: false,
})
for (let i = 0; i < 2_000; i++) await sql`select repeat('x', 65536)`.execute(db)
const { profile } = await session.post('HeapProfiler.stopSampling')
session.disconnect()
await pool.end()
console.log(sumSizes(profile.head) / 2 ** 20)
