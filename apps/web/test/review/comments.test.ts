import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { listThreads } from '../../src/review/comments/comments.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit?.stop())

test('all comments of a clip are listed, however many, by their frames, each with its replies', async () => {
  const { id: prId } = await kit.createProduction()
  const made = await kit.admin.uploads.createMediaObjects({ prId, body: { name: 'A clip' } })
  assert.ok(!Array.isArray(made) && made.mediaObjectId)
  const moId = made.mediaObjectId
  const comment = async (start: number, description: string, relatedToId?: number) => {
    const body = { funnel: 'ReviewComment', start, end: start + 1, description, ...(relatedToId && { relatedToId }) }
    return (await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body, query })).id
  }
  const query = { waitForIndex: true }
  const late = await comment(90, 'the last')
  for (const start of [40, 10, 30]) await comment(start, `at ${start}`)
  for (const word of ['first', 'second', 'third']) await comment(90, word, late)
  for (const rows of [2, 3, 7, 100]) {
    const threads = await listThreads(kit.admin, prId, moId, AbortSignal.timeout(30_000), rows)
    assert.deepEqual(
      threads.map(({ start, description, replies }) => [start, description, replies.map(reply => reply.description)]),
      [
        [10, 'at 10', []],
        [30, 'at 30', []],
        [40, 'at 40', []],
        [90, 'the last', ['first', 'second', 'third']],
      ],
      `${rows} at a time`,
    )
  }
})
