import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClips, expectClip } from '@rushes/client'
import { RATE_25 } from '@rushes/timebase'
import type { Locator, Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
  type WatchedPage,
  waitForPlaces,
} from '../browser.ts'
import { showPanel } from './acts.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  const { id } = await kit.admin.thesauri.createThesaurus({
    accountId: kit.accountId,
    body: { label: 'Places', secondaryId: 'places' },
  })
  await kit.admin.thesauri.writeEntries({
    accountId: kit.accountId,
    id,
    body: [{ label: 'Ghent' }, { label: 'Genoa' }, { label: 'Bruges' }],
  })
  await kit.admin.customFields.updateAnnotationFields({
    prId,
    body: {
      version: 0,
      fields: {
        light: { type: 'STRING', label: 'Light', whiteList: ['Day', 'Night'], order: 1 },
        take: { type: 'INTEGER', label: 'Take', order: 2 },
        good: { type: 'BOOLEAN', label: 'Good', order: 3 },
        place: { type: 'STRING', label: 'Place', thesaurus: 'places', order: 4 },
        slate: { type: 'STRING', label: 'Slate', validation: '[0-9]+[A-Z]', order: 5 },
        crew: { type: 'STRING', label: 'Crew', multiValued: true, order: 6, subClipAllowed: false },
      },
    },
  })
})
after(() => scene?.stop())

async function createNamedClip(name: string): Promise<number> {
  const [clip] = await createClips(scene.kit.admin, scene.prId, [{ name }])
  return expectClip(clip).id
}

async function openClip(moId: number, width = 1280): Promise<WatchedPage> {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}?panel=info`)
  await metadata(page).waitFor()
  return page
}

/** A picture of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const metadata = (page: Page) => page.getByRole('form', { name: 'Metadata', exact: true })

/** Leaves a field, and waits until what it says is stored. */
async function saveField(field: Locator): Promise<void> {
  await field.press('Tab')
  await field.locator('xpath=ancestor::form').getByText('All changes saved').waitFor()
}

const readMoa = (moId: number) => scene.kit.admin.annotations.getMediaObjectAnnotation({ prId: scene.prId, moId })

test('the metadata of a clip is a form made from the custom-field description and a thesaurus, and is saved as a patch', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const moId = await createNamedClip('Untitled')
  const page = await openClip(moId)
  const form = metadata(page)
  await form.getByLabel('Name').fill('Harbour at night')
  await form.getByLabel('Description').fill('Cranes')
  await form.getByLabel('Tags').fill('water, night, water')
  await form.getByLabel('Light').selectOption('Night')
  await form.getByLabel('Take').fill('3')
  await form.getByLabel('Place').fill('Gh')
  await page.getByRole('option', { name: 'Ghent' }).click()
  await assertAccessible(page)
  await saveField(form.getByLabel('Place'))
  const moa = await readMoa(moId)
  assert.deepEqual([moa.description, moa.tags], ['Cranes', ['water', 'night']])
  const fields = moa.customFields as Record<string, { value: unknown }>
  assert.deepEqual(
    [fields.light?.value, fields.take?.value, Object(fields.place?.value).value ?? fields.place?.value],
    ['Night', 3, (await kit.admin.thesauri.suggestTags({ prId, id: 'places', query: { prefix: 'Ghent' } }))[0]?.value],
  )
  assert.equal((await kit.admin.media.getMediaObject({ prId, id: moId })).name, 'Harbour at night')
  await page.reload()
  await metadata(page).waitFor()
  assert.equal(await metadata(page).getByLabel('Take').inputValue(), '3')
  assert.equal(await metadata(page).getByLabel('Place').inputValue(), 'Ghent')
  await metadata(page).getByLabel('Description').fill('')
  await metadata(page).getByLabel('Take').fill('')
  await saveField(metadata(page).getByLabel('Take'))
  const emptied = await readMoa(moId)
  assert.equal(emptied.description ?? '', '')
  assert.equal((emptied.customFields as Record<string, { value?: unknown } | undefined>).take?.value, undefined)
  page.assertClean()
})

test('a change of the metadata is undone', { skip: leftToAll }, async () => {
  const moId = await createNamedClip('Undone')
  const page = await openClip(moId)
  const description = metadata(page).getByLabel('Description')
  for (const text of ['First', 'Second']) {
    await description.fill(text)
    await saveField(description)
  }
  await metadata(page).getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.metadata textarea')?.value === 'First')
  await metadata(page).getByText('All changes saved').waitFor()
  assert.equal((await readMoa(moId)).description, 'First')
  page.assertClean()
})

test('what the description refuses is reported at its field, and nothing typed is lost', {
  skip: leftToAll,
}, async () => {
  const moId = await createNamedClip('Slate')
  const page = await openClip(moId)
  page.expectErrors(/422/)
  const form = metadata(page)
  await form.getByLabel('Slate').fill('not a slate')
  await form.getByLabel('Description').fill('Kept while refused')
  await form.getByLabel('Description').press('Tab')
  await form.getByText(/does not match its validation/).waitFor()
  await form.getByLabel('Slate').and(page.locator('[aria-invalid="true"]')).waitFor()
  await assertAccessible(page)
  assert.equal(await form.getByLabel('Description').inputValue(), 'Kept while refused')
  assert.equal((await readMoa(moId)).description, undefined)
  await form.getByLabel('Slate').fill('12A')
  await saveField(form.getByLabel('Slate'))
  assert.equal((await readMoa(moId)).description, 'Kept while refused')
  page.assertClean()
})

test('what is corrected while it is being refused is saved', { skip: leftToAll }, async () => {
  const moId = await createNamedClip('Corrected')
  const page = await openClip(moId)
  page.expectErrors(/422/)
  const slate = metadata(page).getByLabel('Slate')
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    url => url.pathname.endsWith(`/mo/${moId}/moa`),
    async route => {
      if (route.request().method() === 'PATCH') {
        asked.resolve()
        await answer.promise
      }
      await route.continue()
    },
  )
  await slate.fill('not a slate')
  await slate.press('Tab')
  await asked.promise
  await slate.fill('12A')
  await slate.press('Tab')
  const refused = page.waitForResponse(response => response.status() === 422)
  answer.resolve()
  await refused
  await metadata(page).getByText('All changes saved').waitFor()
  page.assertClean()
})

test('what others save meanwhile is taken over; where both changed the same, that is reported and nothing is overwritten unseen', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const moId = await createNamedClip('Both')
  const page = await openClip(moId)
  page.expectErrors(/412|409/)
  const form = metadata(page)
  const saveElsewhere = (path: string, value: unknown) =>
    kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body: [{ op: 'add', path, value }] })
  // Others save first: what is typed may be sent as soon as the field before it is left.
  await saveElsewhere('/description', 'Theirs')
  await form.getByLabel('Take').fill('4')
  await saveField(form.getByLabel('Take'))
  assert.equal(await form.getByLabel('Description').inputValue(), 'Theirs')
  const merged = await readMoa(moId)
  assert.equal(merged.description, 'Theirs')
  assert.equal((merged.customFields as Record<string, { value: unknown }>).take?.value, 4)

  await saveElsewhere('/description', 'Theirs again')
  await form.getByLabel('Description').fill('Mine')
  await form.getByLabel('Description').press('Tab')
  await form.getByText(/changed this meanwhile, to: Theirs again/).waitFor()
  await assertAccessible(page)
  assert.equal((await readMoa(moId)).description, 'Theirs again')
  assert.equal(await form.getByLabel('Description').inputValue(), 'Mine')
  await form.getByRole('button', { name: 'Take over what they wrote' }).click()
  assert.equal(await form.getByLabel('Description').inputValue(), 'Theirs again')
  await saveElsewhere('/description', 'Theirs for the third time')
  await form.getByLabel('Description').fill('Mine after all')
  await form.getByLabel('Description').press('Tab')
  await form.getByText(/to: Theirs for the third time/).waitFor()
  await form.getByRole('button', { name: 'Keep what I wrote' }).click()
  await page.waitForFunction(() => !document.querySelector('.field-error'))
  await form.getByText('All changes saved').waitFor()
  assert.equal((await readMoa(moId)).description, 'Mine after all')
  page.assertClean()
})

test('a part of a clip is made of the marks of the player, described, and deleted; its files are listed and downloaded', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const moId = await scene.addFilm('Parts', RATE_25)
  const page = await openClip(moId)
  const goTo = async (frame: number) => {
    await page.getByLabel('Timecode', { exact: true }).fill(String(frame))
    await page.getByLabel('Timecode', { exact: true }).press('Enter')
    await waitForFrame(page, frame)
  }
  await goTo(10)
  await page.getByRole('button', { name: 'Mark in' }).click()
  await goTo(29)
  await page.getByRole('button', { name: 'Mark out' }).click()
  await page.getByRole('button', { name: '+ New subclip from the marks' }).click()
  const form = page.getByRole('form', { name: 'Subclips: 10:00:00:10' })
  await form.getByLabel('Name').fill('The crane turns')
  await form.getByLabel('Light').selectOption('Day')
  // "subClipAllowed": whole clips alone have a crew.
  assert.equal(await form.getByText('Crew').count(), 0)
  await saveField(form.getByLabel('Light'))
  const find = async () =>
    (await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query: { fq: ['funnel:ClipAnnotation'] } }))
      .results
  const id = Number((await find())[0]?.id)
  const subclip = await kit.admin.annotations.getAnnotation({ prId, anId: id })
  assert.deepEqual(
    [subclip.start, subclip.end, subclip.name, Object(Object(subclip.customFields).light).value],
    [10, 30, 'The crane turns', 'Day'],
  )
  await assertAccessible(page)
  await showPanel(page, 'Files')
  await page.locator('.clip-files').getByText('Poster', { exact: true }).waitFor({ timeout: 5000 })
  await page
    .locator('.clip-files')
    .getByText(/^Video /)
    .first()
    .waitFor({ timeout: 5000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download: Original/ }).click(),
  ])
  assert.match(download.suggestedFilename(), /Parts/)
  await showPanel(page, 'Info')
  await page.locator('.subclip > summary').click()
  await page.getByRole('region').or(page.locator('.subclip')).getByRole('button', { name: 'Delete' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('This clip has no subclips yet.').waitFor()
  assert.deepEqual(await find(), [])
  // All this has not reloaded the film: it is at the same frame.
  await waitForFrame(page, 29)
  page.assertClean()
})

test('the parts of a clip are listed by name; what is known of one is loaded once it is opened', {
  skip: leftToAll,
}, async () => {
  const { kit, prId } = scene
  const moId = await scene.addFilm('Many parts', RATE_25)
  for (const [index, name] of ['The crane turns', 'The crane stands'].entries()) {
    const body = { funnel: 'ClipAnnotation', start: 10 * index, end: 10 * index + 5, name }
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: { waitForIndex: true } })
  }
  const page = await openPage(scene.browser, kit, { viewport: { width: 1280, height: 900 } })
  const loaded: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && /\/an\/\d+$/.test(pathname)) loaded.push(pathname)
  })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/clip/${moId}?panel=info`)
  const parts = page.locator('.subclip')
  await parts.filter({ hasText: '10:00:00:00 – 10:00:00:05 The crane turns' }).waitFor()
  const form = parts.getByRole('form')
  assert.deepEqual([await parts.count(), await form.count(), loaded], [2, 0, []])
  const summary = parts.locator('summary', { hasText: 'The crane stands' })
  await summary.click()
  await form.getByLabel('Name').fill('The crane falls')
  assert.equal(loaded.length, 1)
  // What was typed stays while it is closed.
  await summary.click()
  await summary.click()
  assert.equal(await form.getByLabel('Name').inputValue(), 'The crane falls')
  await saveField(form.getByLabel('Name'))
  await parts.locator('summary', { hasText: 'The crane falls' }).waitFor()
  await assertAccessible(page)
  assert.equal(loaded.length, 1)
  page.assertClean()
})

test('a file that takes the place of another is listed in its place', { skip: leftToAll }, async () => {
  const { kit, prId } = scene
  const moId = await createNamedClip('Pictured')
  const giveScreenshot = async () => {
    await kit.admin.media.updateScreenshot({ prId, id: moId, body: { screenshot: png } })
    return (await kit.admin.media.listInstances({ prId, id: moId })).items.map(({ id }) => `Poster ${id}`)
  }
  const [before] = await giveScreenshot()
  const page = await openClip(moId)
  await showPanel(page, 'Files')
  await page.getByRole('button', { name: `Download: ${before}` }).waitFor()
  const [after, ...others] = await giveScreenshot()
  assert.deepEqual([after === before, others], [false, []])
  await page.getByRole('button', { name: `Download: ${after}` }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Download: / }).count(), 1)
  page.assertClean()
})

test('work on a clip is shown; what was cancelled is tried again', { skip: leftToAll }, async () => {
  const { kit, prId } = scene
  const moId = await scene.addFilm('Worked on', RATE_25)
  const { id } = await kit.admin.ingest.startIngest({ prId, moId, body: { redo: true } })
  await kit.admin.workflows.cancelWorkflow({ prId, id })
  const page = await openClip(moId)
  await showPanel(page, 'Files')
  // A poster that the page is about to show is replaced by the next one.
  page.expectErrors(/404/)
  const run = page.getByRole('article', { name: /ingest/i }).filter({ hasText: 'cancelled' })
  await run.getByRole('button', { name: 'Try again' }).waitFor()
  await assertAccessible(page)
  await run.getByRole('button', { name: 'Try again' }).click()
  await run.waitFor({ state: 'detached' })
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('.workflow-head .tag')).every(({ textContent }) => textContent === 'done'),
  )
  page.assertClean()
})

test('a user who may only view sees the metadata and cannot change it, at 360 pixels too', {
  skip: leftToAll,
}, async () => {
  const { kit, prId, browser } = scene
  const moId = await createNamedClip('Seen')
  const { user, password } = await kit.createUser()
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: ['PRODUCTION_VIEW'] } })
  const page = await openPage(browser, kit, { viewport: { width: 360, height: 740 }, locale: 'nl-BE' })
  await page.goto('/app')
  await page.getByLabel('Gebruikersnaam of e-mailadres').fill(user.username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Aanmelden' }).click()
  await waitForPlaces(page)
  await page.goto(`/app/production/${prId}/clip/${moId}?panel=info`)
  const form = metadata(page)
  await form.getByLabel('Beschrijving').waitFor()
  assert.equal(await form.getByRole('button', { name: 'Bewaren' }).count(), 0)
  assert.equal(await form.getByLabel('Light').isDisabled(), true)
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})
