/** Links of recipients that are sent by mail. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MailReceiver, startMailReceiver } from '../../../../test/peers/mail-receiver.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { untilSeen } from '../../../../test/until.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let post: MailReceiver
let kit: TestService
let scene: Scene
let prId: number
let collectionId: number
before(async () => {
  post = await startMailReceiver()
  kit = await startTestService({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'rushes@house.example',
  })
  scene = await createScene(kit)
  prId = scene.prId
  collectionId = (await scene.createCollection()).id
})
after(async () => {
  await kit.stop()
  await post.stop()
})

// sharing-63
test('a link is sent to the address of its recipient where that is asked for, and no other secret with it', async () => {
  const share = await scene.createShare(collectionId, { label: 'Dailies', password: 'open sesame' })
  const add = (body: { name: string; email: string; sendMail?: boolean }) =>
    scene.owner.sharing.createShareRecipient({ prId, id: share.id, body })
  const quiet = await add({ name: 'Otto', email: 'otto@example.org' })
  const marit = await add({ name: 'Marit', email: 'marit@example.org', sendMail: true })
  assert.deepEqual([quiet.mailed, marit.mailed, marit.mailFailure], [undefined, marit.created, undefined])
  const [mail] = await post.waitFor(1, 'marit@example.org')
  const link = `/app/share/${prId}/${share.id}#${new URLSearchParams({ token: marit.token! })}`
  assert.ok(mail!.text.includes(link), mail!.text)
  assert.match(mail!.subject, /shares “Dailies” with you/)
  for (const secret of [share.token!, quiet.token!, 'open sesame']) assert.equal(mail!.source.includes(secret), false)
  // The mails of others go their own way.
  assert.deepEqual(
    post.mails.flatMap(({ to }) => to).filter(to => /^(?:otto|marit)@/.test(to)),
    ['marit@example.org'],
  )
})

// sharing-63
test('a mail that is refused is known in the list with its reason, and the link works all the same', async () => {
  const share = await scene.createShare(collectionId)
  post.answer = { ...post.answer, recipient: '550 no such mailbox' }
  const body = { name: 'Eva', email: 'eva@example.org', sendMail: true }
  const { token } = await scene.owner.sharing.createShareRecipient({ prId, id: share.id, body })
  const list = async () => (await scene.owner.sharing.listShareRecipients({ prId, id: share.id })).items
  const [listed] = await untilSeen('the mail is refused', list, ([one]) => one?.mailFailure !== undefined)
  post.answer = { ...post.answer, recipient: '250 ok' }
  assert.match(listed!.mailFailure!, /550 no such mailbox/)
  assert.equal(listed!.mailed, undefined)
  const events = await scene.owner.events.listProductionEvents({ prId, query: { limit: 1000 } })
  const failed = events.filter(({ verb }) => verb === 'Share.mailFailed')
  assert.deepEqual(
    failed.map(({ target }) => target),
    [{ objectType: 'ShareRecipient', id: listed!.id }],
  )
  await kit.client(token!).sharing.loginToShare({ prId, id: share.id, body: {} })
})
