import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  waitForPlaces,
} from '../browser.ts'
import { createSubtitleScene, type StoredSubtitles } from '../subtitles/scene.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
const longName = 'AClipWhoseNameIsOneVeryLongWordThatHasNoPlaceToBreakAtAll'
let scene: ReviewScene
let moId: number
let other: number
let link: string
let subtitles: StoredSubtitles
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  moId = await scene.addFilm(longName, RATE_25, { seconds: 4, attachToEoId: id })
  other = await scene.addFilm('Another', RATE_25, { seconds: 2, attachToEoId: id })
  const say = (body: object) =>
    kit.admin.annotations.createClipAnnotation({
      prId,
      moId,
      type: 'clip',
      body: { funnel: 'ReviewComment', start: 20, end: 21, ...body },
    })
  const first = await say({ description: `See ${longName}`, spatial: 'xywh=percent:20,20,30,30' })
  await say({ description: 'Indeed', relatedToId: first.id, tags: ['resolved'] })
  const body = {
    label: longName,
    description: longName,
    permissions: ['VIEW', 'ANNOTATE', 'DOWNLOAD', 'UPLOAD'] as const,
  }
  const share = await kit.admin.sharing.createShare({
    prId,
    id,
    body: { ...body, permissions: [...body.permissions] },
  })
  link = `/app/share/${prId}/${share.id}#token=${encodeURIComponent(share.token ?? '')}`
  subtitles = await (await createSubtitleScene(scene, moId)).create({
    start: 10,
    end: 40,
    textParts: [{ content: `One line that is a good deal longer than it may be, ${longName}` }],
  })
})
after(() => scene?.stop())

async function signInInDutch(page: Page): Promise<void> {
  await page.goto('/app')
  await page.getByLabel('Gebruikersnaam of e-mailadres').fill('admin')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Aanmelden' }).click()
  await waitForPlaces(page)
}

/** What each page shows once it is there, in Dutch. */
const pages: readonly [name: string, show: (page: Page) => Promise<void>][] = [
  [
    'a share of several clips',
    async page => {
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: longName }).waitFor()
      if ((page.viewportSize()?.width ?? 0) < 960) await page.getByRole('tab', { name: 'Clips 2' }).click()
      await page.getByRole('button', { name: 'Bestanden sturen' }).waitFor()
    },
  ],
  [
    'a clip of a share',
    async page => {
      await page.goto(link.replace('#', `?clip=${moId}#`))
      await page.getByRole('textbox', { name: 'Opmerking op 10:00:00:00' }).waitFor()
      await waitForFrame(page, 0)
    },
  ],
  [
    'the library, with a clip chosen',
    async page => {
      await page.goto(`/app/production/${scene.prId}`)
      await page.getByLabel(`${longName} kiezen`).check()
      await page.getByRole('button', { name: 'Toevoegen', exact: true }).waitFor()
    },
  ],
  [
    'the library as a list, with its collections and filters',
    async page => {
      await page.goto(`/app/production/${scene.prId}?view=list`)
      await page.getByText('2 clips').waitFor()
      if ((page.viewportSize()?.width ?? 0) < 960) await page.getByRole('button', { name: 'Zijpaneel' }).click()
      await page.getByRole('button', { name: 'Dailies' }).waitFor()
    },
  ],
  [
    'a clip with its comments',
    async page => {
      await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
      await page.getByRole('heading', { name: '1 opmerking' }).waitFor()
      await page.getByRole('button', { name: 'Antwoord' }).click()
      await page.getByLabel('Antwoord aan admin').waitFor()
    },
  ],
  [
    'what is known of a clip',
    async page => {
      await page.goto(`/app/production/${scene.prId}/clip/${moId}?panel=info`)
      await page.getByRole('form', { name: 'Metadata', exact: true }).waitFor()
    },
  ],
  [
    'the files of a clip, and the work on it',
    async page => {
      await page.goto(`/app/production/${scene.prId}/clip/${moId}?panel=files`)
      await page.getByText('Lezen wat het bestand is: klaar').waitFor()
    },
  ],
  [
    'a comparison',
    async page => {
      await page.goto(`/app/production/${scene.prId}/compare?a=${moId}&b=${other}`)
      await page.getByRole('heading', { name: 'Vergelijking' }).waitFor()
      await page.locator('video').nth(1).waitFor()
    },
  ],
  [
    'the subtitles of a clip',
    async page => {
      await page.goto(`/app/production/${scene.prId}/clip/${moId}/subtitles`)
      await page.locator('.card').waitFor()
    },
  ],
  [
    'the subtitle editor',
    async page => {
      await page.goto(subtitles.path)
      await page.locator('.entry-row').click()
      await page.getByText('Een regel is te lang').first().waitFor()
    },
  ],
]

/** Each width and each scheme once; `npm run test:long` looks at all pairs. */
const isLong = process.env.RUSHES_LONG === '1'

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of isLong ? [360, 1440] : [colorScheme === 'dark' ? 360 : 1440]) {
    test(`in Dutch, ${colorScheme}, ${width} pixels wide, the pages of a review fit and can be read by all`, {
      skip: leftToAll,
    }, async () => {
      const viewport = { width, height: width === 360 ? 740 : 900 }
      const page = await openPage(scene.browser, scene.kit, { locale: 'nl-NL', viewport, colorScheme })
      await signInInDutch(page)
      for (const [name, show] of pages) {
        await show(page)
        assert.equal(await page.locator('html').getAttribute('lang'), 'nl')
        await assertFits(page).catch(error => assert.fail(`${name}: ${error.message}`))
        await assertAccessible(page).catch(error => assert.fail(`${name}: ${error.message}`))
      }
      page.assertClean()
    })
  }
}
