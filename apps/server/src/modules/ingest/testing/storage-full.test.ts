import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { lacksSmallDisk, mountSmallDisk, type SmallDisk } from '../../../../test/recovery/small-disk.ts'
import { until } from '../../../../test/until.ts'
import { createIngestScene, type IngestScene } from './scene.ts'

let disk: SmallDisk | undefined
let scene: IngestScene | undefined
before(async () => {
  disk = await mountSmallDisk(64)
  if (disk) scene = await createIngestScene({ RUSHES_DATA: join(disk.path, 'data') })
})
after(async () => {
  await scene?.stop()
  await disk?.unmount()
})

// ingest-19
test('a healthy film on a full disk is not called damaged: STORAGE_FULL, tried again, and done when there is space', async context => {
  if (!disk || !scene) return context.skip(lacksSmallDisk)
  const { fill, clear } = disk
  const { kit, prId, clip, upload, waitFor, getClip } = scene
  const { moId, workflowId } = await upload(clip, 'healthy.mp4', kit.admin, {}, fill)
  const findFault = async () => {
    const { taskReports } = await kit.admin.workflows.getWorkflow({ prId, id: workflowId })
    return taskReports.find(({ error }) => error?.code === 'STORAGE_FULL')?.error
  }
  await until('a task finds the disk full', async () => (await findFault()) !== undefined)
  assert.equal((await findFault())?.message, 'The storage is full')
  await clear()
  const report = await waitFor(workflowId)
  assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
  assert.equal((await getClip(moId)).proxyOnline, true)
})
