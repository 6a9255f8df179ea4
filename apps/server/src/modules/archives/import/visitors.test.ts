/** Who visitors are in an imported production, and what they are told there. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import { type MailReceiver, startMailReceiver } from '../../../../test/peers/mail-receiver.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { fetchArchive, sendArchive } from '../testing/tar-file.ts'

let post: MailReceiver
let source: TestService
let target: TestService
before(async () => {
  post = await startMailReceiver()
  const settings = { RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`, RUSHES_MAIL_FROM: 'rushes@house.example' }
  ;[source, target] = await Promise.all([startTestService(settings), startTestService(settings)])
  // Ids there have nothing to do with those here.
  for (let count = 0; count < 40; count++) await target.createProduction(`Other ${count}`)
})
after(async () => {
  await Promise.all([source.stop(), target.stop()])
  await post.stop()
})

/**
 * A shared clip on which a user, who came twice, and visitors have spoken, two of them of one name and without an address;
 * and somebody of the team to a visitor.
 */
async function createTalk(): Promise<number> {
  const { admin } = source
  const { id: prId } = await source.createProduction('Talk')
  const collection = await admin.collections.createCollection({ prId, body: { title: 'Review' } })
  const { mediaObjectId } = await createClip(admin, prId, { name: 'A001', attachToEoId: collection.id })
  const share = await admin.sharing.createShare({
    prId,
    id: collection.id,
    body: { permissions: ['REVIEW'], clientProperties: { askEmail: false } },
  })
  const visit = async (body: object) => {
    const { token } = await source.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
    const visitor = await source.client(token).sharing.identify({ prId, body })
    return { id: visitor.sharedUser.id, api: source.client(visitor.token) }
  }
  const say = (api: Client, description: string, mentionIds: number[] = []) =>
    api.annotations.createClipAnnotation({
      ...{ prId, moId: mediaObjectId!, type: 'comment' },
      body: { start: 0, description, mentionIds },
    })
  const { api: bob } = await source.createUser('bob')
  const [once, again] = [
    await visit({ serviceAccessToken: bob.options.token! }),
    await visit({ serviceAccessToken: bob.options.token! }),
  ]
  assert.notEqual(once.id, again.id, 'a user is another visitor each time')
  const ann = await visit({ username: 'ann', email: 'ann@visitors.example' })
  for (const name of ['one', 'other']) await say((await visit({ username: 'Eva' })).api, `Eva the ${name}`)
  await say(once.api, 'Bob came')
  await say(again.api, 'Bob came again')
  await say(admin, `@{${ann.id},ann}: look`, [ann.id])
  await post.waitFor(1, 'ann@visitors.example')
  return prId
}

// sharing-58
test('a visitor who came several times is one where nobody knows them, two without an address are two, those who were told are not told again', async () => {
  const archive = await fetchArchive(source.admin, await createTalk())
  const { production } = await sendArchive(target.admin, target.accountId, archive, { waitForIndex: true })
  const prId = production.id
  const { sharing, annotations } = target.admin
  const [share] = (await sharing.listShares({ prId })).items
  const visitors = (await sharing.listSharedUsers({ prId, id: share!.id })).items
  const byName = Object.fromEntries(visitors.map(({ username, id }) => [username, id]))
  assert.deepEqual(visitors.map(({ username }) => username).toSorted(), ['Eva', 'Eva', 'ann', 'bob'])

  const { items } = await annotations.listAnnotations({ prId, query: { q: 'funnel:ReviewComment' } })
  for (const text of ['Bob came', 'Bob came again']) {
    assert.equal(items.find(({ description }) => description === text)!.createdBySharedUserId, byName.bob, text)
  }
  const evas = items.filter(({ description }) => String(description).startsWith('Eva the'))
  assert.equal(new Set(evas.map(comment => comment.createdBySharedUserId)).size, 2)
  const told = items.find(({ mentionIds }) => mentionIds !== undefined)!
  assert.deepEqual([told.description, told.mentionIds], [`@{${byName.ann},ann}: look`, [byName.ann]])

  post.mails.splice(0)
  const patch = (description: string, anId: number) =>
    annotations.patchAnnotation({ prId, anId, body: [{ op: 'replace', path: '/description', value: description }] })
  await patch('look, please', Number(told.id))
  const next = await annotations.createClipAnnotation({
    ...{ prId, moId: Number(told.mediaObjectId), type: 'comment' },
    body: { start: 1, description: 'And here', mentionIds: [byName.Eva!, byName.ann!] },
  })
  // The log is followed in order: this mail follows the mails of all earlier events.
  const [mail] = await post.waitFor(1, 'ann@visitors.example')
  assert.match(mail!.text, new RegExp(`comment=${next.id}\\b`))
  assert.equal(post.mails.length, 1)
})
