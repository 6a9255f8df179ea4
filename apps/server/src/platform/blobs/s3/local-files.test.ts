import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  const source = { fetched: 0, fetch: async () => Readable.from([Buffer.from(bytes)]) }
  const { fetch } = source
  source.fetch = () => {
    source.fetched++
    return fetch()
  }
  return source
}

const read = (path: string) => readFile(path, 'utf8')

test('what was used last is copied once; what was used longest ago goes when there is too much', async () => {
  const files = await openLocalFiles(join(folder, 'bounded'), 10)
  const [a, b, c] = [createSource('aaaa'), createSource('bbbb'), createSource('cccc')]
  for (let time = 0; time < 2; time++) assert.equal(await files.withFile('a', a.fetch, read), 'aaaa')
  await files.withFile('b', b.fetch, read)
  await files.withFile('a', a.fetch, read)
  await files.withFile('c', c.fetch, read)
  await files.withFile('a', a.fetch, read)
  assert.deepEqual([a.fetched, b.fetched, c.fetched], [1, 1, 1])
  await files.withFile('b', b.fetch, read)
  assert.equal(b.fetched, 2)
})

test('a copy that is in use stays, however large, and goes after it', async () => {
  const files = await openLocalFiles(join(folder, 'used'), 0)
  const large = createSource('many bytes')
  const paths = await Promise.all(
    [1, 2].map(() =>
      files.withFile('large', large.fetch, async path => {
        assert.equal(await read(path), 'many bytes')
        return path
      }),
    ),
  )
  assert.equal(large.fetched, 1)
  await assert.rejects(read(paths[0]!), { code: 'ENOENT' })
})

test('a copy that could not be fetched is fetched again', async () => {
  const files = await openLocalFiles(join(folder, 'failing'), 100)
  const fail = async () => Readable.from(fails())
  async function* fails(): AsyncGenerator<Buffer> {
    yield Buffer.from('half')
    throw new Error('cut off')
  }
  await assert.rejects(files.withFile('a', fail, read), /cut off/)
  assert.equal(await files.withFile('a', createSource('whole').fetch, read), 'whole')
})

test('copies of processes that ended are removed, those of this one stay', async () => {
  const place = join(folder, 'shared')
  const mine = await openLocalFiles(place, 100)
  const [own] = await readdir(place)
  for (const name of [`${process.pid}-1`, '999999999-1']) {
    await mkdir(join(place, name))
    await writeFile(join(place, name, 'copy'), 'left')
  }
  await openLocalFiles(place, 100)
  assert.deepEqual(await readdir(place), [own])
  assert.equal(await mine.withFile('a', createSource('here').fetch, read), 'here')
})
