/** What holds of a store, whether it is a disk or an object store. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../test/peers/object-store.ts'
import { refusal } from '../../../test/refusal.ts'
import { type BlobStore, type StoredChunk, type StoredUpload, StoreUnavailableError, type UploadFile } from './blobs.ts'
import { openDiskStore } from './disk-store.ts'
import { type Bucket, openBucket } from './s3/bucket.ts'
import { openS3Store } from './s3/s3-store.ts'
import { createUploadCalls } from './s3/uploads.ts'

const mebibyte = 1024 * 1024

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-stores-'))
})
after(() => rm(home, { recursive: true, force: true }))

/** A store as two processes of a service have it, each with a staging folder that may be its own. */
interface Nodes {
  readonly stores: readonly [BlobStore, BlobStore]
  readonly stagingDirs: readonly [string, string]
  /** Everything that the store has, blobs and what is left of uploads. */
  listAll(): Promise<string[]>
}

async function openDiskNodes(): Promise<Nodes> {
  const root = join(home, 'disk')
  const stagingDir = join(root, 'staging')
  return {
    stores: [await openDiskStore(root), await openDiskStore(root)],
    stagingDirs: [stagingDir, stagingDir],
    async listAll() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    },
  }
}

async function openObjectNodes({ endpoint, bucket, credentials }: ObjectStore, folder: string): Promise<Nodes> {
  const address = { bucket, prefix: 'a/service', endpoint, region: 'us-east-1', pathStyle: true, credentials }
  const open = async (name: string) => {
    const stagingDir = join(home, folder, name, 'staging')
    await mkdir(stagingDir, { recursive: true })
    const cacheDir = join(home, folder, name, 'cache')
    const places = { stagingDir, cacheDir, cacheBytes: 10 * mebibyte, assertRoom: async () => {} }
    return { stagingDir, store: await openS3Store(address, places) }
  }
  const [first, second] = [await open('first'), await open('second')]
  return {
    stores: [first.store, second.store],
    stagingDirs: [first.stagingDir, second.stagingDir],
    async listAll() {
      const names: string[] = []
      for await (const page of openBucket({ ...address, prefix: 'a' }).list('service')) {
        names.push(...page.map(({ key }) => key))
      }
      return names
    },
  }
}

const read = async (bytes: Promise<Readable>) => buffer(await bytes)

/** Writes all of these bytes, as a chunk does, and has them durable. */
async function writeChunk(store: BlobStore, upload: StoredUpload, bytes: Buffer, start: number, end: number) {
  const file = await store.openUpload(upload, beginChunk(upload, start, end))
  try {
    await writeAll(file, bytes, start, end)
    await file.flush()
  } finally {
    await file.close()
  }
}

/** No process may still write that should not. */
const held = { mayBeWritten: false }
let chunks = 0
const begun = new Map<string, [start: number, end: number][]>()
/** The next chunk of an upload, as the database counts them. */
function beginChunk({ name }: StoredUpload, start: number, end: number): StoredChunk {
  const ranges = begun.get(name) ?? []
  const isResent = ranges.some(range => range[0] < end && range[1] > start)
  begun.set(name, [...ranges, [start, end]])
  return { number: ++chunks, isResent }
}

async function writeAll(file: UploadFile, bytes: Buffer, start: number, end: number): Promise<void> {
  for (let at = start; at < end; ) {
    const some = [bytes.subarray(at, Math.min(at + mebibyte, end)), bytes.subarray(at + mebibyte, end).subarray(0, 3)]
    at += (await file.writev(some, at)).bytesWritten
  }
}

let uploads = 0
function toUpload(size: number, name = `upload-${++uploads}`): StoredUpload {
  return { name, key: `7/8/${name}`, size }
}

function describeStore(kind: string, skip: string | false, open: () => Promise<Nodes>): void {
  describe(kind, { skip }, () => {
    let nodes: Nodes
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

    test('an upload is what its chunks were, of any size, in any order, through any node', async () => {
      const size = 37 * mebibyte + 11
      const bytes = randomBytes(size)
      const upload = toUpload(size)
      await store.beginUpload(upload)
      const chunks = [
        [20 * mebibyte, size],
        [0, 5 * mebibyte],
        // Overlapping, and one of a single byte.
        [4 * mebibyte, 16 * mebibyte - 1],
        [16 * mebibyte - 1, 16 * mebibyte],
        [16 * mebibyte, 20 * mebibyte],
        // Again, across a line of the grid.
        [10 * mebibyte, 18 * mebibyte],
      ] as const
      for (const [index, [start, end]] of chunks.entries()) {
        await writeChunk(index % 2 === 0 ? store : other, upload, bytes, start, end)
      }
      assert.equal(await other.hasUpload(upload), true)
      await Promise.all([store.assembleUpload(upload, held), other.assembleUpload(upload, held)])
      await other.assembleUpload(upload, held)
      await store.completeUpload(upload)
      await store.completeUpload(upload)
      await store.removeUpload(upload.name)
      assert.ok((await read(other.read(upload.key))).equals(bytes))
      assert.deepEqual(
        (await nodes.listAll()).filter(name => name.includes(`${upload.name}/`)),
        [],
      )
    })

    test('an upload that grows is what came, wherever it ends', async () => {
      for (const [size, ends] of [
        [0, [0]],
        [16 * mebibyte, [3 * mebibyte, 16 * mebibyte]],
        [19 * mebibyte + 3, [3 * mebibyte, 16 * mebibyte, 18 * mebibyte, 19 * mebibyte + 3]],
        // one chunk of more than a part, from within another
        [34 * mebibyte, [5, 34 * mebibyte]],
      ] as const) {
        const bytes = randomBytes(size)
        const upload = { ...toUpload(0), isGrowing: true }
        await store.beginUpload(upload)
        for (const [index, end] of ends.entries()) {
          const start = ends[index - 1] ?? 0
          await writeChunk(index % 2 === 0 ? store : other, { ...upload, size: end }, bytes, start, end)
        }
        // What lies behind a gap is of a chunk that was broken off.
        const late = size === 0 ? 0 : 48 * mebibyte
        await writeChunk(store, { ...upload, size: late + 9 }, randomBytes(late + 9), late, late + 9)
        const whole = { ...upload, size }
        await other.assembleUpload(whole, held)
        await store.completeUpload(whole)
        await store.removeUpload(upload.name)
        assert.ok((await read(other.read(upload.key))).equals(bytes), `${size} bytes`)
      }
    })

    test('chunks that come at once make the same file', async () => {
      const size = 33 * mebibyte
      const bytes = randomBytes(size)
      const upload = toUpload(size)
      await store.beginUpload(upload)
      const chunk = 5 * mebibyte
      const starts = Array.from({ length: Math.ceil(size / chunk) }, (_, index) => index * chunk)
      const send = (start: number, index: number) =>
        writeChunk(index % 2 === 0 ? store : other, upload, bytes, start, Math.min(start + chunk, size))
      // Each twice, so that two make the same part at the same time.
      await Promise.all([...starts.map(send), ...starts.map((start, index) => send(start, index + 1))])
      await other.assembleUpload(upload, held)
      await other.completeUpload(upload)
      assert.ok((await read(store.read(upload.key))).equals(bytes))
    })

    test('of what is sent again, the chunk that began last is in the file', async () => {
      const size = 50 * mebibyte + 5
      const upload = toUpload(size)
      await store.beginUpload(upload)
      const expected = Buffer.alloc(size)
      const send = async (start: number, end: number, index: number) => {
        const bytes = randomBytes(end - start)
        bytes.copy(expected, start)
        const whole = Buffer.concat([Buffer.alloc(start), bytes])
        await writeChunk(index % 2 === 0 ? store : other, upload, whole, start, end)
      }
      const ranges = [
        [0, 40 * mebibyte],
        [40 * mebibyte, size],
        // Within a part, a whole part and more, parts in two pieces, the end.
        [100, 200],
        [10 * mebibyte, 33 * mebibyte],
        [17 * mebibyte, 18 * mebibyte],
        [32 * mebibyte, 40 * mebibyte],
        [40 * mebibyte, 48 * mebibyte],
        [150, 160],
        [size - 1, size],
      ] as const
      for (const [index, [start, end]] of ranges.entries()) await send(start, end, index)
      await Promise.all([store.assembleUpload(upload, held), other.assembleUpload(upload, held)])
      await other.assembleUpload(upload, held)
      await store.completeUpload(upload)
      await store.removeUpload(upload.name)
      assert.ok((await read(other.read(upload.key))).equals(expected))
      assert.deepEqual(
        (await nodes.listAll()).filter(name => name.includes(`${upload.name}/`)),
        [],
      )
    })

    test('a process that stood still changes nothing of what was closed meanwhile', async () => {
      const size = 20 * mebibyte
      const [bytes, wrong] = [randomBytes(size), randomBytes(size)]
      const upload = toUpload(size)
      await store.beginUpload(upload)
      const stopped = await other.openUpload(upload, beginChunk(upload, 0, size))
      await writeChunk(store, upload, bytes, 0, size)
      await store.assembleUpload(upload, { mayBeWritten: true })
      const goOn = async () => {
        await writeAll(stopped, wrong, 0, size)
        await stopped.flush()
      }
      // On a disk it writes into a file that has no name any more.
      if (kind === 'a disk') await goOn()
      else await assert.rejects(goOn(), refusal(409))
      await stopped.close()
      assert.ok((await buffer((await store.readUpload(upload))!)).equals(bytes))
      await store.completeUpload(upload)
      await store.removeUpload(upload.name)
      assert.ok((await read(store.read(upload.key))).equals(bytes))
      assert.deepEqual(
        (await nodes.listAll()).filter(name => name.includes('copy-')),
        [],
      )
    })

    test('a file that was opened after its upload became a blob takes its place in nothing', async () => {
      const bytes = randomBytes(1000)
      const upload = toUpload(bytes.length)
      await store.beginUpload(upload)
      await writeChunk(store, upload, bytes, 0, bytes.length)
      await store.assembleUpload(upload, held)
      await store.completeUpload(upload)
      await (await other.openUpload(upload, beginChunk(upload, 0, 1))).close()
      await other.assembleUpload(upload, { mayBeWritten: true })
      await other.completeUpload(upload)
      await other.removeUpload(upload.name)
      assert.ok((await read(store.read(upload.key))).equals(bytes))
    })

    test('a chunk that was cut off leaves what it had flushed, and the rest may follow', async () => {
      const size = 20 * mebibyte
      const bytes = randomBytes(size)
      const upload = toUpload(size)
      await store.beginUpload(upload)
      await writeChunk(store, upload, bytes, 0, 7_654_321)
      const cut = await store.openUpload(upload, beginChunk(upload, 7_654_321, 9_000_000))
      await writeAll(cut, bytes, 7_654_321, 9_000_000)
      await cut.close()
      await writeChunk(other, upload, bytes, 7_654_321, size)
      await store.assembleUpload(upload, held)
      await store.completeUpload(upload)
      assert.ok((await read(store.read(upload.key))).equals(bytes))
      for (const folder of nodes.stagingDirs) {
        assert.deepEqual(
          (await readdir(folder)).filter(name => !name.startsWith('upload-')),
          [],
        )
      }
    })

    test('an upload without bytes is complete at once', async () => {
      const upload = toUpload(0)
      await store.beginUpload(upload)
      await store.assembleUpload(upload, held)
      await store.completeUpload(upload)
      assert.equal(await store.getSize(upload.key), 0)
    })

    test('a complete upload is read before it is a blob, and takes the right bytes instead', async () => {
      const [wrong, right] = [randomBytes(6_000_000), randomBytes(6_000_000)]
      const upload = toUpload(wrong.length)
      await store.beginUpload(upload)
      await writeChunk(store, upload, wrong, 0, wrong.length)
      await other.assembleUpload(upload, held)
      assert.ok((await buffer((await other.readUpload(upload))!)).equals(wrong))
      const again = { ...upload, key: `${upload.key}-2` }
      const hasKept = await store.reopenUpload(again)
      // Where bytes are kept, some of the right ones are enough.
      await writeChunk(other, again, right, 0, right.length)
      await store.assembleUpload(again, held)
      await store.completeUpload(again)
      assert.equal(hasKept, kind === 'a disk')
      assert.ok((await read(store.read(again.key))).equals(right))
    })

    test('nothing is left of an upload that is removed, complete or not', async () => {
      const existing = await nodes.listAll()
      const bytes = randomBytes(20 * mebibyte)
      const upload = toUpload(bytes.length)
      await store.beginUpload(upload)
      await writeChunk(store, upload, bytes, 0, 17 * mebibyte)
      await other.removeUpload(upload.name)
      await other.removeUpload(upload.name)
      assert.equal(await store.hasUpload(upload), false)
      assert.deepEqual((await nodes.listAll()).toSorted(), existing.toSorted())
    })

    test('an upload whose bytes are lost is not begun by its next chunk', async () => {
      const upload = { ...toUpload(3), hasBytes: true }
      await assert.rejects(store.openUpload(upload, beginChunk(upload, 0, 3)))
      assert.equal(await store.hasUpload(upload), false)
    })

    test('an upload that misses bytes is not assembled as if it had them', async () => {
      const size = 18 * mebibyte
      const bytes = randomBytes(size)
      const upload = toUpload(size)
      await store.beginUpload(upload)
      await writeChunk(store, upload, bytes, 0, 17 * mebibyte)
      // The module asks for it only once all ranges are recorded; a disk has holes then.
      if (kind !== 'a disk') await assert.rejects(store.assembleUpload(upload, held), /missing in the store/)
      await store.removeUpload(upload.name)
    })
  })
}

describeStore('a disk', false, openDiskNodes)

const skip = whyNoObjectStore()
let objects: ObjectStore | undefined
after(() => objects?.stop())
describeStore('an object store', skip, async () => {
  objects = await startObjectStore()
  return openObjectNodes(objects, 'objects')
})

test('a part that an object store gets amid the completion is not in the file', { skip }, async () => {
  assert.ok(objects)
  const address = { ...objects, prefix: 'amid', region: 'us-east-1', pathStyle: true }
  const bucket = openBucket(address)
  const [bytes, late] = [randomBytes(16 * mebibyte), randomBytes(16 * mebibyte)]
  let lateParts = 0
  const completeMultipart: Bucket['completeMultipart'] = async (key, id, parts) => {
    if (lateParts++ < 2) await bucket.putPart(key, id, 1, late)
    return bucket.completeMultipart(key, id, parts)
  }
  const calls = createUploadCalls({ ...bucket, completeMultipart }, home, key => `blobs/${key}`)
  const upload = toUpload(bytes.length)
  await calls.beginUpload(upload)
  // The first one stands still before it puts its part.
  beginChunk(upload, 0, bytes.length)
  const file = await calls.openUpload(upload, beginChunk(upload, 0, bytes.length))
  await writeAll(file, bytes, 0, bytes.length)
  await file.flush()
  await file.close()
  await calls.assembleUpload(upload, { mayBeWritten: true })
  assert.equal(lateParts, 3)
  assert.ok((await read(bucket.get(`blobs/${upload.key}`))).equals(bytes))
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
    const { stores, stagingDirs } = await openObjectNodes(lost, 'lost')
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
