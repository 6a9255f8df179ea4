/** "Orphans are found and removed": what a process placed that died before its commit goes at its successor's start. */

import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { beginUpload } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { planBlob, startRemovals } from './removals.ts'
import { startStagingCleanup } from './staging.ts'

let kit: TestService
let platform: Platform
let successor: Platform
let prId: number
before(async () => {
  kit = await startTestService()
  platform = kit.service.platform
  successor = { ...platform, instance: 'successor', isAlone: true }
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const exists = async (key: string) => (await platform.blobs.findFacts(key)) !== undefined

async function place(key: string) {
  const blob = await planBlob(platform, key)
  const staged = join(platform.stagingDir, key.replaceAll('/', '-'))
  await writeFile(staged, 'bytes')
  await platform.blobs.adopt(staged, key)
  return blob
}

test('a blob that no transaction has named is removed by the successor, and only by it', async () => {
  const [named, orphan] = [await place('1/1/named'), await place('1/1/orphan')]
  await inTransaction(createServiceContext(platform, 'test'), ctx => named.keep(ctx))
  // Its own process is alive and may still commit.
  const refused = await place('1/1/refused')
  await refused.release()
  await until('a later removal is done', async () => !(await exists(refused.key)))
  assert.ok(await exists(orphan.key))
  const stop = startRemovals(successor)
  await until('the orphan is gone', async () => !(await exists(orphan.key)))
  await stop()
  assert.ok(await exists(named.key))
  await assert.rejects(
    inTransaction(createServiceContext(platform, 'test'), ctx => orphan.keep(ctx)),
    /is being removed/,
    'a commit that is too late names nothing',
  )
})

test('a blob stays when its transaction commits, and goes when it does not', async () => {
  const [kept, lost] = [await place('1/2/kept'), await place('1/2/lost')]
  await inTransaction(createServiceContext(platform, 'test'), ctx => kept.keep(ctx))
  await kept.release()
  await inTransaction(createServiceContext(platform, 'test'), async ctx => {
    await lost.keep(ctx)
    throw new Error('refused')
  }).catch(() => {})
  await lost.release()
  await until('the blob is gone', async () => !(await exists(lost.key)))
  assert.ok(await exists(kept.key))
})

test('staging files of a dead process are removed at the start; those of open uploads and of others stay', async () => {
  const { location } = await beginUpload(kit.admin, prId, 10)
  await fetch(`${location}&position=0`, { method: 'PUT', body: '12345' })
  const { stagingDir } = platform
  const uploads = await readdir(stagingDir)
  // In an object store they are there, and not in this folder.
  assert.equal(uploads.length, platform.config.storage.kind === 'disk' ? 1 : 0)
  await mkdir(join(stagingDir, 'ingest-1-proxy'))
  await writeFile(join(stagingDir, 'ingest-1-proxy', 'proxy.mp4'), 'half')
  await writeFile(join(stagingDir, 'screenshot'), 'half')
  await mkdir(join(stagingDir, 'archive-1'))
  await (await startStagingCleanup({ ...successor, isAlone: false }))()
  assert.equal((await readdir(stagingDir)).length, uploads.length + 3, 'another process may be at work')
  await (await startStagingCleanup(successor))()
  assert.deepEqual((await readdir(stagingDir)).sort(), ['archive-1', ...uploads].sort())
})
