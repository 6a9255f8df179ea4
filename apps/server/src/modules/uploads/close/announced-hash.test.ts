import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { WorkflowError, waitForWorkflow } from '@rushes/client'
import type { IngestRequest } from '@rushes/contract'
import { leftToAll } from '../../../../test/extent.ts'
import { beginUpload, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { toStagingPath } from '../../../../test/scene/stored-paths.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { updateInstanceFacts } from '../../media/index.ts'
import { finishChunk, insertChunk } from '../chunks/store.ts'
import { comparedAtCloseBytes } from '../policy.ts'

let kit: TestService
let prId: number
before(async () => {
  // The bytes of the large file are never sent, and a disk has holes.
  kit = await startTestService({ RUSHES_STORAGE_URL: '' })
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

describe('a hash that was announced', () => {
  // uploads-52
  test('of a file of 1 GiB is compared by the ingest, and the close does not wait for it', {
    skip: leftToAll,
  }, async () => {
    const size = comparedAtCloseBytes
    const begun = await beginUpload(kit.admin, prId, size, { fileName: 'large.bin', hash: 'f'.repeat(64) })
    const { platform } = kit.service
    const path = toStagingPath(platform, begun.workflowId)
    await writeFile(path, '')
    await truncate(path, size)
    const uploadId = Number(begun.uploadId)
    const chunk = await insertChunk(platform.database, uploadId, 'test', [0, size])
    assert.ok(chunk && (await finishChunk(platform.database, { id: chunk.id, uploadId }, [0, size], 1)))
    await kit.admin.uploads.closeUpload({ prId, id: begun.id })
    await assert.rejects(waitForWorkflow(kit.admin, { prId, id: begun.workflowId }), error => {
      assert.ok(error instanceof WorkflowError)
      assert.match(JSON.stringify(error.report), /another sha256 than was announced/)
      return true
    })
  })

  // uploads-52, ingest-13, ingest-14
  test('goes with the original: every ingest compares it until it was right, and that of another original is another', async () => {
    const bytes = makeBytes(1000)
    const begun = await beginUpload(kit.admin, prId, bytes.length, { fileName: 'small.bin' })
    const { id: moId } = begun
    await putChunk(begun.location, 0, bytes)
    await kit.admin.uploads.closeUpload({ prId, id: moId, body: { skipIngest: true } })
    // As the close of a large file leaves it.
    const announce = async (announcedHash: string) => {
      const { items } = await kit.admin.media.listInstances({ prId, id: moId })
      const raw = items.find(({ type }) => type === 'RAW')!
      const ctx = createServiceContext(kit.service.platform, 'test')
      await inTransaction(ctx, ctx => updateInstanceFacts(ctx, raw.id, { announcedHash }))
    }
    const ingest = async (body: IngestRequest) => {
      const { id } = await kit.admin.ingest.startIngest({ prId, moId, body })
      return waitForWorkflow(kit.admin, { prId, id })
    }
    const requests: IngestRequest[] = [{}, { redo: true }, { redoSingleTask: 'poster' }, { redoSingleTask: true }]
    const isOtherHash = (error: unknown) =>
      error instanceof WorkflowError && /another sha256 than was announced/.test(JSON.stringify(error.report))
    await announce('f'.repeat(64))
    for (const request of requests) await assert.rejects(ingest(request), isOtherHash, JSON.stringify(request))

    await announce(createHash('md5').update(bytes).digest('hex'))
    const { id: first } = await ingest({ redo: true })
    await announce('f'.repeat(64))
    const { location, workflowId } = await beginUpload(kit.admin, prId, 500, {
      ...{ mediaObjectId: moId, fileName: 'other.bin', forceOverwrite: true },
    })
    await putChunk(location, 0, bytes.slice(0, 500))
    await kit.admin.uploads.closeUpload({ prId, id: moId, body: {} })
    await waitForWorkflow(kit.admin, { prId, id: workflowId })
    await kit.admin.workflows.redoWorkflow({ prId, id: String(first) })
    await waitForWorkflow(kit.admin, { prId, id: String(first) })
  })
})
