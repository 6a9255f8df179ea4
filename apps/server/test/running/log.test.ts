/** What the service logs of requests: those that failed here as errors, those that a client broke off not. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { formatRecord } from '../../src/platform/log/text.ts'
import { beginUpload } from '../scene/begin-upload.ts'
import { startTestService, type TestService } from '../service.ts'
import { until } from '../until.ts'

interface LogRecord {
  readonly level: number
  readonly msg: string
  readonly path?: string
  readonly status?: number
}

const records: LogRecord[] = []
let kit: TestService
before(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void records.push(JSON.parse(line)) })
  kit = await startTestService({}, log)
})
after(() => kit.stop())
beforeEach(() => {
  records.length = 0
})

test('a client that breaks off a chunk is no error of the service: level info, status 499', async () => {
  const { id: prId } = await kit.createProduction()
  const { location } = await beginUpload(kit.admin, prId, 1_000_000)
  const { port, pathname, search } = new URL(location)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `PUT ${pathname}${search}&position=0 HTTP/1.1\r\nhost: here\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n`,
  )
  socket.write(Buffer.alloc(100_000))
  const { database } = kit.service.platform
  await until('the chunk is being received', async () => {
    return (await database.selectFrom('upload_session').select('id').execute()).length > 0 && socket.bytesWritten > 1e5
  })
  await new Promise(resolve => setTimeout(resolve, 100))
  socket.resetAndDestroy()
  await until('the request is logged', () => records.some(({ path }) => path === pathname))
  const logged = records.filter(({ path, level }) => path === pathname || level >= 40)
  assert.deepEqual(
    logged.map(({ level, msg, status }) => ({ level, msg, status })),
    [{ level: 30, msg: 'request', status: 499 }],
  )
})

test('health checks are not logged at info, and requests are', async () => {
  for (const path of ['/health/live', '/health/ready', '/openapi.json']) {
    await (await fetch(`${kit.url}${path}`)).arrayBuffer()
  }
  await until('the last request is logged', () => records.some(({ path }) => path === '/openapi.json'))
  assert.deepEqual(
    records.filter(({ msg }) => msg === 'request').map(({ path }) => path),
    ['/openapi.json'],
  )
})

test('a record as text is one line, with the stack of its error after it and no control characters', () => {
  const record = { level: 40, time: Date.UTC(2026, 0, 2, 3, 4, 5), pid: 1, hostname: 'h', msg: 'poll failed', id: 7 }
  assert.equal(formatRecord(JSON.stringify(record)), '03:04:05 warn  poll failed id=7\n')
  const failed = { ...record, name: 'a\u001b[2Jb', err: { message: 'x', stack: 'Error: x\n    at y' } }
  assert.equal(
    formatRecord(JSON.stringify(failed)),
    '03:04:05 warn  poll failed id=7 name=a [2Jb\nError: x\n    at y\n',
  )
})
