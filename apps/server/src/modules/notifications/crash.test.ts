/** What was committed is sent, whatever dies in between. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MailReceiver, startMailReceiver } from '../../../test/peers/mail-receiver.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../test/service-process.ts'
import { until } from '../../../test/until.ts'

let post: MailReceiver
let service: KillableService
before(async () => {
  post = await startMailReceiver()
  service = await openKillable({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'rushes@house.example',
  })
})
after(async () => {
  await service.stop()
  await post.stop()
})

test('of a service that is killed amid its mails every mail arrives, again ones under the same id', {
  timeout: 240_000,
}, async () => {
  const { db } = service.database
  // Ill at first, so that all wait.
  post.answer = { recipient: '451 later', data: '250 queued' }
  let api = await service.start()
  const { prId } = await createOwnProduction(api)
  const count = 40
  for (let index = 0; index < count; index++) {
    const body = { email: `person${index}@example.org`, rights: [] }
    await api.productions.addParticipant({ prId, body })
  }
  for (const arrived of [5, 20]) {
    await service.kill()
    // The time until the next attempt passes by itself; the test does not wait for that.
    await db.updateTable('outbox').set({ next_attempt: 0 }).where('status', '=', 'PENDING').execute()
    post.answer = { recipient: '250 ok', data: '250 queued' }
    api = await service.start()
    await post.waitFor(arrived)
  }
  const isComplete = () => new Set(post.mails.map(({ to }) => to[0])).size === count
  await until('everybody has a letter', isComplete)
  const byReceiver = Map.groupBy(post.mails, ({ to }) => to[0])
  assert.equal(byReceiver.size, count)
  for (const mails of byReceiver.values()) {
    assert.equal(new Set(mails.map(({ headers }) => headers.get('message-id'))).size, 1)
  }
})
