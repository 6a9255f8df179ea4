import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Client, createClient, ServiceError, uploadFile } from '../index.ts'
import { adaptChunkBytes, findCut } from './upload.ts'

const cases: [name: string, chunkBytes: number, sentBytes: number, tookMs: number, expected: number][] = [
  ['a chunk that took the aimed time keeps its size', 5_000_000, 5_000_000, 20_000, 5_000_000],
  ['a slow line gets smaller chunks', 5_000_000, 5_000_000, 25_000, 4_000_000],
  ['a fast line gets larger ones, twice as large at most', 5_000_000, 5_000_000, 100, 10_000_000],
  ['a very slow line gets half, not less at once', 8_000_000, 8_000_000, 10_000_000, 4_000_000],
  ['no chunk is smaller than 1 MB', 1_000_000, 1_000_000, 10_000_000, 1_000_000],
  ['no chunk is larger than 100 MB', 90_000_000, 90_000_000, 100, 100_000_000],
  [
    'the last, short chunk says how fast the line is, not how large a chunk is',
    10_000_000,
    1_000_000,
    2_000,
    10_000_000,
  ],
  ['a chunk that took no time at all is no reason to divide by it', 5_000_000, 5_000_000, 0, 10_000_000],
]
for (const [name, chunkBytes, sentBytes, tookMs, expected] of cases) {
  test(name, () => assert.equal(adaptChunkBytes(chunkBytes, sentBytes, tookMs), expected))
}

test('a limit of memory limits the size of chunks', () => {
  assert.equal(adaptChunkBytes(16_000_000, 16_000_000, 100, 16_000_000), 16_000_000)
})

const line = 16 * 1024 * 1024
const cuts: [name: string, start: number, end: number, chunkBytes: number, expected: number][] = [
  ['a small chunk ends where its size says', 0, 90_000_000, 5_000_000, 5_000_000],
  ['a chunk ends at a line of the service that is near', 5_000_000, 90_000_000, 20_000_000, line],
  ['a large chunk is of whole parts', line, 900_000_000, 100_000_000, 6 * line],
  ['a line that would make it much smaller is passed', line - 1000, 90_000_000, 5_000_000, line + 4_999_000],
  ['the last chunk ends with the file', line, line + 3, 20_000_000, line + 3],
]
for (const [name, start, end, chunkBytes, expected] of cuts) {
  test(name, () => assert.equal(findCut([start, end], chunkBytes), expected))
}

type Take = (start: number, request: RequestInit) => Promise<Response>

/** A client of a service that takes the chunks of one file of `size` bytes as `take` answers them. */
function createUploadClient(size: number, take: Take): Client {
  let missing: [number, number][] = [[0, size]]
  return createClient({
    baseUrl: 'http://service.test',
    retries: 0,
    fetch: async (address, request = {}) => {
      const { pathname, searchParams } = new URL(String(address))
      if (pathname.endsWith('/close')) return Response.json({ id: 9 })
      if (pathname.endsWith('/upload')) {
        const location = 'http://service.test/data/5?access_token=abc'
        return Response.json({ uploadId: '5', size, missing, location })
      }
      const start = Number(searchParams.get('position'))
      const end = start + (request.body as Blob).size
      const response = await take(start, request)
      if (response.ok) missing = missing.flatMap(range => cut(range, start, end))
      return response
    },
  })
}

/** What of a range is left beside `[start, end)`. */
function cut([from, to]: [number, number], start: number, end: number): [number, number][] {
  const parts: [number, number][] = [
    [from, Math.min(to, start)],
    [Math.max(from, end), to],
  ]
  return parts.filter(([left, right]) => left < right)
}

const taken = () => new Response(null, { status: 204 })
const refused = (status: number) => Response.json({}, { status })

/** Sends 10 MB on a clock whose pauses are over at once; gives the error in which it ended, if any. */
async function sendTo(t: TestContext, parallel: number, take: Take): Promise<Error | undefined> {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const source = new Blob([new Uint8Array(10_000_000)])
  const options = { prId: 1, fileName: 'a.mov', source, mediaObjectId: 9, digests: false, parallel }
  let isOver = false
  const ended = uploadFile(createUploadClient(source.size, take), options).then(
    () => undefined,
    (error: Error) => error,
  )
  ended.finally(() => {
    isOver = true
  })
  for (let turns = 0; !isOver; turns++) {
    assert.ok(turns < 10_000, 'it comes to an end')
    t.mock.timers.runAll()
    await new Promise(setImmediate)
  }
  return ended
}

test('what fails a dozen times is sent once more', async t => {
  let attempts = 0
  const take: Take = async () => {
    if (++attempts <= 12) throw new TypeError('the line is cut')
    return taken()
  }
  assert.equal(await sendTo(t, 1, take), undefined)
})

test('a service that is away for good is given up, the error being the last one', async t => {
  let attempts = 0
  const error = await sendTo(t, 1, async () => {
    throw new TypeError(`attempt ${++attempts}`)
  })
  assert.equal(error?.message, 'attempt 13')
})

test('one part that never arrives ends the upload, however well the others do', async t => {
  const error = await sendTo(t, 2, async start => (start < 5_000_000 ? taken() : refused(500)))
  assert.ok(error instanceof ServiceError && error.status === 500)
})

test('a service whose disk is full is not asked again', async t => {
  let attempts = 0
  const error = await sendTo(t, 1, async () => {
    attempts += 1
    return refused(507)
  })
  assert.ok(error instanceof ServiceError && error.type === 'StorageFullError')
  assert.equal(attempts, 1)
})

test('a line that is only slow is given more time with each attempt', async () => {
  const slowMs = 150
  let attempts = 0
  const api = createUploadClient(1000, (_start, { signal }) => {
    attempts += 1
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(taken()), slowMs)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
  })
  const source = new Blob([new Uint8Array(1000)])
  await uploadFile(api, { prId: 1, fileName: 'a.mov', source, mediaObjectId: 9, chunkTimeoutMs: 60 })
  assert.ok(attempts > 1, 'the first attempt is too short')
})
