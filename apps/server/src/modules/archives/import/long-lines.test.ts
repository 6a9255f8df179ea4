/** Lines at the bound that imports have: what the service writes is below it, and what is above leaves nothing. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import { type Fault, ServiceError } from '@rushes/contract'
import { sql } from 'kysely'
import { createClips } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { longestLine } from '../files/line-file.ts'
import { fetchArchive, type Members, pack, sendArchive, unpack } from '../testing/tar-file.ts'

/** As `modules/annotations/policy.ts` has it, for the structured description and for the other members together. */
const longestJson = 16 * 1024 * 1024

let kit: TestService
let prId: number
let anId: number
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())
beforeEach(async () => {
  prId = (await kit.createProduction()).id
  const [clip] = await createClips(kit.admin, prId, { name: 'Clip' })
  const body = { funnel: 'ReviewComment', start: 0, end: 1, description: 'x' }
  const moId = clip!.mediaObjectId!
  anId = (await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })).id
})

const listWork = async () =>
  (await readdir(kit.service.platform.stagingDir)).filter(name => name.startsWith('archive-'))
const countProductions = async () =>
  (await kit.admin.productions.listProductions({ query: { limit: 1000 } })).items.length

const refusedAt = (path: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  const [fault] = error.data as Fault[]
  assert.deepEqual([error.status, fault?.message], [422, `has more than ${longestLine} bytes`])
  assert.match(fault!.path, path)
  return true
}

/** The archive with another part of roles, counted and digested as if it had been made so. */
function packRoles(members: Members, roles: Buffer): Promise<Buffer> {
  const changed = new Map(members).set('roles.jsonl', roles)
  const head = JSON.parse(members.get('archive.json')!.toString())
  const counted = { ...head, counts: { ...head.counts, roles: 1 } }
  changed.set('archive.json', Buffer.from(JSON.stringify(counted)))
  changed.delete('manifest.json')
  const listed = [...changed].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const manifest = { ...counted, members: listed, unwritten: [] }
  return pack(changed.set('manifest.json', Buffer.from(JSON.stringify(manifest))))
}

const long = { skip: process.env.RUSHES_LONG !== '1' && 'npm run test:long makes it' }

test('an archive with a line of one byte more than the bound is refused, and nothing is left', async () => {
  const members = await unpack(await fetchArchive(kit.admin, prId))
  const before = await countProductions()
  const line = Buffer.alloc(longestLine + 2, ' ')
  line.write('\n', longestLine + 1)
  const sent = sendArchive(kit.admin, kit.accountId, await packRoles(members, line))
  await assert.rejects(sent, refusedAt(/^\/roles\.jsonl\/1$/))
  assert.deepEqual([await countProductions(), await listWork()], [before, []])
})

test('one with a line of as many bytes as the bound is imported', long, async () => {
  const members = await unpack(await fetchArchive(kit.admin, prId))
  const [role] = members.get('roles.jsonl')!.toString().split('\n')
  const line = Buffer.alloc(longestLine + 1, ' ')
  line.write(role!)
  line.write('\n', longestLine)
  const { production } = await sendArchive(kit.admin, kit.accountId, await packRoles(members, line))
  assert.equal((await kit.admin.productions.listRoles({ prId: production.id })).items.length, 1)
})

test('the longest annotation that there may be is exported and imported', long, async () => {
  // `{"a":"…"}` of the longest text, in characters that have the most bytes for their length.
  const text = '日'.repeat(longestJson - '{"a":""}'.length)
  const details = '日'.repeat(longestJson - '{"customFields":{"a":""}}'.length)
  await sql`update annotation set structured_description = jsonb_build_object('a', ${text}::text),
    details = jsonb_build_object('customFields', jsonb_build_object('a', ${details}::text))
    where id = ${anId}`.execute(kit.service.platform.database)
  const archive = await fetchArchive(kit.admin, prId)
  assert.ok(archive.length > 6 * longestJson - 1000)
  const { production } = await sendArchive(kit.admin, kit.accountId, archive)
  const { rows } = await sql<{ lengths: number[] }>`
    select array[length(structured_description ->> 'a'), length(details #>> '{customFields,a}')] as lengths
    from annotation where production_id = ${production.id} and funnel = 'ReviewComment'`.execute(
    kit.service.platform.database,
  )
  assert.deepEqual(rows, [{ lengths: [text.length, details.length] }])
})

test('an export that no import would read is refused, with the line', async () => {
  await sql`update annotation set structured_description = jsonb_build_object('a', repeat('x', ${longestLine}::int))
    where id = ${anId}`.execute(kit.service.platform.database)
  await assert.rejects(fetchArchive(kit.admin, prId), refusedAt(/^\/annotations\.jsonl\/\d$/))
  assert.deepEqual(await listWork(), [])
})
