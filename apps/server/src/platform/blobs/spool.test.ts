import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Spool } from './spool.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-spool-'))
})
after(() => rm(folder, { recursive: true }))

async function readAll(spool: Spool): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of spool.read()) pieces.push(piece)
  return pieces
}

for (const [name, size] of [
  ['few bytes are held in memory', 10],
  ['many bytes go to a file', 700_000],
] as const) {
  test(`${name}, and are read as they came, as often as one likes`, async () => {
    const spool = new Spool(folder)
    const pieces = Array.from({ length: 5 }, (_, index) => Buffer.alloc(index * size, index))
    for (const piece of pieces) await spool.append(piece)
    assert.equal(spool.size, 10 * size)
    assert.deepEqual(await readAll(spool), pieces)
    assert.deepEqual(await readAll(spool), pieces)
    assert.deepEqual(await readdir(folder), [], 'no file has a name')
    await spool.close()
    assert.deepEqual(await readAll(spool), [])
  })
}
