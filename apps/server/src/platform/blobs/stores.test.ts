/** What holds of a store, whether it is a disk or an object store. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../test/peers/object-store.ts'
import { refusal } from '../../../test/refusal.ts'
import { type BlobStore, StoreUnavailableError } from './blobs.ts'
import { openBucket } from './s3/bucket.ts'
import { openDiskNodes, openObjectNodes, type StoreNodes } from './store-nodes.ts'

const mebibyte = 1024 * 1024

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-stores-'))
})
after(() => rm(home, { recursive: true, force: true }))

const read = async (bytes: Promise<Readable>) => buffer(await bytes)

function describeStore(kind: string, skip: string | false, open: () => Promise<StoreNodes>): void {
  describe(kind, { skip }, () => {
    let nodes: StoreNodes
    let store: BlobStore
    let other: BlobStore
    before(async () => {
      nodes = await open()
      ;[store, other] = nodes.stores
    })

    async function adopt(key: string, bytes: Uint8Array): Promise<void> {
      const path = join(nodes.stagingDirs[0], `file-${randomBytes(4).toString('hex')}`)
      await writeFile(path, bytes)
      await store.adopt(path, key)
      await assert.rejects(readFile(path), { code: 'ENOENT' })
    }

    test('a file that is adopted is read as a whole, and from one byte to another, by all', async () => {
      const bytes = randomBytes(3 * mebibyte + 7)
      await adopt('1/2/film.mov', bytes)
      assert.deepEqual(await read(other.read('1/2/film.mov')), bytes)
      for (const [start, end] of [
        [0, 0],
        [5, 2_000_000],
        [bytes.length - 1, bytes.length - 1],
      ] as const) {
        assert.deepEqual(await read(store.read('1/2/film.mov', { start, end })), bytes.subarray(start, end + 1))
      }
      assert.equal(await store.getSize('1/2/film.mov'), bytes.length)
      const facts = await other.findFacts('1/2/film.mov')
      assert.equal(facts?.size, bytes.length)
      assert.ok(Math.abs((facts?.changed ?? 0) - Date.now()) < 3_600_000)
    })

    test('a file without bytes, and one of more bytes than a request takes', async () => {
      await adopt('1/2/empty', new Uint8Array())
      assert.deepEqual(await read(store.read('1/2/empty')), Buffer.alloc(0))
      const large = randomBytes(70 * mebibyte)
      await adopt('1/2/large', large)
      assert.ok((await read(store.read('1/2/large'))).equals(large))
    })

    test('what is not there is named', async () => {
      for (const call of [
        () => store.read('1/2/none'),
        () => store.getSize('1/2/none'),
        () => store.withLocalFile('1/2/none', async () => {}),
        () => store.link('1/2/none', join(nodes.stagingDirs[0], 'link')),
      ]) {
        await assert.rejects(call(), refusal(404, '1/2/none'))
      }
      assert.equal(await store.findFacts('1/2/none'), undefined)
      await store.delete('1/2/none')
    })

    test('lists the blobs and nothing else; what is deleted is gone for all', async () => {
      for (let file = 0; file < 5; file++) await adopt(`3/4/${file}`, randomBytes(10))
      const list = async () => {
        const keys: string[] = []
        for await (const some of other.listKeys()) keys.push(...some.filter(key => key.startsWith('3/')))
        return keys.toSorted()
      }
      assert.deepEqual(await list(), ['3/4/0', '3/4/1', '3/4/2', '3/4/3', '3/4/4'])
      await store.delete('3/4/2')
      assert.deepEqual(await list(), ['3/4/0', '3/4/1', '3/4/3', '3/4/4'])
      await assert.rejects(other.read('3/4/2'), refusal(404))
    })

    test('tools get a file with the bytes, several at once', async () => {
      const bytes = randomBytes(mebibyte)
      await adopt('1/2/tool', bytes)
      const results = await Promise.all(
        Array.from({ length: 3 }, () => store.withLocalFile('1/2/tool', path => readFile(path))),
      )
      for (const result of results) assert.deepEqual(result, bytes)
      await assert.rejects(
        store.withLocalFile('1/2/tool', async () => {
          throw new Error('the tool failed')
        }),
        /the tool failed/,
      )
    })

    test('a second name, where there can be one, outlives the blob', async () => {
      await adopt('1/2/held', Buffer.from('held'))
      const path = join(nodes.stagingDirs[0], 'second-name')
      const isHeld = await store.link('1/2/held', path)
      assert.equal(isHeld, kind === 'a disk')
      await store.delete('1/2/held')
      if (isHeld) assert.equal(await readFile(path, 'utf8'), 'held')
      await rm(path, { force: true })
    })

    test('has one marker, the first', async () => {
      assert.equal(await store.findMarker(), undefined)
      await store.writeMarker('first')
      await other.writeMarker('second')
      assert.equal(await other.findMarker(), 'first')
    })
  })
}

describeStore('a disk', false, () => openDiskNodes(join(home, 'disk')))

const skip = whyNoObjectStore()
let objects: ObjectStore | undefined
after(() => objects?.stop())
describeStore('an object store', skip, async () => {
  objects = await startObjectStore()
  return openObjectNodes(objects, join(home, 'objects'))
})

test('a file of this machine that cannot be read is no fault of the store', { skip }, async () => {
  assert.ok(objects)
  const bucket = openBucket({ ...objects, prefix: 'local', region: 'us-east-1', pathStyle: true })
  const begun = performance.now()
  await assert.rejects(bucket.put('file', { path: join(home, 'none'), start: 0, end: 5 }), { code: 'ENOENT' })
  assert.ok(performance.now() - begun < 2_000, 'it is not tried again')
})

test('an object store that does not answer is said to be unavailable, and works again later', { skip }, async () => {
  const lost = await startObjectStore()
  try {
    const { stores, stagingDirs } = await openObjectNodes(lost, join(home, 'lost'))
    const path = join(stagingDirs[0], 'kept')
    await writeFile(path, 'kept')
    await lost.kill()
    await assert.rejects(stores[0].adopt(path, '1/2/kept'), StoreUnavailableError)
    assert.equal(await readFile(path, 'utf8'), 'kept')
    await lost.start()
    await stores[0].adopt(path, '1/2/kept')
    assert.equal((await read(stores[1].read('1/2/kept'))).toString(), 'kept')
  } finally {
    await lost.stop()
  }
})
