import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { assertAccessible, assertFits, browserIsMissing, closePagesOfTests, openPage, signInOn } from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 4 })
})
after(() => scene?.stop())

test('the open comments of a production are one list: newest first, those that mention me, gone once resolved', {
  skip,
}, async () => {
  const { kit, prId, browser } = scene
  const { user, password } = await kit.createUser()
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, roles: ['Production Member'] } })
  const page = await openPage(browser, kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, user.username, password)
  await page.goto(`/app/production/${prId}/review`)
  await page.getByText('No comment is open.').waitFor()
  await assertAccessible(page)
  const say = (body: object) =>
    kit.admin.annotations.createClipAnnotation({
      prId,
      moId,
      type: 'clip',
      body: { funnel: 'ReviewComment', ...body },
      query: { waitForIndex: true },
    })
  const first = await say({ start: 10, description: 'Too dark' })
  const reply = { description: `Indeed @{${user.id},${user.username}}`, mentionIds: [user.id] }
  await say({ start: 10, ...reply, relatedToId: first.id })
  await say({ start: 30, description: `For @{${user.id},${user.username}}`, mentionIds: [user.id] })
  // What others say is there without a reload, replies with what they answer.
  const rows = page.locator('.review-list-rows > li')
  await rows.filter({ hasText: 'For' }).waitFor()
  assert.deepEqual(await rows.locator('.comment-text').allTextContents(), [`For @${user.username}`, 'Too dark'])
  await page.getByText('2 open comments').waitFor()
  await rows.filter({ hasText: 'Too dark' }).locator('time').click()
  const preview = page.getByRole('region', { name: 'Comment on Scene 12' })
  await preview.getByText('10:00:00:10').waitFor()
  await preview.locator('img').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Mentions of you' }).click()
  await page.getByText('2 open comments').waitFor()
  // An answer leads to what it answers.
  await rows.filter({ hasText: 'Indeed' }).getByRole('link', { name: 'Scene 12' }).click()
  await waitForFrame(page, 10)
  await page.locator('.thread[data-chosen="true"]', { hasText: 'Too dark' }).waitFor()
  await page.goBack()
  await page.keyboard.press('Tab')
  await rows.filter({ hasText: 'For' }).getByRole('link', { name: 'Scene 12' }).press('Enter')
  await waitForFrame(page, 30)
  await page.locator('.thread[data-chosen="true"]', { hasText: 'For' }).getByRole('button', { name: 'Reply' }).waitFor()
  await kit.admin.annotations.patchAnnotation({
    prId,
    anId: first.id,
    body: [{ op: 'add', path: '/tags', value: ['resolved'] }],
    query: { waitForIndex: true },
  })
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByText('1 open comment', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})
