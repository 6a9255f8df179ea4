import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClip } from '@rushes/client'
import { until } from '../../server/test/until.ts'
import { assertAccessible, assertFits, browserIsMissing, openPage, signInOn } from './browser.ts'
import { hostPages } from './host.ts'

const skip = browserIsMissing
const host = hostPages()

// notifications-7, notifications-14, notifications-15
test('the bell counts what is unread, lists it by day and leads to the very comment', { skip }, async () => {
  const { id: prId } = await host.kit.createProduction('Source to Sea')
  const dana = await host.kit.createUser('dana')
  await host.kit.admin.productions.addParticipant({
    prId,
    body: { userId: dana.user.id, roles: ['Production Member'] },
  })
  const moId = (await createClip(host.kit.admin, prId, { name: 'Fine cut' })).mediaObjectId!
  const say = (description: string, start: number) =>
    host.kit.admin.annotations.createClipAnnotation({
      prId,
      moId,
      type: 'comment',
      body: { funnel: 'ReviewComment', start, end: start + 1, description, mentionIds: [dana.user.id] },
      query: { waitForIndex: true },
    })
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, dana.user.username, dana.password)
  await page.goto('/app')
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
  await page.getByText('Nothing is waiting for you.').waitFor()
  await page.getByRole('link', { name: 'Open Source to Sea' }).waitFor()
  await page.getByRole('complementary').getByText('admin added Fine cut').waitFor()
  await assertAccessible(page)

  const { id } = await say(`@{${dana.user.id},dana} check the dates`, 12)
  // As when somebody comes back to the window.
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const bell = page.getByRole('button', { name: 'Notifications: 2 unread' })
  await until('the bell shows it', async () => {
    const answered = page.waitForResponse(/\/notification\?limit=0/)
    await Promise.all([look(), answered])
    return bell.isVisible()
  })
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const line = panel.getByRole('list', { name: 'Today' }).getByRole('link', { name: /admin mentioned you on Fine cut/ })
  await line.waitFor()
  await line.getByText('@dana check the dates').waitFor()
  await panel.locator('a:focus', { hasText: 'admin mentioned you on Fine cut' }).waitFor()
  await panel.getByText('admin added you to Source to Sea').waitFor()
  await assertAccessible(page)
  await panel.getByRole('button', { name: 'Mark as read: admin added you to Source to Sea' }).click()
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
  await line.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Fine cut', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).search, `?comment=${id}`)
  await page.getByRole('article').getByText('check the dates').waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  assert.equal(await panel.isVisible(), false)

  await say('and again', 3)
  await say('and once more', 4)
  await page.goto('/app')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).click()
  await panel.getByRole('link', { name: /2 comments mention you on Fine cut/ }).waitFor()
  await assertFits(page)
  await assertAccessible(page)
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await panel.getByRole('link', { name: 'Choose what you are notified about' }).click()
  const choice = page.getByLabel('A comment mentions you')
  await choice.waitFor()
  await page.getByText('This service sends no mail.').waitFor()
  assert.deepEqual(await choice.locator('option').allTextContents(), ['Off', 'In Rushes'])
  await choice.selectOption('Off')
  await page.getByText('Saved').waitFor()
  await assertFits(page)
  await assertAccessible(page)
  const { preferences } = await dana.api.notifications.getNotificationPreferences({ id: dana.user.id })
  assert.equal(preferences.find(({ kind }) => kind === 'MENTION')?.channel, 'OFF')

  const other = await host.kit.createUser('newcomer')
  const empty = await openPage(host.browser, host.kit)
  await signInOn(empty, other.user.username, other.password)
  await empty.goto('/app')
  await empty.getByRole('button', { name: 'Notifications', exact: true }).click()
  await empty.getByText('Nothing yet. Mentions, replies').waitFor()
  empty.assertClean()
  page.assertClean()
})
