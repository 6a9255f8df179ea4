import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

const migration = join(import.meta.dirname, '../../../platform/database/migrations/0060_comment_authors.sql')

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

test('erased names of authors are restored from who created the comments, none is invented', async () => {
  const { id: prId } = await kit.createProduction()
  const moId = await createClip(kit, prId)
  const { id: eoId } = await kit.admin.collections.createCollection({
    prId,
    body: { title: 'Selection', funnel: 'SelectionShare' },
  })
  await kit.admin.collections.attachEntries({ prId, id: eoId, body: [{ mediaObjectId: moId }] })
  const share = await kit.admin.sharing.createShare({ prId, id: eoId, body: { permissions: ['VIEW', 'REVIEW'] } })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const known = await kit.client(token).sharing.identify({ prId, body: { username: 'bob', email: 'bob@example.org' } })
  const { api, user } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })

  const comment = async (client = api) =>
    (await client.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: {} })).id
  const changed = [await comment(), await comment(kit.client(known.token))]
  const [untouched, nobodys, named] = [await comment(), await comment(), await comment()]
  const subclip = await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body: {} })
  const { database } = kit.service.platform
  const erased = [...changed, untouched, nobodys, subclip.id]
  await sql`update annotation set details = details - 'authorName' where id = any(${erased}::bigint[])`.execute(
    database,
  )
  await sql`update annotation set version = 2 where id <> ${untouched}`.execute(database)
  await sql`update annotation set creator_id = null where id = ${nobodys}`.execute(database)
  await sql`update annotation set details = details || '{"authorName": "as it was"}' where id = ${named}`.execute(
    database,
  )

  await sql.raw(await readFile(migration, 'utf8')).execute(database)

  const readName = async (anId: number) => (await kit.admin.annotations.getAnnotation({ prId, anId })).authorName
  const names = await Promise.all([...changed, untouched, nobodys, named, subclip.id].map(readName))
  assert.deepEqual(names, [user.username, 'bob', undefined, undefined, 'as it was', undefined])
  const { numFound } = await kit.admin.annotations.listAnnotations({ prId, query: { fq: ['authorName:bob'] } })
  assert.equal(numFound, 1, 'searches find them again')
})
