import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { mostWrittenEntries, ServiceError, type ThesaurusEntry } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let accountId: number
let id: number
before(async () => {
  kit = await startTestService()
  accountId = kit.accountId
  id = (await kit.admin.thesauri.createThesaurus({ accountId, body: { label: 'Places' } })).id
})
after(() => kit.stop())

/** Sends bytes as they are, without a length, as a system would that makes them on the way. */
async function send(body: string | Buffer, { type = 'application/json', chunkBytes = 100_000 } = {}) {
  const bytes = Buffer.from(body)
  async function* toChunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const response = await fetch(`${kit.url}/account/${accountId}/thesaurus/${id}/entry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': type },
    body: ReadableStream.from(toChunks()),
    duplex: 'half',
  } as RequestInit)
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}

async function refuse(body: string | Buffer, options?: Parameters<typeof send>[1]) {
  const answer = await send(body, options)
  const error = answer.body as { type: string; message: string; data: { path: string }[] | null }
  assert.ok(answer.status >= 400, `${answer.status}`)
  return [answer.status, error.data?.[0]?.path ?? error.message]
}

/** Out of the database, not out of the index. */
async function countEntries(): Promise<number> {
  const text = await (await kit.admin.thesauri.exportEntries({ accountId, id })).text()
  return text.split('\r\n').length - 2
}

describe('a list of entries is read as it comes', () => {
  // thesauri-13
  test('wherever its bytes are cut, and answered in its order', async () => {
    const labels = ['Gent, "de stad"', '東京]', '🙂{', 'a\\"b', 'São Paulo']
    for (const chunkBytes of [1, 7, 1000]) {
      const list = labels.map((label, index) => ({ value: `${chunkBytes}-${index}`, label }))
      const { status, headers, body } = await send(JSON.stringify(list, undefined, 2), { chunkBytes })
      assert.deepEqual([status, headers.get('content-type')], [201, 'application/json; charset=utf-8'])
      assert.deepEqual(
        (body as ThesaurusEntry[]).map(({ value, label }) => ({ value, label })),
        list,
      )
    }
    assert.deepEqual(await send('[]').then(({ status, body }) => [status, body]), [201, []])
  })

  // thesauri-13
  test('bad JSON is refused, and nothing of it is written', async () => {
    const before = await countEntries()
    const good = Array.from({ length: 3000 }, (_, index) => `{"label":"Bad ${index}"}`).join()
    const notJson = 'The body is not valid JSON'
    for (const end of [
      '',
      ',',
      ',]',
      ',{}x]',
      ',{"label":"x"]',
      ',{"label":"x"}]]',
      ',{"label":"x"}],1',
      '}',
      ',\ufeff{}]',
    ]) {
      assert.deepEqual(await refuse(`[${good}${end}`), [400, notJson], end)
    }
    for (const body of ['', '  ']) assert.deepEqual(await refuse(body), [400, 'A body is needed'])
    for (const body of ['{}', 'null', '"x"']) assert.deepEqual(await refuse(body), [400, '/'])
    assert.deepEqual(await refuse(`[${good},{"__proto__":{"label":"x"}}]`), [400, notJson])
    assert.deepEqual(await refuse(`[${good},{"label":"\\u0000"}]`), [
      400,
      'The body holds characters that are not text',
    ])
    assert.deepEqual(await refuse(Buffer.from('[{"label":"\xff"}]', 'latin1')), [
      400,
      'The body is not valid UTF-8 text',
    ])
    const deep = `[{"label":"x","formFieldValues":{"a":${'['.repeat(50_000)}`
    assert.deepEqual(await refuse(deep), [400, 'The body is nested more than 100 levels deep'])
    assert.equal(await countEntries(), before)
  })

  // thesauri-13
  test('what is of the wrong shape is reported by its path, before any rule is', async () => {
    const good = Array.from({ length: 1500 }, (_, index) => ({ label: `Shape ${index}` }))
    const path = async (...entries: unknown[]) => refuse(JSON.stringify([...good, ...entries]))
    assert.deepEqual(await path({ label: 1 }), [400, '/1500/label'])
    assert.deepEqual(await path({}, { label: 'x', colour: 'red' }), [400, '/1501/colour'])
    assert.deepEqual(await path(7), [400, '/1500'])
    assert.deepEqual(await path({ label: ' ' }), [422, '/1500/label'])
    assert.deepEqual(await path({ value: 'twice' }, { value: 'twice' }), [422, '/1501/value'])
  })

  // thesauri-13
  test('an entry, the count of entries, and the whole are bounded', async () => {
    const large = JSON.stringify([{ label: 'x', customFields: { a: 'x'.repeat(1_100_000) } }])
    assert.deepEqual(await refuse(large), [413, 'An item is larger than 1048576 bytes'])
    const many = `[${'{"label":"x"},'.repeat(mostWrittenEntries)}{"label":"x"}]`
    assert.deepEqual(await refuse(many), [400, '/'])
    for (const type of ['text/csv', 'application/octet-stream', 'application/json-patch+json', 'text/plain']) {
      assert.equal((await refuse('[]', { type }))[0], 415, type)
    }
  })

  test('and nothing is left on the disk, also when the sender goes away', async () => {
    const sender = request(`${kit.url}/account/${accountId}/thesaurus/${id}/entry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': 'application/json' },
    })
    const closed = new Promise(resolve => sender.on('close', resolve))
    sender.on('error', () => {})
    const entry = `{"label":"${'x'.repeat(900)}"}`
    sender.write(`[${`${entry},`.repeat(4000)}`, () => sender.destroy())
    await closed
    const large = Array.from({ length: 3000 }, (_, index) => ({ label: `Left ${index} ${'x'.repeat(900)}` }))
    assert.equal((await kit.admin.thesauri.writeEntries({ accountId, id, body: large })).length, 3000)
    const { stagingDir } = kit.service.platform
    assert.deepEqual(
      (await readdir(stagingDir)).filter(name => name.startsWith('spool')),
      [],
    )
  })

  test('who may not write gets the refusal before a byte is read', async () => {
    const { api } = await kit.createUser()
    await assert.rejects(
      api.thesauri.writeEntries({ accountId, id, body: [{ label: 1 }] as never }),
      (error: unknown) => error instanceof ServiceError && (error.status === 403 || error.status === 404),
    )
  })
})

test('an entry has a thesaurus, and stays in it: the database itself sees to that', async () => {
  const { database } = kit.service.platform
  const [entry] = await kit.admin.thesauri.writeEntries({ accountId, id, body: [{ label: 'Held' }] })
  const row = await database
    .selectFrom('thesaurus_entry')
    .selectAll()
    .where('id', '=', entry!.id)
    .executeTakeFirstOrThrow()
  const { id: _, ...columns } = { ...row, form_field_values: '{}', custom_fields: null, value: 'other' }
  const insertion = database
    .insertInto('thesaurus_entry')
    .values({ ...columns, thesaurus_id: 987_654_321 })
    .execute()
  await assert.rejects(insertion, /thesaurus that does not exist/)
  const move = database.updateTable('thesaurus_entry').set({ thesaurus_id: 1 }).where('id', '=', entry!.id).execute()
  await assert.rejects(move, /stays in its thesaurus/)
})
