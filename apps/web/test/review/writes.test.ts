import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Route } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { assertAccessible, browserIsMissing, closePagesOfTests, leftToAll, openPage, signInOn } from '../browser.ts'
import { actOnComment, showPanel, waitForStored } from './acts.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
let anId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 10 })
  const body = { funnel: 'ReviewComment', start: 10, end: 11, description: 'Too dark', tags: ['grade'] }
  const query = { waitForIndex: true }
  anId = (await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query })).id
})
after(() => scene?.stop())

async function openClip() {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
  await waitForFrame(page, 0)
  await page.getByText('Too dark').waitFor()
  return page
}

const readTags = async () => (await scene.kit.admin.annotations.getAnnotation({ prId: scene.prId, anId })).tags?.join()
const readStatus = async () =>
  (await scene.kit.admin.annotations.getMediaObjectAnnotation({ prId: scene.prId, moId })).reviewStatus

test('a comment is shown as resolved at once, taken back by Ctrl+Z, and shown as it was when refused', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const page = await openClip()
  const held = Promise.withResolvers<void>()
  await page.route(`/api/production/${prId}/an/${anId}*`, async route => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('button', { name: 'Open again' }).waitFor()
  assert.equal(await readTags(), 'grade')
  held.resolve()
  await page.getByText(/^Resolved by admin/).waitFor()
  assert.equal(await readTags(), 'grade,resolved')
  await page.unrouteAll({ behavior: 'wait' })
  await page.locator('#content').focus()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Resolve' }).waitFor()
  await until('it is open again', async () => (await readTags()) === 'grade')
  await page.keyboard.press('Control+Shift+z')
  await page.getByText(/^Resolved by admin/).waitFor()
  await waitForStored(page)
  await until('it is resolved again', async () => (await readTags()) === 'grade,resolved')
  // Somebody else changes it: that is not undone.
  const body = [{ op: 'add' as const, path: '/tags', value: ['grade', 'urgent', 'resolved'] }]
  await kit.admin.annotations.patchAnnotation({ prId, anId, body, query: { waitForIndex: true } })
  page.expectErrors(/409/)
  await page.keyboard.press('Control+z')
  await page.getByRole('alert').getByText('Somebody else has changed this since.').waitFor()
  await page.getByRole('button', { name: 'Open again' }).waitFor()
  assert.equal(await readTags(), 'grade,urgent,resolved')
  page.assertClean()
})

test('the review status is shown at once, undone by its toast and by Ctrl+Z, and waits for the connection', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  const shown = (name: string) => page.getByRole('button', { name: `Review status: ${name}` }).waitFor()
  await shown('Not reviewed')
  await page.locator('#content').focus()
  await page.keyboard.press('Shift+Digit1')
  await shown('Not approved')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await shown('Not reviewed')
  await until('it is stored', async () => (await readStatus()) === undefined)
  page.expectErrors(/ERR_FAILED/)
  await page.route('**/moa*', route => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await page.locator('#content').focus()
  await page.keyboard.press('Shift+Digit2')
  await page.getByText(/1 change waits/).waitFor()
  await shown('Approved')
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until('it is sent', async () => (await readStatus()) === 'APPROVED')
  await page.getByText(/1 change waits/).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await shown('Not reviewed')
  await until('it is undone', async () => (await readStatus()) === undefined)
  page.assertClean()
})

/** The comments of the clip, by their texts. */
async function readComments() {
  const query = { fq: ['funnel:ReviewComment'], sort: 'created asc' }
  const { results } = await scene.kit.admin.annotations.listAnnotationsOfClip({ prId: scene.prId, moId, query })
  return new Map(results.map(comment => [String(comment.description), comment]))
}

const say = (description: string) =>
  scene.kit.admin.annotations.createClipAnnotation({
    prId: scene.prId,
    moId,
    type: 'clip',
    body: { funnel: 'ReviewComment', start: 20, end: 21, description },
    query: { waitForIndex: true },
  })

test('without a connection comments are written, answered, edited, resolved and deleted, and the clip is described; all is kept and sent in order from another page', {
  skip,
}, async () => {
  const { kit, prId } = scene
  await kit.admin.annotations.patchAnnotation({
    prId,
    anId,
    body: [{ op: 'add', path: '/tags', value: ['grade'] }],
    query: { waitForIndex: true },
  })
  await Promise.all(['To be edited', 'To be deleted'].map(say))
  const page = await openClip()
  page.expectErrors(/ERR_FAILED/)
  page.on('dialog', dialog => void dialog.accept())
  await showPanel(page, 'Info')
  const form = page.getByRole('form', { name: 'Metadata', exact: true })
  await form.waitFor()
  await showPanel(page, 'Comments')
  await page.route('/api/**', route => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  const thread = (text: string) => page.locator('.thread', { hasText: text })
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  for (const text of ['Said on the train', 'Never mind']) {
    await field.fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await thread(text).getByText('Waits for the connection').waitFor()
    assert.equal(await field.inputValue(), '')
  }
  await thread('Never mind').getByRole('button', { name: 'Discard' }).click()
  await thread('Never mind').waitFor({ state: 'detached' })
  await thread('Too dark').getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Reply to admin').fill('Agreed')
  await page.getByLabel('Reply to admin').press('Control+Enter')
  await actOnComment(thread('To be edited'), 'Edit')
  await page.getByLabel('Edit', { exact: true }).fill('Edited')
  await page.getByLabel('Edit', { exact: true }).press('Control+Enter')
  await thread('Edited').getByText('Waits for the connection').waitFor()
  await thread('Too dark').getByRole('button', { name: 'Resolve' }).click()
  await thread('Too dark').getByRole('button', { name: 'Open again' }).waitFor()
  await actOnComment(thread('To be deleted'), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await thread('To be deleted').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await thread('To be deleted').waitFor()
  await actOnComment(thread('To be deleted'), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await thread('To be deleted').waitFor({ state: 'detached' })
  await assertAccessible(page)
  // It is sent once it cannot be undone any more.
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await showPanel(page, 'Info')
  await form.getByLabel('Description').fill('Cranes')
  await form.getByLabel('Description').press('Tab')
  await form.getByText('Saved here until there is a connection').waitFor()
  // What is typed later waits with it, as one change.
  await form.getByLabel('Tags').fill('water')
  await form.getByLabel('Tags').press('Tab')
  await page.getByText('6 changes wait for the connection.').waitFor()
  await page.waitForFunction(
    () =>
      new Promise(resolve => {
        const opening = indexedDB.open('rushes')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('writes').objectStore('writes').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.length === 6 && JSON.stringify(reading.result).includes('water'))
          }
        }
      }),
  )
  assert.deepEqual([...(await readComments()).keys()], ['Too dark', 'To be edited', 'To be deleted'])
  // Somebody else describes it as well.
  const body = [{ op: 'add' as const, path: '/description', value: 'Harbour' }]
  await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })

  await page.goto('/app')
  // What can be read is compared: who wrote both is asked.
  await page.getByRole('alert').getByText('Somebody else has changed what you wrote').waitFor()
  await page.getByText('5 changes wait for the connection.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  const sent: string[] = []
  page.on('request', request => {
    if (/\/an\/\d+|\/mo\/\d+\/clip/.test(request.url()) && request.method() !== 'GET') sent.push(request.method())
  })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until('all comments are stored', async () => !(await readComments()).has('To be deleted'))
  assert.deepEqual(sent, ['POST', 'POST', 'PATCH', 'PATCH', 'DELETE'])
  const stored = await readComments()
  assert.deepEqual([...stored.keys()].sort(), ['Agreed', 'Edited', 'Said on the train', 'Too dark'])
  assert.equal(stored.get('Agreed')?.relatedToId, anId)
  assert.equal(await readTags(), 'grade,resolved')
  const readMoa = () => kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.equal((await readMoa()).description, 'Harbour')
  await page.getByRole('alert').getByRole('button', { name: 'Keep what I wrote' }).click()
  await until('mine is stored', async () => {
    const { description, tags } = await readMoa()
    return description === 'Cranes' && tags.join() === 'water'
  })
  await page.goto(`/app/production/${prId}/clip/${moId}`)
  await thread('Said on the train').waitFor()
  assert.equal(await page.getByText('Waits for the connection').count(), 0)
  page.assertClean()
})

test('a comment whose answer was lost is not created twice; one that is refused says why, and is tried again', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const page = await openClip()
  page.expectErrors(/ERR_CONNECTION_RESET|403/)
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  const thread = (text: string) => page.locator('.thread', { hasText: text })
  const send = async (text: string) => {
    await field.fill(text)
    await field.press('Control+Enter')
  }
  const answer = (act: (route: Route) => Promise<unknown>) =>
    page.route(/\/clip\b(?!\/)/, route => (route.request().method() === 'POST' ? act(route) : route.continue()))
  let calls = 0
  await answer(async route => {
    calls += 1
    // The service has it, and the connection breaks.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await send('Said once')
  await thread('Said once').getByText('Waits for the connection').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await thread('Said once').getByText('Waits for the connection').waitFor({ state: 'detached' })
  await waitForStored(page)
  assert.equal(calls, 1)
  assert.equal(await thread('Said once').count(), 1)
  const query = { q: 'once', fq: ['funnel:ReviewComment'] }
  assert.equal((await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query })).numFound, 1)

  await answer(route => route.fulfill({ status: 403, json: {} }))
  await send('Said in vain')
  const refusal = page.getByRole('alert').filter({ hasText: '403' })
  await refusal.getByRole('button', { name: 'Copy' }).waitFor()
  await thread('Said in vain').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
  await refusal.getByRole('button', { name: 'Try again' }).click()
  await thread('Said in vain').waitFor()
  await waitForStored(page)
  assert.ok((await readComments()).has('Said in vain'))

  // What somebody else has rewritten meanwhile is not overwritten.
  const comment = (await readComments()).get('Said once')
  await actOnComment(thread('Said once'), 'Edit')
  const text = page.getByLabel('Edit', { exact: true })
  await text.fill('Mine')
  page.expectErrors(/409/)
  const body = [{ op: 'add' as const, path: '/description', value: 'Theirs' }]
  await kit.admin.annotations.patchAnnotation({ prId, anId: Number(comment?.id), body })
  await text.press('Control+Enter')
  await page.getByRole('alert').getByText('Somebody else has changed this since.').waitFor()
  await thread('Theirs').waitFor()
  page.assertClean()
})

test('a film that plays stops while a comment is written, and plays on once it is sent, unless told otherwise', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  const isPaused = () => page.locator('video').evaluate(film => (film as HTMLVideoElement).paused)
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  const comment = async (text: string) => {
    await page.locator('#content').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('l')
    await page.waitForFunction(() => document.querySelector('video')?.paused === false)
    await field.pressSequentially(text)
    assert.equal(await isPaused(), true)
    await field.press('Control+Enter')
    await page.locator('.thread', { hasText: text }).waitFor()
  }
  await comment('too slow')
  await page.waitForFunction(() => document.querySelector('video')?.paused === false)
  await page.locator('#content').focus()
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'By time' }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: 'Play on after sending' })
  assert.equal(await choice.getAttribute('aria-checked'), 'true')
  await choice.click()
  await comment('too loud')
  assert.equal(await isPaused(), true)
  page.assertClean()
})
