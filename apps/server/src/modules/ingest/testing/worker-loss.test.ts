import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listMediaWorkers, signalNextWorkers } from './media-workers.ts'
import { createIngestScene, type IngestScene, statusOf } from './scene.ts'

let scene: IngestScene
let { clip, upload, waitFor } = {} as IngestScene
before(async () => {
  scene = await createIngestScene({ RUSHES_MEDIA_STALL_SECONDS: '3' })
  ;({ clip, upload, waitFor } = scene)
  // Its own workers are idle and would be taken for those of the service.
  await scene.engine.close()
})
after(() => scene.stop())

const skip = process.platform !== 'linux' && 'the processes of others are seen on Linux alone'

describe('"one dead or hanging media worker never affects later work"', { skip }, () => {
  const ingest = async (name: string) => {
    const { workflowId } = await upload(clip, name)
    return waitFor(workflowId)
  }
  const assertCompleted = (report: Awaited<ReturnType<typeof ingest>>) => {
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.equal(statusOf(report).proxy, 'Completed')
  }

  // ingest-23
  test('the first worker, killed at its spawn, is replaced in this ingest and the next', async () => {
    const killed = signalNextWorkers('SIGKILL', 1)
    assertCompleted(await ingest('first.mp4'))
    await killed
    assertCompleted(await ingest('second.mp4'))
  })

  // ingest-23
  test('workers that die over and over fail an attempt with CRASHED, and the task is tried again', async () => {
    for (const pid of await listMediaWorkers()) process.kill(pid, 'SIGKILL')
    const killed = signalNextWorkers('SIGKILL', 3)
    const report = await ingest('third.mp4')
    await killed
    assertCompleted(report)
    assert.ok(
      report.taskReports.some(({ attempts }) => attempts > 1),
      'one attempt failed',
    )
    assertCompleted(await ingest('fourth.mp4'))
  })

  // ingest-23
  test('a worker that hangs is found and its task tried again; an ingest beside it completes meanwhile', async () => {
    const stopped = signalNextWorkers('SIGSTOP', 1)
    const hanging = await upload(clip, 'hanging.mp4')
    await stopped
    assertCompleted(await ingest('beside.mp4'))
    assertCompleted(await waitFor(hanging.workflowId))
  })

  test('idle workers that hang are found by the next work', async () => {
    for (const pid of await listMediaWorkers()) process.kill(pid, 'SIGSTOP')
    assertCompleted(await ingest('after idle.mp4'))
  })
})
