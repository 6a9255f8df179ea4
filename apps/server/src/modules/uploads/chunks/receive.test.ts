import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { ServiceError } from '@rushes/contract'
import { receiveBytes } from './receive.ts'

/** A file in memory that writes at most `mostBytes` at once and has room for `roomBytes`. */
function createFile({ mostBytes = Number.POSITIVE_INFINITY, roomBytes = Number.POSITIVE_INFINITY } = {}) {
  const content = new Map<number, number>()
  return {
    content,
    async writev<T extends readonly NodeJS.ArrayBufferView[]>(buffers: T, position?: number) {
      const bytes = Buffer.concat(buffers.map(view => Buffer.from(view.buffer, view.byteOffset, view.byteLength)))
      const room = roomBytes - (position ?? 0)
      if (room <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      const taken = bytes.subarray(0, Math.min(bytes.length, mostBytes, room))
      for (const [index, byte] of taken.entries()) content.set((position ?? 0) + index, byte)
      return { bytesWritten: taken.length, buffers }
    },
  }
}

const calm = { limitBytes: 1000, stallTimeoutMs: 10_000, signal: new AbortController().signal }

test('short writes are gone on with until everything is there', async () => {
  const file = createFile({ mostBytes: 3 })
  const receipt = await receiveBytes(Readable.from([Buffer.from('abcd'), Buffer.from('efgh')]), {
    ...calm,
    file,
    position: 5,
  })
  assert.deepEqual(receipt, { writtenBytes: 8, error: undefined })
  assert.equal(Buffer.from([...file.content.values()]).toString(), 'abcdefgh')
  assert.deepEqual([...file.content.keys()], [5, 6, 7, 8, 9, 10, 11, 12])
})

test('what was written before the disk was full counts, and the error is reported', async () => {
  const file = createFile({ roomBytes: 10 })
  const receipt = await receiveBytes(Readable.from([Buffer.alloc(8), Buffer.alloc(8)]), { ...calm, file, position: 0 })
  assert.equal(receipt.writtenBytes, 10)
  assert.equal((receipt.error as NodeJS.ErrnoException).code, 'ENOSPC')
})

test('nothing is written after bytes that the file did not take, also where it takes bytes again', async () => {
  const half = 600_000
  for (const failing of [0, 1, 2]) {
    const written: number[] = []
    let calls = 0
    const file = {
      async writev<T extends readonly NodeJS.ArrayBufferView[]>(buffers: T, position = 0) {
        if (calls++ === failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        const bytesWritten = buffers.reduce((sum, view) => sum + view.byteLength, 0)
        written.push(position + bytesWritten)
        return { bytesWritten, buffers }
      },
    }
    const body = Readable.from(Array.from({ length: 8 }, () => Buffer.alloc(half)))
    const receipt = await receiveBytes(body, { ...calm, file, position: 0, limitBytes: 8 * half })
    assert.equal(calls, failing + 1)
    assert.equal(receipt.writtenBytes, written.at(-1) ?? 0)
    assert.equal((receipt.error as NodeJS.ErrnoException | undefined)?.code, 'ENOSPC', `call ${failing} failed`)
  }
})

test('a sender that falls silent is given up, and what came is kept', async () => {
  const body = new PassThrough()
  body.write('abc')
  const receipt = await receiveBytes(body, { ...calm, file: createFile(), position: 0, stallTimeoutMs: 20 })
  assert.equal(receipt.writtenBytes, 3)
  assert.ok(receipt.error instanceof ServiceError && receipt.error.type === 'RequestTimeoutError')
  assert.equal(body.destroyed, false)
})

test('a body past the limit is an error, and not a byte past it is written', async () => {
  const file = createFile()
  const receipt = await receiveBytes(Readable.from([Buffer.alloc(6), Buffer.alloc(6)]), {
    ...calm,
    file,
    position: 0,
    limitBytes: 10,
  })
  assert.ok(receipt.error instanceof ServiceError && receipt.error.type === 'BadRequestError')
  assert.ok(file.content.size <= 10)
})

test('an upload that ends stops its chunks', async () => {
  const stopper = new AbortController()
  const reason = new Error('ended')
  const receipt = receiveBytes(new PassThrough(), { ...calm, file: createFile(), position: 0, signal: stopper.signal })
  stopper.abort(reason)
  assert.deepEqual(await receipt, { writtenBytes: 0, error: reason })
})
