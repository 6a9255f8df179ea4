/** Mails of the service, from the change that causes them to a mail server that takes them. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import { type MailReceiver, startMailReceiver } from '../../../test/peers/mail-receiver.ts'
import { refusal } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { untilSeen } from '../../../test/until.ts'

let kit: TestService
let post: MailReceiver
let prId: number
before(async () => {
  post = await startMailReceiver()
  kit = await startTestService({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@house.example>',
  })
  prId = (await kit.createProduction('Dailies')).id
})
after(async () => {
  await kit.stop()
  await post.stop()
})
beforeEach(() => post.mails.splice(0))

/** Lets the next attempts begin now. */
function wait(ms: number): void {
  kit.clock.advance(ms)
  kit.service.platform.signals.emit('outbox')
}

/** What the outbox knows of an address. */
const readOutbox = (address: string) =>
  kit.service.platform.database
    .selectFrom('outbox')
    .select(['status', 'attempts', 'content', 'error'])
    .where('address', '=', address)
    .orderBy('id')
    .execute()

/** Waits until the letters of an address are as wanted. */
function waitForOutbox(address: string, isWanted: (row: Awaited<ReturnType<typeof readOutbox>>[number]) => boolean) {
  return untilSeen(
    'a letter is as wanted',
    () => readOutbox(address),
    rows => rows.some(isWanted),
  )
}

const waitForStatus = (address: string, status: string) => waitForOutbox(address, row => row.status === status)

const invite = (email: string) =>
  kit.admin.productions.addParticipant({ prId, body: { email, roles: ['Production Member'] } })

const findToken = (text: string) => /#token=([\w-]+)/.exec(text)?.[1]

describe('an invitation', () => {
  // notifications-1
  test('is sent as plain text and as HTML, from the house, with a link whose token no server sees', async () => {
    await invite('Nina@Example.org')
    const [mail] = await post.waitFor(1)
    assert.deepEqual([mail!.from, mail!.to], ['rushes@house.example', ['Nina@example.org']])
    assert.equal(mail!.headers.get('from'), 'Rushes <rushes@house.example>')
    assert.equal(mail!.subject, 'Invitation to Dailies')
    assert.ok(findToken(mail!.text))
    assert.equal(findToken(mail!.html), findToken(mail!.text))
    assert.match(mail!.text, new RegExp(`${kit.url}/app/invitation#token=`))
    assert.equal(mail!.headers.get('auto-submitted'), 'auto-generated')
    const rows = await waitForStatus('nina@example.org', 'SENT')
    assert.deepEqual([rows.length, rows[0]!.attempts, rows[0]!.content], [1, 1, null], 'forgotten once it is sent')
  })

  // notifications-1
  test('lets in the first user who brings its token, and nobody else', async () => {
    await invite('token@example.org')
    const [mail] = await post.waitFor(1)
    const token = findToken(mail!.text)!
    const stored = await kit.service.platform.database.selectFrom('production_participant').selectAll().execute()
    assert.ok(!JSON.stringify(stored).includes(token))
    const { api, user } = await kit.createUser()
    await assert.rejects(kit.client().productions.acceptProductionInvitation({ body: { token } }), refusal(401))
    await assert.rejects(api.productions.acceptProductionInvitation({ body: { token: 'ri_x' } }), refusal(404))
    await assert.rejects(api.productions.getProduction({ prId }), refusal(403))
    const joined = await api.productions.acceptProductionInvitation({ body: { token } })
    assert.deepEqual([joined.id, joined.invitationState], [prId, 'ACCEPTED'])
    await api.productions.getProduction({ prId })
    const { items } = await kit.admin.productions.listParticipants({ prId })
    assert.equal(items.find(item => item.id === user.id)?.invitationState, 'ACCEPTED')
    assert.ok(!items.some(item => item.email === 'token@example.org'))
    const another = await kit.createUser()
    await assert.rejects(another.api.productions.acceptProductionInvitation({ body: { token } }), refusal(410))
  })

  // productions-31
  test('that is declined, or has expired, lets in nobody', async () => {
    const declined = await invite('no@example.org')
    const expired = await invite('late@example.org')
    const mails = await post.waitFor(2)
    const tokenFor = (to: string) => findToken(mails.find(mail => mail.to.includes(to))!.text)!
    await kit.client().productions.declineProductionInvitation({ body: { token: tokenFor('no@example.org') } })
    const list = async () => (await kit.admin.productions.listParticipants({ prId })).items
    assert.ok(!(await list()).some(item => item.id === declined.id))
    const { api } = await kit.createUser()
    const accept = (token: string) => api.productions.acceptProductionInvitation({ body: { token } })
    await assert.rejects(accept(tokenFor('no@example.org')), refusal(404))
    const { database } = kit.service.platform
    // Two weeks would end every session of this test.
    await database
      .updateTable('production_participant')
      .set({ expires: kit.clock.now() })
      .where('id', '=', expired.id)
      .execute()
    await assert.rejects(accept(tokenFor('late@example.org')), refusal(410))
    assert.equal((await list()).find(item => item.id === expired.id)?.invitationState, 'EXPIRED')
    const renewed = await invite('late@example.org')
    assert.deepEqual([renewed.id, renewed.invitationState], [expired.id, 'PENDING'])
    const [, again] = await post.waitFor(2, 'late@example.org')
    await accept(findToken(again!.text)!)
  })

  // notifications-6
  test('whose names would be headers stays a line of text', async () => {
    const { id } = await kit.createProduction('Evil\r\nBcc: everyone@example.org\r\n\r\n<script>')
    const add = (email: string) =>
      kit.admin.productions.addParticipant({ prId: id, body: { email, roles: ['Production Member'] } })
    await add('plain@example.org')
    const [mail] = await post.waitFor(1)
    assert.equal(mail!.headers.get('bcc'), undefined)
    assert.equal(mail!.subject, 'Invitation to Evil Bcc: everyone@example.org <script>')
    assert.ok(!mail!.html.includes('<script>'))
    await assert.rejects(add('a@b.c,everyone@example.org'), refusal(422))
    await assert.rejects(add('a;everyone@example.org'), refusal(422))
    await add('fine@example.org')
    await post.waitFor(1, 'fine@example.org')
    assert.deepEqual(
      post.mails.map(({ to }) => to),
      [['plain@example.org'], ['fine@example.org']],
    )
  })
})

describe('a mail server', () => {
  test('that is ill is tried again', async () => {
    post.answer = { recipient: '250 ok', data: '451 later' }
    await invite('patient@example.org')
    const [row] = await waitForOutbox('patient@example.org', row => row.error !== null)
    assert.equal(row!.status, 'PENDING')
    assert.ok(row!.content && !row!.content.includes('Dailies'), 'sealed while it waits')
    post.answer = { recipient: '250 ok', data: '250 queued' }
    wait(2 * 60_000)
    await post.waitFor(1, 'patient@example.org')
    assert.equal((await waitForStatus('patient@example.org', 'SENT'))[0]!.attempts, 2)
  })

  test('is tried again when the clock is set back by a day', async () => {
    post.answer = { recipient: '250 ok', data: '451 later' }
    await invite('yesterday@example.org')
    await waitForOutbox('yesterday@example.org', row => row.error !== null)
    post.answer = { recipient: '250 ok', data: '250 queued' }
    wait(-24 * 3_600_000)
    await post.waitFor(1, 'yesterday@example.org')
    assert.equal((await waitForStatus('yesterday@example.org', 'SENT'))[0]!.attempts, 2)
    wait(24 * 3_600_000)
  })

  // notifications-5
  test('that refuses a receiver for good is not tried again, and the production is notified', async () => {
    post.answer = { recipient: '550 no such box', data: '250 queued' }
    await invite('gone@example.org')
    const [row] = await waitForStatus('gone@example.org', 'FAILED')
    assert.deepEqual([row!.attempts, row!.content], [1, null])
    post.answer = { recipient: '250 ok', data: '250 queued' }
    const events = await kit.service.platform.database
      .selectFrom('event')
      .select('body')
      .where('type', '=', 'Notification')
      .execute()
    assert.match(JSON.stringify(events), /A mail \(invitation\) could not be delivered/)
    assert.ok(!JSON.stringify(events).includes('gone@example.org'))
  })
})

describe('an address', () => {
  // notifications-3, showMailStop, stopMail
  test('gets no mail after opening the link that is in each mail', async () => {
    await invite('enough@example.org')
    const [mail] = await post.waitFor(1)
    const link = /No more mails to this address: (\S+)/.exec(mail!.text)![1]!
    assert.equal(mail!.headers.get('list-unsubscribe'), `<${link}>`)
    const page = await fetch(link)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.match(await page.text(), /<form method="post"/)
    const inviteElsewhere = async () => {
      const { id } = await kit.createProduction()
      await kit.admin.productions.addParticipant({ prId: id, body: { email: 'enough@EXAMPLE.org', rights: [] } })
    }
    await inviteElsewhere()
    await post.waitFor(2, 'enough@example.org')
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
    assert.equal((await fetch(link.replace('signature=', 'signature=x'), oneClick)).status, 403)
    assert.equal((await fetch(link.replace('enough', 'another'), oneClick)).status, 403)
    assert.equal((await fetch(link, oneClick)).status, 200)
    await inviteElsewhere()
    const rows = await readOutbox('enough@example.org')
    assert.deepEqual(
      rows.map(row => row.status),
      ['SENT', 'SENT', 'DROPPED'],
    )
    assert.equal((await fetch(`${link}&resume=true`, oneClick)).status, 200)
    await inviteElsewhere()
    await post.waitFor(3, 'enough@example.org')
  })

  // notifications-4
  test('gets thirty within an hour and no more', async () => {
    const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Full' } })
    for (let count = 0; count < 31; count++) {
      await kit.admin.sharing.createShare({ prId, id, body: { users: ['full@example.org'] } })
    }
    await post.waitFor(30, 'full@example.org')
    const rows = await waitForStatus('full@example.org', 'DROPPED')
    assert.equal(rows.filter(row => row.status === 'DROPPED').length, 1)
  })
})

// sharing-13
test('a new share is sent to the `users` that it is meant for, its password is not', async () => {
  const collection = await kit.admin.collections.createCollection({ prId, body: { title: 'Selects' } })
  const share = await kit.admin.sharing.createShare({
    prId,
    id: collection.id,
    body: {
      label: 'Rough cut',
      description: 'Look!',
      password: 'swordfish',
      users: ['zoe@example.org', 'ZOE@example.org'],
    },
  })
  const [mail] = await post.waitFor(1)
  assert.equal(post.mails.length, 1)
  assert.equal(mail!.subject, 'admin shares “Rough cut” with you')
  assert.ok(mail!.text.includes(`${kit.url}/app/share/${prId}/${share.id}#token=${share.token}`))
  assert.match(mail!.text, /It asks for a password/)
  assert.doesNotMatch(mail!.source, /swordfish/)
})

// notifications-2
describe('"Mentioning a user on a share sends that user a mail linking to the comment"', () => {
  const comment = (api: Client, moId: number, mentionIds: number[], more: object = {}) =>
    api.annotations.createClipAnnotation({
      prId,
      moId,
      type: 'comment',
      body: { funnel: 'ReviewComment', description: 'see this', mentionIds, start: 0, end: 1, ...more },
    })

  async function createScene() {
    const collection = await kit.admin.collections.createCollection({ prId, body: { title: 'Review' } })
    const { mediaObjectId: moId } = await createClip(kit.admin, prId, { name: 'A001 <b>', attachToEoId: collection.id })
    const share = await kit.admin.sharing.createShare({ prId, id: collection.id, body: { permissions: ['REVIEW'] } })
    const visit = async (username: string) => {
      const { token } = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
      const body = { username, email: `${username}@visitors.example` }
      const identified = await kit.client(token).sharing.identify({ prId, body })
      return { id: identified.sharedUser.id, api: kit.client(identified.token) }
    }
    return { moId: moId!, share, visit }
  }

  // notifications-2
  test('a member of the team, another visitor of the share, each once and the author not', async () => {
    const { moId, share, visit } = await createScene()
    const { user } = await kit.createMember(prId, { roles: ['Production Member'] })
    await post.waitFor(1, user.email)
    const [ann, bob] = [await visit('ann'), await visit('bob')]
    const made = await comment(ann.api, moId, [user.id, bob.id, ann.id, 1, 999_999_999], {
      description: 'hi @{1,you} #{cut}',
    })
    const [, mail] = await post.waitFor(2, user.email)
    const link = `${kit.url}/app/share/${prId}/${share.id}?clip=${moId}&comment=${made.id}#token=${share.token}`
    assert.equal(mail!.subject, 'ann mentions you on “A001 <b>”')
    assert.ok(mail!.text.includes('> hi @you #cut'))
    assert.ok(mail!.text.includes(link))
    assert.ok(mail!.html.includes('A001 &#60;b&#62;') && !mail!.html.includes('<b>'))
    const [toBob] = await post.waitFor(1, 'bob@visitors.example')
    assert.ok(toBob!.text.includes(link))
    await ann.api.annotations.patchAnnotation({
      prId,
      anId: made.id,
      body: [{ op: 'replace', path: '/description', value: 'changed' }],
    })
    const late = await visit('late')
    await ann.api.annotations.patchAnnotation({
      prId,
      anId: made.id,
      body: [{ op: 'replace', path: '/mentionIds', value: [user.id, bob.id, late.id] }],
    })
    await post.waitFor(1, 'late@visitors.example')
    assert.equal(post.mails.filter(({ to }) => to.includes('bob@visitors.example')).length, 1)
    assert.ok(!post.mails.some(({ to }) => to.includes('ann@visitors.example')))
  })

  // notifications-2
  test('nobody who may not see the comment', async () => {
    const { moId, visit } = await createScene()
    const elsewhere = await createScene()
    const { user: stranger } = await kit.createUser()
    const { user: blind } = await kit.createMember(prId, { rights: ['LIBRARY_UPLOAD'] })
    const other = await elsewhere.visit('other')
    const [ann, witness] = [await visit('anna'), await visit('witness')]
    await comment(ann.api, moId, [stranger.id, blind.id, other.id, witness.id])
    await post.waitFor(1, 'witness@visitors.example')
    const mentions = post.mails.filter(({ subject }) => subject.includes('mentions you'))
    assert.deepEqual(
      mentions.map(({ to }) => to),
      [['witness@visitors.example']],
    )
  })

  // notifications-2
  test('of a comment of the team, a visitor by the share that holds the clip, a member by the production', async () => {
    const { moId, share, visit } = await createScene()
    const { user } = await kit.createMember(prId, { roles: ['Production Member'] })
    const guest = await visit('guest')
    const made = await comment(kit.admin, moId, [user.id, guest.id])
    const [toGuest] = await post.waitFor(1, 'guest@visitors.example')
    assert.ok(toGuest!.text.includes(`/app/share/${prId}/${share.id}?clip=${moId}&comment=${made.id}#token=`))
    const [, toMember] = await post.waitFor(2, user.email)
    assert.ok(toMember!.text.includes(`${kit.url}/app/production/${prId}/clip/${moId}?comment=${made.id}`))
    assert.doesNotMatch(toMember!.text, /token=/)
  })

  // sharing-56
  test('of a comment for the team only, no visitor', async () => {
    const { moId, visit } = await createScene()
    const guest = await visit('excluded')
    const closed = await comment(kit.admin, moId, [guest.id], {
      description: 'among us',
      securityClasses: ['INTERNAL'],
    })
    await comment(kit.admin, moId, [guest.id])
    const [mail] = await post.waitFor(1, 'excluded@visitors.example')
    assert.match(mail!.text, /see this/)
    assert.ok(!post.mails.some(({ text }) => text.includes('among us')))
    const body = [{ op: 'replace' as const, path: '/securityClasses', value: [] }]
    await kit.admin.annotations.patchAnnotation({ prId, anId: closed.id, body })
    const [, late] = await post.waitFor(2, 'excluded@visitors.example')
    assert.match(late!.text, /among us/)
  })
})
