import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { ServiceError } from '@rushes/contract'
import { receiveAside, receiveDirectly, type Transfer } from './staging-file.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-aside-'))
})
after(() => rm(folder, { recursive: true }))

/** Ten bytes that were received before, and what happens to them. */
function createFile() {
  const content = Buffer.from('0123456789')
  return {
    content,
    async read(buffer: Buffer, position: number) {
      return { bytesRead: content.copy(buffer, 0, position) }
    },
    async writev(buffers: readonly Buffer[], position: number) {
      const bytes = Buffer.concat(buffers)
      bytes.copy(content, position)
      return { bytesWritten: bytes.length }
    },
    async flush() {},
    async close() {},
  }
}

const refused = new ServiceError('ConflictError', 'closed')
const toTransfer = (body: Readable, changes: Partial<Transfer> = {}): Transfer => ({
  ...{ body, position: 2, limitBytes: 8, stallTimeoutMs: 10_000, signal: new AbortController().signal },
  assertHeld() {},
  async reach() {},
  async beginWriting() {},
  isHalfWritten: async () => false,
  async assertRoom() {},
  ...changes,
})

async function receive(transfer: Transfer, digest?: Buffer) {
  const file = createFile()
  const outcome = await receiveAside(file, transfer, digest, folder).catch((error: unknown) => error)
  assert.deepEqual(await readdir(folder), [])
  return { outcome, content: file.content.toString() }
}

// uploads-29
describe('a chunk over received bytes', () => {
  test('replaces all of them once nothing stops it', async () => {
    const calls: string[] = []
    const transfer = toTransfer(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), {
      assertHeld: () => void calls.push('assertHeld'),
      beginWriting: async () => void calls.push('beginWriting'),
    })
    assert.deepEqual(await receive(transfer), {
      outcome: { writtenBytes: 4, error: undefined },
      content: '01abcd6789',
    })
    assert.equal(calls[0], 'beginWriting')
    assert.ok(calls.includes('assertHeld'))
  })

  test('that has the same is not written at all, so that nothing can cut it', async () => {
    const beginWriting = () => Promise.reject(refused)
    const transfer = toTransfer(Readable.from([Buffer.from('2345')]), { beginWriting })
    assert.deepEqual(await receive(transfer), { outcome: { writtenBytes: 4, error: undefined }, content: '0123456789' })
    const longer = toTransfer(Readable.from([Buffer.from('23456789a')]), { beginWriting, limitBytes: 9 })
    assert.equal((await receive(longer)).outcome, refused)
  })

  // uploads-55
  test('that finds itself in what another one has half written is written all the same', async () => {
    const begun: number[] = []
    const transfer = toTransfer(Readable.from([Buffer.from('2345')]), {
      isHalfWritten: async end => end === 6,
      beginWriting: async end => void begun.push(end),
    })
    assert.deepEqual((await receive(transfer)).outcome, { writtenBytes: 4, error: undefined })
    assert.deepEqual(begun, [6])
  })

  test('takes room before its bytes, and writes none where there is too little', async () => {
    const full = new ServiceError('QuotaExceededError', 'full')
    const ends: number[] = []
    const reach = async (end: number) => {
      ends.push(end)
      if (end > 5) throw full
    }
    const outcome = await receive(toTransfer(Readable.from([Buffer.from('abcd')]), { reach }))
    assert.deepEqual([outcome, ends], [{ outcome: full, content: '0123456789' }, [6]])
  })

  test('replaces none where the upload was closed meanwhile', async () => {
    const beginWriting = () => Promise.reject(refused)
    const whole = toTransfer(Readable.from([Buffer.from('abcd')]), { beginWriting })
    assert.deepEqual(await receive(whole), { outcome: refused, content: '0123456789' })
    const stopper = new AbortController()
    const body = new PassThrough()
    body.write('ab')
    const cut = receive(toTransfer(body, { beginWriting, signal: stopper.signal }))
    stopper.abort(refused)
    assert.deepEqual(await cut, { outcome: refused, content: '0123456789' })
  })

  // uploads-19
  test('replaces those that came of a sender that fell silent', async () => {
    const body = new PassThrough()
    body.write('ab')
    const { outcome, content } = await receive(toTransfer(body, { stallTimeoutMs: 20 }))
    const { writtenBytes, error } = outcome as { writtenBytes: number; error: ServiceError }
    assert.deepEqual([writtenBytes, error.type, content], [2, 'RequestTimeoutError', '01ab456789'])
  })

  test('replaces none where it is wrong as a whole', async () => {
    const { outcome, content } = await receive(toTransfer(Readable.from([Buffer.from('abcdefghi')])))
    assert.ok(outcome instanceof ServiceError && outcome.type === 'BadRequestError')
    assert.equal(content, '0123456789')
  })

  // uploads-18
  test('with a digest replaces them when it matches, and none of them otherwise', async () => {
    const toBody = () => Readable.from([Buffer.from('abcd')])
    const right = await receive(toTransfer(toBody()), createHash('sha256').update('abcd').digest())
    assert.equal(right.content, '01abcd6789')
    const wrong = await receive(toTransfer(toBody()), createHash('sha256').update('abce').digest())
    assert.ok(wrong.outcome instanceof ServiceError && wrong.outcome.type === 'ValidationError')
    assert.equal(wrong.content, '0123456789')
  })
})

// uploads-55
describe('a chunk that replaces received bytes as it comes', () => {
  test('notes that once, before the first of them', async () => {
    const file = createFile()
    const notes: string[] = []
    const beginReplacing = async () => void notes.push(file.content.toString())
    const transfer = toTransfer(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), { beginReplacing })
    assert.deepEqual(await receiveDirectly(file, transfer), { writtenBytes: 4, error: undefined })
    assert.deepEqual([notes, file.content.toString()], [['0123456789'], '01abcd6789'])
  })

  test('writes nothing where the upload was closed meanwhile', async () => {
    const file = createFile()
    const beginReplacing = () => Promise.reject(refused)
    await assert.rejects(
      receiveDirectly(file, toTransfer(Readable.from([Buffer.from('ab')]), { beginReplacing })),
      refused,
    )
    assert.equal(file.content.toString(), '0123456789')
  })

  test('counts for nothing where the file fails, which may have some of the bytes', async () => {
    const failure = new Error('the disk fails')
    const file = { ...createFile(), writev: () => Promise.reject(failure) }
    const send = (changes: Partial<Transfer>) =>
      receiveDirectly(file, toTransfer(Readable.from([Buffer.from('ab')]), changes))
    await assert.rejects(send({ async beginReplacing() {} }), failure)
    assert.deepEqual(await send({}), { writtenBytes: 0, error: failure }, 'bytes that come for the first time')
  })
})
