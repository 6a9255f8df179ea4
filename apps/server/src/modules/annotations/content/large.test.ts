import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

const count = 25

let kit: TestService
let prId: number
let moId: number
let ids: number[]
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
  const created = await Promise.all(
    Array.from({ length: count }, (_, start) =>
      kit.admin.annotations.createClipAnnotation({
        prId,
        moId,
        type: 'comment',
        body: { start, description: 'Small' },
      }),
    ),
  )
  ids = created.map(({ id }) => id)
  // As large as comments could be made once. A copy is not compressed again.
  const { database } = kit.service.platform
  await sql`
    update annotation set details = details || jsonb_build_object('customFields',
      jsonb_build_object('a', repeat('x', 16000000), 'word', 'odd'))
    where id = ${ids[0]}::bigint`.execute(database)
  await sql`
    update annotation set details = large.details from annotation as large
    where large.id = ${ids[0]}::bigint and annotation.id = any(${ids.slice(1)}::bigint[])`.execute(database)
})
after(() => kit.stop())

/** The memory of this process is that of the service. */
async function growth(steps: () => Promise<unknown>): Promise<number> {
  let most = 0
  const before = process.memoryUsage().rss
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 20)
  await steps().finally(() => clearInterval(timer))
  return Math.max(most, process.memoryUsage().rss - before) / 2 ** 20
}

describe(`${count} comments of 16 MB that nobody could write today`, () => {
  test('are exported without what a file does not hold', async () => {
    const grown = await growth(async () => {
      const file = await kit.admin.review.exportComments({ prId, moId, query: {} })
      assert.equal((await file.text()).match(/"Small"/g)?.length, count)
    })
    assert.ok(grown < 200, `${grown} MiB`)
  })

  test('take no part in the description of fields that they do not have, and are checked in those that they have', async () => {
    const grown = await growth(async () => {
      const { misfits } = await kit.admin.customFields.updateAnnotationField({
        prId,
        property: 'word',
        body: { type: 'STRING', whiteList: ['none of them'] },
      })
      const found = [misfits!, await kit.admin.customFields.getAnnotationFieldMisfits({ prId })]
      // A slow machine ends the search before it has seen all, and says so.
      for (const { count: faults, complete } of found) assert.ok(complete ? faults === count : faults > 0)
    })
    assert.ok(grown < 200, `${grown} MiB`)
  })

  test('are deleted together', async () => {
    const grown = await growth(() =>
      kit.admin.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids }] } }),
    )
    assert.ok(grown < 200, `${grown} MiB`)
    await assert.rejects(kit.admin.annotations.getAnnotation({ prId, anId: ids[0]! }), { name: 'NotFoundError' })
  })
})
