/** What holds of uploads in a store, whether it is a disk or an object store. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../test/peers/object-store.ts'
import { refusal } from '../../../test/refusal.ts'
import type { BlobStore, StoredChunk, StoredUpload, UploadFile } from './blobs.ts'
import { type Bucket, openBucket } from './s3/bucket.ts'
import { createUploadCalls } from './s3/uploads.ts'
import { openDiskNodes, openObjectNodes, type StoreNodes } from './store-nodes.ts'

const mebibyte = 1024 * 1024

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-stores-'))
})
after(() => rm(home, { recursive: true, force: true }))

const read = async (bytes: Promise<Readable>) => buffer(await bytes)

/** Writes all of these bytes, as a chunk does, and has them durable; gives the number of the chunk. */
async function writeChunk(store: BlobStore, upload: StoredUpload, bytes: Buffer, start: number, end: number) {
  const chunk = beginChunk(upload, start, end)
  const file = await store.openUpload(upload, chunk)
  try {
    await writeAll(file, bytes, start, end)
    await file.flush()
  } finally {
    await file.close()
  }
  return chunk.number
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

function describeUploads(kind: string, skip: string | false, open: () => Promise<StoreNodes>): void {
  describe(kind, { skip }, () => {
    let nodes: StoreNodes
    let store: BlobStore
    let other: BlobStore
    before(async () => {
      nodes = await open()
      ;[store, other] = nodes.stores
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
        // What lies behind the end, or a gap, is of chunks that were broken off: one makes a part with the last bytes.
        const late = size === 0 ? 0 : 48 * mebibyte
        await writeChunk(store, { ...upload, size: late + 9 }, randomBytes(late + 9), late, late + 9)
        await writeChunk(store, { ...upload, size: 48 * mebibyte }, randomBytes(48 * mebibyte), size, 48 * mebibyte)
        const whole = { ...upload, size }
        await other.assembleUpload(whole, held)
        await store.completeUpload(whole)
        await store.removeUpload(upload.name)
        assert.ok((await read(other.read(upload.key))).equals(bytes), `${size} bytes`)
      }
    })

    test('what was refused is in nothing, and what takes its place is', async () => {
      for (const end of [14 * mebibyte, 20 * mebibyte, 33 * mebibyte]) {
        const bytes = randomBytes(end)
        const upload = { ...toUpload(0), isGrowing: true }
        await store.beginUpload(upload)
        await writeChunk(store, upload, bytes, 0, 10 * mebibyte)
        const refused = [await writeChunk(other, upload, randomBytes(40 * mebibyte), 10 * mebibyte, 40 * mebibyte)]
        await writeChunk(store, upload, bytes, 10 * mebibyte, end)
        // Over bytes that came: a disk has it in their place, and the module sends them once more.
        if (!store.writesOver) refused.push(await writeChunk(store, upload, randomBytes(end), 5, 12 * mebibyte))
        const whole = { ...upload, size: end }
        for (const node of [other, store]) await node.assembleUpload(whole, { ...held, refused })
        await store.completeUpload(whole)
        await store.removeUpload(upload.name)
        assert.ok((await read(other.read(upload.key))).equals(bytes), `${end} bytes`)
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
      // The service has one process assemble at a time.
      await store.assembleUpload(upload, held)
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

describeUploads('a disk', false, () => openDiskNodes(join(home, 'disk')))

const skip = whyNoObjectStore()
let objects: ObjectStore | undefined
after(() => objects?.stop())
describeUploads('an object store', skip, async () => {
  objects = await startObjectStore()
  return openObjectNodes(objects, join(home, 'objects'))
})

test('a close that dies while it takes away what was sent again leaves what came last', { skip }, async () => {
  assert.ok(objects)
  const bucket = openBucket({ ...objects, prefix: 'cut-short', region: 'us-east-1', pathStyle: true })
  let removable = 1
  const remove: Bucket['delete'] = async key => {
    if (key.includes('/again/') && removable-- === 0) throw new Error('the process died')
    return bucket.delete(key)
  }
  const calls = createUploadCalls({ ...bucket, delete: remove }, home, key => `blobs/${key}`)
  const [first, second, last] = [1, 2, 3].map(() => randomBytes(5 * mebibyte))
  const upload = toUpload(first!.length)
  await calls.beginUpload(upload)
  // The name of the last one is before that of the one before.
  const sent = [first!, second!, last!].map((bytes, index) => ({ bytes, number: 8 + index, isResent: index > 0 }))
  for (const { bytes, ...chunk } of sent) {
    const file = await calls.openUpload(upload, chunk)
    await writeAll(file, bytes, 0, bytes.length)
    await file.flush()
    await file.close()
  }
  await assert.rejects(calls.assembleUpload(upload, held), /the process died/)
  removable = Number.POSITIVE_INFINITY
  await calls.assembleUpload(upload, held)
  assert.ok((await read(bucket.get(`blobs/${upload.key}`))).equals(last!))
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
