/** What PostgreSQL refuses for the values of a request is the caller's to change, and no fault of the service. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { waitForIndex } from '../../src/modules/search/index.ts'
import { isPassing, isRefusal } from '../../src/modules/search/indexing/failures.ts'
import { toServiceError } from '../../src/platform/errors.ts'
import { createClips } from '../scene/begin-upload.ts'
import { captureLog } from '../security/log-capture.ts'
import { startTestService, type TestService } from '../service.ts'

const { log, lines } = captureLog()
let kit: TestService
before(async () => {
  kit = await startTestService({}, log)
})
after(() => kit.stop())

test('an order by more keys than a function of PostgreSQL has arguments is a bad request', async () => {
  const { id: prId } = await kit.createProduction()
  const [clip] = await createClips(kit.admin, prId, { name: 'Clip' })
  const fields = Array.from({ length: 60 }, (_, index) => `f${index}`)
  await kit.admin.annotations.createClipAnnotation({
    prId,
    moId: clip!.mediaObjectId!,
    type: 'comment',
    body: {
      funnel: 'ReviewComment',
      start: 0,
      end: 1,
      customFields: Object.fromEntries(fields.map(field => [field, field])),
    },
  })
  await waitForIndex(kit.service.platform, 60_000)
  const q = 'funnel:ReviewComment'
  const sort = fields.map(field => `customFields.${field} asc`).join(',')
  assert.equal((await kit.admin.annotations.searchAnnotations({ prId, query: { q, sort } })).numFound, 1)
  await assert.rejects(kit.admin.annotations.searchAnnotations({ prId, query: { q, sort, cursorMark: '*' } }), {
    name: 'BadRequestError',
    message: /more than the database can do in one statement/,
  })
  const levels = lines.map(line => JSON.parse(line) as { level: number; err?: { code?: string } })
  assert.deepEqual(
    [levels.find(({ err }) => err?.code === '54023')?.level, levels.some(({ level }) => level >= 50)],
    [40, false],
  )
})

describe('the database refuses', () => {
  const many = (count: number, text: string) => Array.from({ length: count }, () => text)
  const statements = {
    '54000: a value too long for an index': sql`
      insert into indexed_text values (${Array.from({ length: 3000 }, (_, n) => String.fromCharCode(0x4e00 + n * 7)).join('')})`,
    '54000: too many words': sql`select ${many(300_000, 'ab')
      .map((word, n) => `${word}${n}`)
      .join(' ')}::tsvector`,
    '54001: an expression too deep': sql`select ${sql.raw(many(100_000, '1').join('+'))}`,
    '54011: too many columns': sql`select ${sql.raw(many(1700, '1').join(','))}`,
    '54023: too many arguments': sql`select jsonb_build_array(${sql.raw(many(101, '1').join(','))})`,
    '22003: a number out of range': sql`select ${'9223372036854775808'}::bigint`,
    '22007: no date': sql`select ${'yesterday noon'}::date`,
    '22P02: no number': sql`select ${'one'}::bigint`,
  }
  before(() => sql`create table indexed_text (name text primary key)`.execute(kit.service.platform.database))

  for (const [name, statement] of Object.entries(statements)) {
    test(name, async () => {
      const error = await statement.execute(kit.service.platform.database).catch((error: unknown) => error)
      assert.equal((error as { code?: string }).code, name.slice(0, 5))
      const { status, type } = toServiceError(error)
      // A document that exceeds a limit is written again later, the indexer does not drop it.
      const isDropped = !name.startsWith('54')
      assert.deepEqual([status, type, isRefusal(error), isPassing(error)], [400, 'BadRequestError', isDropped, false])
    })
  }
})
