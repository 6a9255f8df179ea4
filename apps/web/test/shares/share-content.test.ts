import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
  type WatchedPage,
} from '../browser.ts'
import { actOnComment, chooseStatus, filterComments, findStatus, waitForStored } from '../review/acts.ts'
import { createReviewScene, type ReviewScene, readStandingFrame, waitForFrame } from '../review/scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let collectionId: number
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  collectionId = (await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })).id
  moId = await scene.addFilm('Take 1', RATE_25, { attachToEoId: collectionId })
  await scene.addFilm('Take 2', RATE_25, { seconds: 2, attachToEoId: collectionId })
})
after(() => scene?.stop())

async function visit(body: SharedObjectRequest, options: Parameters<typeof openPage>[2] = {}): Promise<WatchedPage> {
  const { kit, prId } = scene
  return openShare(await kit.admin.sharing.createShare({ prId, id: collectionId, body }), options)
}

async function openShare({ id, token = '' }: ShareObject, options: Parameters<typeof openPage>[2] = {}) {
  const { kit, browser, prId } = scene
  const page = await openPage(browser, kit, options)
  await page.goto(`/app/share/${prId}/${id}#token=${encodeURIComponent(token)}`)
  return page
}

test('a share of several clips begins with what it is about and all of them; one plays, and the next is a click away', {
  skip,
}, async () => {
  const page = await visit({ label: 'Monday', description: 'Which take is better?' })
  await page.getByRole('heading', { name: 'Monday' }).waitFor()
  await page.getByText('Which take is better?').waitFor()
  const cards = page.getByRole('list', { name: 'Clips' }).getByRole('button')
  assert.deepEqual(await cards.locator('strong').allTextContents(), ['Take 1', 'Take 2'])
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.clip-card img')].every(image => image.naturalWidth > 0),
  )
  await assertAccessible(page)
  await cards.first().click()
  await page.getByText('Clip 1 of 2').waitFor()
  await waitForFrame(page, 0)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.4)
  await page.getByRole('button', { name: 'Pause' }).click()
  await readStandingFrame(page)
  await page.getByRole('button', { name: 'Next clip' }).click()
  await page.getByRole('heading', { name: 'Take 2' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Next clip' }).isDisabled(), true)
  await page.getByRole('button', { name: 'All clips' }).click()
  await cards.nth(1).waitFor()
  page.assertClean()
})

test('a visitor says who they are once, then approves a clip or requests changes with one press', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const page = await visit({ label: 'Decide', permissions: ['VIEW', 'ANNOTATE', 'REVIEW_STATUS_EDIT'] })
  await page.getByRole('button', { name: 'Take 1' }).click()
  const stored = () => kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  const request = page.getByRole('button', { name: 'Request changes' })
  const question = page.getByRole('dialog', { name: 'Who are you?' })
  const before = (await stored()).reviewStatus
  await request.click()
  await question.getByLabel('Your name').fill('Dora')
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Close' }).click()
  await question.waitFor({ state: 'detached' })
  assert.equal((await stored()).reviewStatus, before)
  await request.click()
  assert.equal(await question.getByLabel('Your name').inputValue(), 'Dora')
  await question.getByLabel('Your email address').fill('dora@example.org')
  await question.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Request changes', pressed: true }).waitFor()
  await until('the status is stored', async () => (await stored()).reviewStatus === 'NOT_APPROVED')
  // What is to be changed is asked for.
  await page.waitForFunction(() => document.activeElement?.matches('.composer textarea'))
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Approved', exact: true, pressed: true }).waitFor()
  await until('the status is stored', async () => (await stored()).reviewStatus === 'APPROVED')
  await assertAccessible(page)
  page.assertClean()
})

// sharing-58
test('where no address is asked for a name is enough, in the form, with a comment and before a decision; two of one name are two', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const permissions: SharedObjectRequest['permissions'] = ['VIEW', 'ANNOTATE', 'REVIEW_STATUS_EDIT']
  const clientProperties = { askEmail: false, overviewVisible: false }
  const created = await kit.admin.sharing.createShare({
    prId,
    id: collectionId,
    body: { permissions, clientProperties },
  })
  const page = await openShare(created)
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('A little louder')
  await page.getByRole('textbox', { name: /^Comment at/ }).press('Control+Enter')
  await page.getByText('Enter your name first.').waitFor()
  assert.equal(await page.getByLabel('Your email address').count(), 0)
  await page.getByLabel('Your name').fill('Anna')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const comment = page.getByRole('article', { name: 'Anna' })
  await comment
    .filter({ hasText: 'A little louder' })
    .getByRole('button', { name: /^More about/ })
    .waitFor()
  await waitForStored(page)

  // Another Anna, with a browser of her own, of whom it is demanded.
  const { id, version } = created
  const body = { version, permissions, clientProperties: { ...clientProperties, identifyUser: true } }
  await kit.admin.sharing.updateShare({ prId, id, body })
  const other = await openShare(created)
  await other.getByLabel('Your name').fill('Anna')
  assert.equal(await other.getByLabel('Your email address').count(), 0)
  await assertAccessible(other)
  await other.getByRole('button', { name: 'Go on' }).click()
  const first = other.getByRole('article', { name: 'Anna' }).filter({ hasText: 'A little louder' })
  await first.waitFor()
  await other.getByRole('textbox', { name: /^Comment at/ }).fill('Not louder')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  const own = other.getByRole('article', { name: 'Anna' }).filter({ hasText: 'Not louder' })
  await own.getByRole('button', { name: /^More about/ }).waitFor()
  assert.equal(await first.getByRole('button', { name: /^More about/ }).count(), 0)
  const visitors = (await kit.admin.sharing.listSharedUsers({ prId, id })).items
  assert.deepEqual(
    visitors.map(({ username, email }) => [username, email]),
    [
      ['Anna', ''],
      ['Anna', ''],
    ],
  )

  // Who only decides is asked as little.
  const third = await visit({ permissions, clientProperties })
  await third.getByRole('button', { name: 'Request changes' }).click()
  const question = third.getByRole('dialog', { name: 'Who are you?' })
  await question.getByLabel('Your name').fill('Eva')
  assert.equal(await question.getByLabel('Your email address').count(), 0)
  await question.getByRole('button', { name: 'Go on' }).click()
  await third.getByRole('button', { name: 'Request changes', pressed: true }).waitFor()
  for (const one of [page, other, third]) one.assertClean()
})

test('a visitor chooses among the review statuses of the production, and sees a new one of the team by itself', {
  skip: leftToAll,
}, async () => {
  const { kit, prId } = scene
  const possibleValues = [
    { id: 'FINE', label: 'Fine', color: '#2e9e5b', kind: 'APPROVED' },
    { id: 'AGAIN', label: 'Once more', color: '#d03a2f', kind: 'NEEDS_CHANGES' },
  ]
  await kit.admin.productions.updateSetting({ prId, key: 'reviewStatusConfig', body: { possibleValues } })
  const page = await visit({ label: 'Monday', permissions: ['VIEW', 'REVIEW_STATUS_EDIT'] })
  await page.getByRole('button', { name: 'Take 1' }).click()
  await chooseStatus(page, 'Once more')
  const question = page.getByRole('dialog', { name: 'Who are you?' })
  await question.getByLabel('Your name').fill('Ann')
  await question.getByLabel('Your email address').fill('ann@example.org')
  await question.getByRole('button', { name: 'Go on' }).click()
  await findStatus(page, 'Once more').waitFor()
  await page.getByRole('button', { name: 'Request changes', pressed: true }).waitFor()
  await page.getByRole('button', { name: /Take 1.*Once more/ }).waitFor()
  const stored = () => kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  await until('the status is stored', async () => (await stored()).reviewStatus === 'AGAIN')
  assert.equal((await stored()).reviewStatus, 'AGAIN')
  const body = [{ op: 'add' as const, path: '/reviewStatus', value: 'FINE' }]
  await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })
  await findStatus(page, 'Fine').waitFor()
  await page.getByRole('button', { name: 'Approved', pressed: true }).waitFor()

  const looking = await visit({ label: 'Monday' })
  await looking.getByRole('button', { name: 'Take 1' }).click()
  await looking.locator('.review-status', { hasText: 'Fine' }).waitFor()
  await looking.getByRole('button', { name: 'Next clip' }).click()
  await looking.getByRole('button', { name: /Take 1.*Fine/ }).waitFor()
  assert.equal(await looking.getByRole('button', { name: /^Review status/ }).count(), 0)
  for (const one of [page, looking]) one.assertClean()
})

// sharing-56, sharing-57
test('what the team says for itself no visitor sees, until it is shown in shares as well, and no longer once that is undone', {
  skip,
}, async () => {
  const { kit, browser, prId } = scene
  const guest = await visit({ permissions: ['VIEW', 'ANNOTATE'] })
  await guest.getByRole('list', { name: 'Clips' }).getByRole('button').first().click()
  await guest.locator('video').waitFor()
  assert.equal(await guest.getByRole('button', { name: 'Team only' }).count(), 0)
  const page = await openPage(browser, kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/clip/${moId}`)
  await page.locator('video').waitFor()
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: /^Comment at/ }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(text).waitFor()
    await waitForStored(page)
  }
  const switched = page.getByRole('button', { name: 'Team only', exact: true })
  await switched.click()
  await page.getByPlaceholder('Comment for the team only').waitFor()
  await write('The client must not read this')
  const closed = page.getByRole('article', { name: 'admin' }).filter({ hasText: 'must not read' })
  await closed.locator('.comment-internal').waitFor()
  // It stays so until it is switched off, over a reload too.
  await page.reload()
  await page.getByRole('button', { name: 'Team only', pressed: true }).waitFor()
  await assertAccessible(page)
  await switched.click()
  await write('This is for all')
  await guest.getByText('This is for all').waitFor()
  assert.equal(await guest.getByText('must not read').count(), 0)
  await filterComments(page, 'Team only')
  await page.getByText('This is for all').waitFor({ state: 'detached' })

  await actOnComment(closed, 'Show in shares as well')
  await guest.getByText('must not read').waitFor()
  await filterComments(page, 'All')
  await waitForStored(page)
  await actOnComment(closed, 'Show to the team only')
  await guest.getByText('must not read').waitFor({ state: 'detached' })
  assert.equal(await guest.getByText('This is for all').count(), 1)
  for (const one of [page, guest]) one.assertClean()
})

test('files are offered as the share permits: none, those for viewing, the originals too', {
  skip: leftToAll,
}, async () => {
  const looking = await visit({ label: 'Monday' })
  await looking.getByRole('button', { name: 'Take 1' }).click()
  await waitForFrame(looking, 0)
  assert.equal(await looking.getByRole('button', { name: 'Download' }).count(), 0)

  const viewing = await visit({ label: 'Monday', permissions: ['VIEW', 'DOWNLOAD_PROXY'] })
  await viewing.getByRole('button', { name: 'Take 1' }).click()
  await viewing.getByRole('button', { name: 'Download' }).click()
  await viewing.getByRole('menuitem', { name: /^For viewing/ }).waitFor()
  assert.equal(await viewing.getByRole('menuitem', { name: /^Original/ }).count(), 0)

  const page = await visit({ label: 'Monday', permissions: ['VIEW', 'DOWNLOAD'] })
  await page.getByRole('button', { name: 'Take 1' }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^Original/ }).click()
  assert.equal((await saved).suggestedFilename(), 'Take 1.mp4')
  for (const one of [looking, viewing, page]) one.assertClean()
})

test('a visitor sends files into the share, and says who they are only when they want to comment', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const path = join(kit.service.platform.config.dataDir, 'location.txt')
  await writeFile(path, 'We are at the harbour')
  const page = await visit(
    { label: 'Monday', permissions: ['VIEW', 'UPLOAD', 'ANNOTATE'] },
    { viewport: { width: 360, height: 740 } },
  )
  await page.getByRole('tab', { name: 'Clips 2' }).click()
  await page.getByLabel('Send files').setInputFiles(path)
  await page.getByText('location.txt has arrived.').waitFor()
  await page.getByRole('button', { name: /location.txt/ }).waitFor()
  const { items } = await kit.admin.collections.listCollectionEntries({ prId, id: collectionId })
  assert.equal(items.length, 3)
  await assertFits(page)
  await assertAccessible(page)
  await page.getByRole('button', { name: /Take 1/ }).click()
  await waitForFrame(page, 0)
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('The first one #{better take}')
  await page.getByRole('textbox', { name: /^Comment at/ }).press('Control+Enter')
  await page.getByText('Enter your name and your email address first.').waitFor()
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Your email address').fill('ann@example.org')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('article', { name: 'Ann' }).getByText('#better take').waitFor()
  page.assertClean()
})

test('a link that has lost its token, or whose share has gone, says so', { skip: leftToAll }, async () => {
  const { kit, browser, prId } = scene
  const { id } = await kit.admin.sharing.createShare({ prId, id: collectionId, body: {} })
  for (const [link, text] of [
    [`/app/share/${prId}/${id}`, 'This link is not complete'],
    [`/app/share/${prId}/999999#token=nothing`, 'does not exist any more'],
  ] as const) {
    const page = await openPage(browser, kit)
    page.expectErrors(/40[134]/)
    await page.goto(link)
    await page.getByText(text).waitFor()
    page.assertClean()
  }
})
