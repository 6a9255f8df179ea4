import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SharedObjectRequest } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import type { Locator, Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
  browserIsMissing as skip,
} from '../browser.ts'
import { actOnComment, chooseStatus, filterComments, findStatus, waitForStored } from '../review/acts.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'

let scene: ReviewScene
let collectionId: number
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  collectionId = (await kit.admin.collections.createCollection({ prId, body: { title: 'For review' } })).id
  moId = await scene.addFilm('Scene 12', RATE_25, { attachToEoId: collectionId })
})
after(() => scene?.stop())

async function share(body: SharedObjectRequest, id = collectionId): Promise<string> {
  const { kit, prId } = scene
  const created = await kit.admin.sharing.createShare({ prId, id, body })
  return `/app/share/${prId}/${created.id}#token=${encodeURIComponent(created.token ?? '')}`
}

test('a visitor opens a link, gives the password, says who they are, and comments on a frame of the film', {
  skip,
}, async () => {
  const { kit, browser, prId } = scene
  const link = await share({
    label: 'Have a look',
    password: 'secret words',
    permissions: ['VIEW', 'ANNOTATE', 'REVIEW_STATUS_EDIT'],
    clientProperties: { identifyUser: true },
  })
  const page = await openPage(browser, kit)
  page.expectErrors(/40[134]/)
  await page.goto(link)
  await page.getByLabel('Password').fill('not these')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('This is not the password.').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Password').fill('secret words')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Your email address').fill('ann@example.org')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('Have a look').waitFor()
  await page.locator('video').waitFor()

  await page.getByLabel('Timecode').fill('10:00:01:17')
  await page.getByLabel('Timecode').press('Enter')
  await waitForFrame(page, 42)
  await page.getByRole('button', { name: 'Draw on the picture' }).click()
  await page.getByRole('button', { name: 'Box', exact: true }).click()
  const picture = await page.locator('.player .drawing').boundingBox()
  assert.ok(picture)
  await page.mouse.move(picture.x + picture.width * 0.25, picture.y + picture.height * 0.25)
  await page.mouse.down()
  await page.mouse.move(picture.x + picture.width * 0.5, picture.y + picture.height * 0.75)
  await page.mouse.up()
  await page.getByRole('textbox', { name: 'Comment at 10:00:01:17' }).fill('Brighter, please #light')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('article', { name: 'Ann' }).getByText('Brighter, please').waitFor()
  await waitForStored(page)
  await assertAccessible(page)

  const { results } = await kit.admin.annotations.listAnnotationsOfClip({
    prId,
    moId,
    query: { fq: ['funnel:ReviewComment'] },
  })
  assert.equal(results.length, 1)
  const comment = await kit.admin.annotations.getAnnotation({ prId, anId: Number(results[0]?.id) })
  assert.deepEqual([comment.start, comment.end, comment.description], [42, 43, 'Brighter, please #{light}'])
  assert.deepEqual(comment.tags, ['light'])
  assert.match(comment.spatial ?? '', /^xywh=percent:2[45](\.\d+)?,2[45](\.\d+)?,2[456](\.\d+)?,(49|50|51)(\.\d+)?$/)
  assert.ok(comment.createdBySharedUserId)

  // The field shows the choice before it is stored, and a reload would cut the request off.
  const stored = page.waitForResponse(response => response.request().method() === 'PATCH')
  await chooseStatus(page, 'Approved')
  assert.equal((await stored).status(), 200)
  await findStatus(page, 'Approved').waitFor()
  await page.reload()
  // The tab remembers the visit: neither the password nor the name is asked for again.
  await page.getByRole('article', { name: 'Ann' }).waitFor()
  assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).reviewStatus, 'APPROVED')
  page.assertClean()
})

test('a visitor who comes back in the same browser may change what they wrote; somebody else there may not', {
  skip: leftToAll,
}, async () => {
  const { kit, browser } = scene
  const link = await share({ label: 'Again', permissions: ['VIEW', 'REVIEW'] })
  const page = await openPage(browser, kit)
  const write = async (name: string, text: string) => {
    await page.getByRole('textbox', { name: /^Comment at/ }).fill(text)
    // Nobody is known here any more.
    assert.equal(await page.getByLabel('Your name').inputValue(), '')
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Your email address').fill('eva@example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('article', { name }).getByText(text).waitFor()
    await waitForStored(page)
  }
  await page.goto(link)
  await write('Eva', 'Said by Eva')
  // Another day: the tab is a new one.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  const visitor = page.getByRole('button', { name: /^You are here as/ }).filter({ visible: true })
  await visitor.getByText('Eva').waitFor()
  const edit = (name: string) => page.getByRole('article', { name }).getByRole('button', { name: /^More about/ })
  await edit('Eva').waitFor()
  await assertAccessible(page)
  await visitor.click()
  await page.getByRole('menuitem', { name: 'Not you?' }).click()
  await visitor.waitFor({ state: 'detached' })
  await write('Mallory', 'Said by Mallory')
  await visitor.getByText('Mallory').waitFor()
  await edit('Mallory').waitFor()
  assert.equal(await edit('Eva').count(), 0)
  page.assertClean()
})

test('a comment of one is seen by another without being asked for, and its link opens its frame', {
  skip: leftToAll,
}, async () => {
  const { kit, browser, prId } = scene
  const pages = await Promise.all(
    [0, 1].map(async () => {
      const page = await openPage(browser, kit)
      await signInOn(page, 'admin', adminPassword)
      await page.goto(`/app/production/${prId}/clip/${moId}`)
      await page.locator('video').waitFor()
      return page
    }),
  )
  const [writer, reader] = pages
  assert.ok(writer && reader)
  await writer.getByLabel('Timecode').fill('30')
  await writer.getByLabel('Timecode').press('Enter')
  await waitForFrame(writer, 30)
  await writer.getByRole('textbox', { name: /^Comment at/ }).fill('Too loud')
  await writer.getByRole('button', { name: 'Send' }).click()
  await writer.getByText('Too loud').waitFor()
  const shown = performance.now()
  await reader.getByText('Too loud').waitFor()
  assert.ok(performance.now() - shown < 5000)
  await reader.getByRole('article', { name: 'admin' }).getByRole('button', { name: 'Reply' }).click()
  await reader.getByLabel('Reply to admin').fill('Agreed')
  await reader.getByLabel('Reply to admin').press('Control+Enter')
  await writer.getByText('Agreed').waitFor()
  await reader
    .getByRole('article', { name: 'admin' })
    .first()
    .getByRole('button', { name: /10:00:01:05/ })
    .click()
  await waitForFrame(reader, 30)
  await assertAccessible(reader)
  for (const page of pages) page.assertClean()
})

test('the author of a comment stays who wrote it when it is edited, resolved and opened again', {
  skip: leftToAll,
}, async () => {
  const { kit, browser, prId } = scene
  const link = await share({ permissions: ['VIEW', 'ANNOTATE'], clientProperties: { identifyUser: true } })
  const edit = async (page: Page, author: string, from: string, to: string) => {
    const comment = page.getByRole('article', { name: author }).filter({ hasText: from })
    await actOnComment(comment, 'Edit')
    await page.getByLabel('Edit', { exact: true }).fill(to)
    await page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('article', { name: author }).getByText(to).waitFor()
    await waitForStored(page)
  }
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: /^Comment at/ }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(text).waitFor()
    await waitForStored(page)
  }
  const guest = await openPage(browser, kit)
  await guest.goto(link)
  await guest.getByLabel('Your name').fill('Iris')
  await guest.getByLabel('Your email address').fill('iris@example.org')
  await guest.getByRole('button', { name: 'Go on' }).click()
  await guest.locator('video').waitFor()
  await write(guest, 'A boom in the picture')
  await edit(guest, 'Iris', 'A boom in the picture', 'A boom at the top')

  const page = await openPage(browser, kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/clip/${moId}`)
  await page.locator('video').waitFor()
  await write(page, 'Out of focus')
  await edit(page, 'admin', 'Out of focus', 'Out of focus here')
  const ofGuest = page.getByRole('article', { name: 'Iris' })
  await ofGuest.getByRole('button', { name: 'Resolve' }).click()
  await ofGuest.getByText(/^Resolved by admin/).waitFor()
  await page.reload()
  await ofGuest.getByRole('button', { name: 'Open again' }).click()
  await ofGuest.getByRole('button', { name: 'Resolve' }).waitFor()
  await waitForStored(page)
  for (const one of [page, guest]) {
    await one.reload()
    await one.getByRole('article', { name: 'Iris' }).getByText('A boom at the top').waitFor()
    await one.getByRole('article', { name: 'admin' }).getByText('Out of focus here').waitFor()
    assert.equal(await one.getByRole('article', { name: 'Someone' }).count(), 0)
    one.assertClean()
  }
})

test('on a phone a guest gets from the link to their first comment in six taps besides typing', {
  skip: leftToAll,
}, async () => {
  const { kit, browser, prId } = scene
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Two takes' } })
  const entries = [moId, await scene.addFilm('Scene 13', RATE_25)].map(mediaObjectId => ({ mediaObjectId }))
  await kit.admin.collections.attachEntries({ prId, id, body: entries })
  const link = await share({ label: 'Two takes', password: 'harbour', permissions: ['VIEW', 'ANNOTATE'] }, id)
  const page = await openPage(browser, kit, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  let taps = 0
  const tap = (target: Locator) => {
    taps += 1
    return target.tap()
  }
  const type = (text: string) => page.keyboard.insertText(text)
  await page.goto(link)
  await tap(page.getByLabel('Password'))
  await type('harbour')
  await tap(page.getByRole('button', { name: 'Open' }))
  await waitForFrame(page, 0)
  await assertAccessible(page)
  await tap(page.getByRole('textbox', { name: /^Comment at/ }))
  await type('Her hand is cut off')
  await tap(page.getByLabel('Your name'))
  await type('Hanneke Vos')
  await tap(page.getByLabel('Your email address'))
  await type('hanneke@example.org')
  await assertFits(page)
  await assertAccessible(page)
  await tap(page.getByRole('button', { name: 'Send', exact: true }))
  await page.getByRole('article', { name: 'Hanneke Vos' }).getByText('Her hand is cut off').waitFor()
  await waitForStored(page)
  assert.ok(taps <= 6, `${taps} taps`)
  // The other clip is a tap away, and who has said who they are is not asked again.
  await page.getByRole('tab', { name: 'Clips 2' }).tap()
  await page.getByRole('button', { name: /Scene 13/ }).tap()
  await page.getByRole('heading', { name: 'Scene 13' }).waitFor()
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('Better')
  assert.equal(await page.getByLabel('Your name').count(), 0)
  page.assertClean()
  // Nor by another share: the fields hold what was said before.
  await page.goto(await share({ permissions: ['VIEW', 'ANNOTATE'] }))
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('Hello')
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Hanneke Vos')
})

test('a share without a password and without rights shows its clips, and nothing to write with', {
  skip: leftToAll,
}, async () => {
  const { kit, browser } = scene
  const link = await share({ label: 'Only look' })
  const page = await openPage(browser, kit, { viewport: { width: 360, height: 740 } })
  await page.goto(link)
  await page.locator('video').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Download' }).count(), 0)
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})

test('a visitor deletes a comment: the reply of the team stays, under a line that says so', { skip }, async () => {
  const { kit, browser, prId } = scene
  const link = await share({ permissions: ['VIEW', 'ANNOTATE'], clientProperties: { identifyUser: true } })
  const page = await openPage(browser, kit)
  await page.goto(link)
  await page.getByLabel('Your name').fill('Zoe')
  await page.getByLabel('Your email address').fill('zoe@example.org')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.locator('video').waitFor()
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('Wrong film?')
  await page.getByRole('button', { name: 'Send' }).click()
  const comment = page.getByRole('article', { name: 'Zoe' })
  await comment.getByText('Wrong film?').waitFor()
  await waitForStored(page)
  const query = { fq: ['funnel:ReviewComment', 'authorName:Zoe'] }
  const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query })
  const relatedToId = Number(results[0]?.id)
  const body = { description: 'The right one', relatedToId }
  const reply = await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
  await page.getByText('The right one').waitFor()

  await actOnComment(comment, 'Delete')
  await page.getByText('Delete this comment? Replies by others stay.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await comment.getByText('Comment deleted').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Wrong film?').waitFor()
  await actOnComment(comment, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await comment.getByText('Comment deleted').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  assert.equal(await page.getByText('Wrong film?').count(), 0)
  assert.equal(await page.getByText('The right one').count(), 1)
  assert.equal(await comment.getByRole('button', { name: /Reply|More about|Resolve/ }).count(), 0)
  await assertAccessible(page)

  const count = () => page.getByText('The right one').count()
  await filterComments(page, 'Open')
  assert.deepEqual([await comment.count(), await count()], [1, 1])
  for (const filter of ['Resolved', 'Mine']) {
    await filterComments(page, filter)
    await page.getByText('No comment matches.').waitFor()
  }
  const resolved = [{ op: 'add' as const, path: '/tags', value: ['resolved'] }]
  await kit.admin.annotations.patchAnnotation({ prId, anId: reply.id, body: resolved })
  await filterComments(page, 'Resolved')
  await page.getByText('The right one').waitFor()
  assert.equal(await comment.count(), 1)

  await kit.admin.annotations.deleteAnnotation({ prId, anId: relatedToId })
  await comment.waitFor({ state: 'detached' })
  page.assertClean()
})

test('without a connection a visitor stays unknown, and what one who is known says is kept, also over a reload, and sent once there is one', {
  skip,
}, async () => {
  const { kit, browser, prId } = scene
  const link = await share({ permissions: ['VIEW', 'ANNOTATE'] })
  const page = await openPage(browser, kit)
  page.expectErrors(/ERR_FAILED/)
  page.on('dialog', dialog => void dialog.accept())
  await page.goto(link)
  await page.locator('video').waitFor()
  await page.route('/api/**', route => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.fill('Said on the train')
  await page.getByLabel('Your name').fill('Tess')
  await page.getByLabel('Your email address').fill('tess@example.org')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  assert.equal(await field.inputValue(), 'Said on the train')
  await page.route('**/share/current/identify', route => route.continue())
  await page.getByRole('button', { name: 'Send' }).click()
  const comment = page.getByRole('article', { name: 'Tess' })
  await comment.getByText('Waits for the connection').waitFor()
  assert.equal(await field.inputValue(), '')
  await assertAccessible(page)
  await page.reload()
  await comment.getByText('Waits for the connection').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await comment.getByText('Waits for the connection').waitFor({ state: 'detached' })
  await comment.getByText('Said on the train').waitFor()
  await waitForStored(page)
  const query = { fq: ['funnel:ReviewComment', 'authorName:Tess'] }
  const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query })
  assert.deepEqual(
    results.map(({ description }) => description),
    ['Said on the train'],
  )
  page.assertClean()
})
