import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
} from '../browser.ts'
import { waitForStored } from './acts.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
let link: string
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'For review' } })
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 2, attachToEoId: id })
  const body = { permissions: ['VIEW' as const] }
  const share = await kit.admin.sharing.createShare({ prId, id, body })
  link = `/app/share/${prId}/${share.id}#token=${encodeURIComponent(share.token ?? '')}`
})
after(() => scene?.stop())

const clipPage = () => `/app/production/${scene.prId}/clip/${moId}`

// review-41
test('files go with a comment, lead the team to their clips, and are names to those who cannot see them', {
  skip,
}, async () => {
  const { kit, prId, browser } = scene
  const page = await openPage(browser, kit, { viewport: { width: 1280, height: 800 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(clipPage())
  await waitForFrame(page, 0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([
    { name: 'Grade reference.txt', mimeType: 'text/plain', buffer: Buffer.from('warmer') },
    { name: 'By mistake.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ])
  const attached = page.locator('.composer').getByRole('list', { name: 'Attached files' })
  await attached.getByText('By mistake.txt').waitFor()
  await page.getByRole('button', { name: 'Remove By mistake.txt' }).click()
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('Like this, please')
  // It can be sent once the file is there.
  await page.getByRole('button', { name: 'Send', disabled: false }).click()
  const comment = page.getByRole('article', { name: 'admin' }).filter({ hasText: 'Like this, please' })
  const file = comment.getByRole('link', { name: 'Grade reference.txt' })
  await file.waitFor()
  await attached.waitFor({ state: 'detached' })
  await waitForStored(page)
  await assertAccessible(page)
  const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query: { q: 'please' } })
  const { attachments } = results[0]?.structuredDescription as { attachments: { mediaObjectId: number }[] }
  assert.equal(attachments.length, 1)
  await file.click()
  await page.getByRole('heading', { level: 1, name: 'Grade reference.txt' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/app/production/${prId}/clip/${attachments[0]?.mediaObjectId}`)
  page.assertClean()

  const guest = await openPage(browser, kit, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await guest.goto(link)
  await guest.getByText('Like this, please').waitFor()
  await guest.getByText('Grade reference.txt').waitFor()
  assert.equal(await guest.getByRole('link', { name: 'Grade reference.txt' }).count(), 0)
  await assertFits(guest)
  await assertAccessible(guest)
  guest.assertClean()
})

test('what is typed and attached while a comment is on its way is for the next one, also without a connection', {
  skip,
}, async () => {
  const { kit, browser } = scene
  const page = await openPage(browser, kit, { viewport: { width: 1280, height: 800 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(clipPage())
  await waitForFrame(page, 0)
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`/mo/${moId}/clip`), async route => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  const sending = page.waitForRequest(
    request => request.method() === 'POST' && request.url().includes(`/mo/${moId}/clip`),
  )
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.fill('Warmer')
  await field.press('Control+Enter')
  await sending
  assert.equal(await field.inputValue(), '')
  await field.pressSequentially('And slower')
  page.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([{ name: 'Tempo.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') }])
  const attached = page.locator('.composer').getByRole('list', { name: 'Attached files' })
  await attached.getByText('Waits for the connection').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true)
  await page.context().setOffline(false)
  // It can be sent once the file is there.
  await page.getByRole('button', { name: 'Send', disabled: false }).waitFor()
  held.resolve()
  await page.getByRole('article', { name: 'admin' }).getByText('Warmer', { exact: true }).waitFor()
  await waitForStored(page)
  assert.equal(await field.inputValue(), 'And slower')
  await attached.getByText('Tempo.txt').waitFor()
  page.assertClean()
})

test('who may not upload is offered no files; one that cannot be sent says why and holds the comment back', {
  skip: leftToAll,
}, async () => {
  const { kit, prId, browser } = scene
  const { user, password } = await kit.createUser()
  await kit.admin.productions.addParticipant({
    prId,
    body: { userId: user.id, rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] },
  })
  const reviewer = await openPage(browser, kit)
  await signInOn(reviewer, user.username, password)
  await reviewer.goto(clipPage())
  await reviewer.getByRole('textbox', { name: /^Comment at/ }).waitFor()
  assert.equal(await reviewer.getByRole('button', { name: 'Attach files' }).count(), 0)
  reviewer.assertClean()

  // Rights that are taken away while the page is open.
  const userId = user.id
  const rights = ['PRODUCTION_VIEW', 'REVIEW_EDIT'] as const
  await kit.admin.productions.updateParticipant({ prId, userId, body: { rights: [...rights, 'LIBRARY_UPLOAD'] } })
  const page = await openPage(browser, kit)
  page.expectErrors(/403/)
  await signInOn(page, user.username, password)
  await page.goto(clipPage())
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('With a file')
  await page.getByRole('button', { name: 'Attach files' }).waitFor()
  await kit.admin.productions.updateParticipant({ prId, userId, body: { rights: [...rights] } })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([{ name: 'Large.mov', mimeType: 'video/quicktime', buffer: Buffer.from('film') }])
  await page.locator('.composer').getByRole('alert').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Remove Large.mov' }).click()
  assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), false)
  page.assertClean()
})
