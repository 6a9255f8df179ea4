import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createProduction } from '../../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../../test/service.ts'
import { createRuns, speak } from '../../testing/scene.ts'

let kit: TestService
let prId: number
let runs: ReturnType<typeof createRuns>
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = await createProduction(kit)
  runs = createRuns(kit, prId)
})
after(() => kit.stop())

const makeOfTranscript = { generateSubtitleFromTranscript: true }
const listFailures = (moId: number) => runs.listEvents(moId, 'Subtitling.automatic.failed')

describe('the status of subtitles agrees with the workflow that makes them', () => {
  // subtitles-33
  test('AUTOMATIC_FAILED no later than `Error`, AUTOMATIC_STARTED once it is done again, also of one task', async () => {
    const moId = await runs.createClip()
    const { id } = await runs.start(moId, makeOfTranscript)
    assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_STARTED' })
    assert.equal((await runs.waitFor(id)).status, 'Error')
    assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_FAILED' })
    for (const [round, redoSingleTask] of [false, true, 'check'].entries()) {
      await kit.admin.workflows.redoWorkflow({ prId, id, body: { redoSingleTask } })
      assert.equal((await runs.waitFor(id)).status, 'Error')
      assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_FAILED' })
      const events = await listFailures(moId)
      assert.equal(events.length, round + 2)
      assert.deepEqual(
        [events[0]?.extended?.status, events[0]?.extended?.task, events[0]?.extended?.code],
        ['Error', 'check', 'NO_TRANSCRIPT'],
      )
    }
  })

  // subtitles-33
  test('AUTOMATIC_COMPLETED once it is done again with success', async () => {
    const moId = await runs.createClip()
    const { id } = await runs.start(moId, makeOfTranscript)
    await runs.waitFor(id)
    await runs.setTranscript(moId, { words: speak('Now there is something to read.', 50) })
    await kit.admin.workflows.redoWorkflow({ prId, id })
    assert.equal((await runs.waitFor(id)).status, 'Completed')
    assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_COMPLETED' })
    assert.equal((await listFailures(moId)).length, 1)
  })

  // subtitles-33
  test('AUTOMATIC_FAILED with the answer of the cancellation', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    try {
      const moId = await runs.createClip()
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/never.srt`
      const { id } = await runs.start(moId, { importFileResource: { url } })
      assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_STARTED' })
      await kit.admin.workflows.cancelWorkflow({ prId, id })
      assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_FAILED' })
      const events = await runs.listEvents(moId, 'Subtitling.import.failed')
      assert.deepEqual(
        events.map(({ extended }) => extended),
        [{ status: 'Cancelled' }],
      )
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })
})
