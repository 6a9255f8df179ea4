import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { byExtent } from '../../../../../../../test/extent.ts'
import { reportMemory } from '../../../../index.ts'
import { annotation, type SearchKit, startSearch } from '../../../../testing/kit.ts'

let kit: SearchKit
let folder: string
let snapshotPath: string
before(async () => {
  kit = await startSearch()
  folder = await mkdtemp(join(tmpdir(), 'rushes-snapshot-'))
  snapshotPath = join(folder, 'memory.snapshot')
  await kit.put([1, 2, 3, 4].map(id => annotation(id, { name: `take ${id}`, tags: ['all', `tag ${id}`] })))
  await (await kit.holdInMemory({ snapshotPath }))()
})
after(async () => {
  await kit.stop()
  await rm(folder, { recursive: true })
})

/** What the next start reads, and which annotations it finds. */
async function startAgain(): Promise<{ origin: string; found: number[] }> {
  const stop = await kit.holdInMemory({ snapshotPath })
  const { platform } = kit.ctx
  const before = reportMemory(platform).answered
  const found = await kit.find('tags:all', { sort: 'id asc' })
  const { answered, origin } = reportMemory(platform)
  assert.equal(answered, before + 1, 'memory answers')
  await stop()
  return { origin, found }
}

describe('the snapshot of the index in memory', () => {
  test('is what the next start begins with, and only the service can read it', async () => {
    assert.deepEqual(await startAgain(), { origin: 'snapshot', found: [1, 2, 3, 4] })
    assert.deepEqual(await readdir(folder), ['memory.snapshot'])
    assert.equal((await stat(snapshotPath)).mode & 0o077, 0)
  })

  test('is brought up to date, also by removals that are no longer listed', async () => {
    await kit.put([annotation(5, { name: 'take 5', tags: ['all'] }), annotation(2, { name: 'take 2', tags: ['none'] })])
    await kit.remove([3])
    await kit.find('*:*')
    await sql`delete from search_removal`.execute(kit.ctx.db)
    assert.deepEqual(await startAgain(), { origin: 'snapshot', found: [1, 4, 5] })
  })

  test('is of no use where it is cut off or damaged: all documents are read', async () => {
    const whole = await readFile(snapshotPath)
    const found = [1, 4, 5]
    const damaged = Buffer.from(whole)
    damaged[whole.length >> 1]! ^= 1
    const lying = Buffer.from(whole)
    lying.writeUInt32LE(0xffff_ffff, 0)
    const cuts = byExtent([20], [0, 3, 20, whole.length - 1]).map(length => whole.subarray(0, length))
    for (const bytes of [damaged, lying, ...cuts, Buffer.from('no snapshot at all')]) {
      await writeFile(snapshotPath, bytes)
      assert.deepEqual(await startAgain(), { origin: 'documents', found })
    }
    assert.deepEqual(await startAgain(), { origin: 'snapshot', found })
  })

  test('of another database is passed over', async () => {
    const other = await startSearch()
    await other.put([annotation(9, { name: 'elsewhere', tags: ['all'] })])
    await (await other.holdInMemory({ snapshotPath }))()
    await other.stop()
    assert.deepEqual(await startAgain(), { origin: 'documents', found: [1, 4, 5] })
  })

  test('from before the dictionaries began again is passed over', async () => {
    await sql`update search_index set generation = generation + 1`.execute(kit.ctx.db)
    assert.deepEqual(await startAgain(), { origin: 'documents', found: [1, 4, 5] })
  })
})
