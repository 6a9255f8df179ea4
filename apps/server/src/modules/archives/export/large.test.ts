import assert from 'node:assert/strict'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { after, before, test } from 'node:test'
import { createClip } from '@rushes/client'
import { sql } from 'kysely'
import { createOwnProduction, type KillableService, openKillable } from '../../../../test/service-process.ts'

/** Together more than the process may hold. */
const comments = 15_000
const bytesOfEach = 8_000
const heapMib = 160

let service: KillableService
let folder: string
before(async () => {
  service = await openKillable({ NODE_OPTIONS: `--max-old-space-size=${heapMib}` })
  folder = await mkdtemp(join(tmpdir(), 'rushes-large-'))
})
after(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

test('a production with more comments than fit the memory is exported and imported', {
  skip: process.env.RUSHES_LONG !== '1' && 'npm run test:long makes it',
}, async () => {
  const api = await service.start()
  const { accountId, prId } = await createOwnProduction(api)
  const { mediaObjectId } = await createClip(api, prId, { name: 'Much talked about' })
  await sql`
    insert into annotation (created, created_by, modified_by, last_updated, production_id, media_object_id, object_type,
      funnel, start_frame, end_frame, details)
    select 1000 + number, 'test', 'test', 2000 + number, ${prId}, ${mediaObjectId}, 'ClipAnnotation', 'ReviewComment',
      number, number + 1, jsonb_build_object('description', repeat('word ', ${bytesOfEach / 5}::int) || number)
    from generate_series(1, ${comments}::int) as number`.execute(service.database.db)
  const path = join(folder, 'archive.tar')
  const response = await api.archives.exportProduction({ prId })
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path))
  const { production, counts } = await api.archives.importProduction({ id: accountId, body: await openAsBlob(path) })
  assert.equal(counts.annotations, comments + 1)
  const { rows } = await sql<{ count: number; frames: number; letters: number }>`
    select count(*)::int as count, sum(start_frame) as frames, sum(length(details ->> 'description')) as letters
    from annotation where production_id in (${prId}, ${production.id}) and funnel = 'ReviewComment'
    group by production_id`.execute(service.database.db)
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[0], rows[1])
  assert.equal(rows[0]!.count, comments)
})
