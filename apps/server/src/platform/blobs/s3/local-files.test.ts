import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { openLocalFiles } from './local-files.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-copies-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Gives bytes and counts how often it was asked for them. */
function createSource(bytes: string) {
  const source = {
    fetched: 0,
    getSize: async () => bytes.length,
    async read() {
      source.fetched++
      return Readable.from([Buffer.from(bytes)])
    },
  }
  return source
}

/** Copies of so many bytes at most, on a disk that is never full. */
const open = (path: string, maxBytes: number) => openLocalFiles(path, { maxBytes, assertRoom: async () => {} })

const read = (path: string) => readFile(path, 'utf8')

test('what was used last is copied once; what was used longest ago goes when there is too much', async () => {
  const files = await open(join(folder, 'bounded'), 10)
  const [a, b, c] = [createSource('aaaa'), createSource('bbbb'), createSource('cccc')]
  for (let time = 0; time < 2; time++) assert.equal(await files.withFile('a', a, read), 'aaaa')
  await files.withFile('b', b, read)
  await files.withFile('a', a, read)
  await files.withFile('c', c, read)
  await files.withFile('a', a, read)
  assert.deepEqual([a.fetched, b.fetched, c.fetched], [1, 1, 1])
  await files.withFile('b', b, read)
  assert.equal(b.fetched, 2)
})

test('a copy that is in use stays, however large, and goes after it', async () => {
  const files = await open(join(folder, 'used'), 0)
  const large = createSource('many bytes')
  const paths = await Promise.all(
    [1, 2].map(() =>
      files.withFile('large', large, async path => {
        assert.equal(await read(path), 'many bytes')
        return path
      }),
    ),
  )
  assert.equal(large.fetched, 1)
  await assert.rejects(read(paths[0]!), { code: 'ENOENT' })
})

test('what is used no more goes before a copy is fetched, all of it where the disk is full', async () => {
  const place = join(folder, 'room')
  let freeBytes = Number.POSITIVE_INFINITY
  const countBytes = async () => {
    const names = await readdir(place, { recursive: true, withFileTypes: true })
    const sizes = names.filter(entry => entry.isFile()).map(async entry => stat(join(entry.parentPath, entry.name)))
    return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
  }
  const assertRoom = async (bytes: number) => {
    if ((await countBytes()) + bytes > freeBytes) throw new Error('full')
  }
  const files = await openLocalFiles(place, { maxBytes: 10, assertRoom })
  const [a, b, c] = [createSource('aaaa'), createSource('bbbb'), createSource('cccc')]
  await files.withFile('a', a, read)
  await files.withFile('b', b, read)
  const seen: number[] = []
  const watched = {
    getSize: c.getSize,
    async read() {
      seen.push(await countBytes())
      return c.read()
    },
  }
  assert.equal(await files.withFile('c', watched, read), 'cccc')
  assert.deepEqual(seen, [4])

  freeBytes = 4
  assert.equal(await files.withFile('a', a, read), 'aaaa')
  assert.equal(await countBytes(), 4)
  // What is in use stays, and nothing is fetched.
  await files.withFile('a', a, async () => assert.rejects(files.withFile('b', b, read), /full/))
  assert.deepEqual([a.fetched, b.fetched], [2, 1])
  freeBytes = 8
  assert.equal(await files.withFile('b', b, read), 'bbbb')
})

test('a copy that could not be fetched is fetched again', async () => {
  const files = await open(join(folder, 'failing'), 100)
  const failing = { getSize: async () => 5, read: async () => Readable.from(fails()) }
  async function* fails(): AsyncGenerator<Buffer> {
    yield Buffer.from('half')
    throw new Error('cut off')
  }
  await assert.rejects(files.withFile('a', failing, read), /cut off/)
  assert.equal(await files.withFile('a', createSource('whole'), read), 'whole')
})

test('copies of processes that ended are removed, those of this one stay', async () => {
  const place = join(folder, 'shared')
  const mine = await open(place, 100)
  const [own] = await readdir(place)
  for (const name of [`${process.pid}-1`, '999999999-1']) {
    await mkdir(join(place, name))
    await writeFile(join(place, name, 'copy'), 'left')
  }
  await open(place, 100)
  assert.deepEqual(await readdir(place), [own])
  assert.equal(await mine.withFile('a', createSource('here'), read), 'here')
})
