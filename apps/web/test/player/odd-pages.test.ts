/** Every page where the clips are odd: whether it fits, can be read by all, and is translated. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { adminPassword } from '../../../server/test/service.ts'
import { assertAccessible, assertFits, browserIsMissing, closePagesOfTests, openPage, signInOn } from '../browser.ts'
import { checkInPseudo } from '../languages/check-page.ts'
import { speakPseudo } from '../languages/pseudo.ts'
import { keepPicture, listPages, settle, toFirstOfEach, toUnlistedPages } from '../odd-pages.ts'
import { createReviewScene, type ReviewScene } from '../review/scene.ts'
import { createOddClips, type OddClips, shareOddClips } from './odd-clips.ts'

const skip = browserIsMissing
let scene: ReviewScene
let odd: OddClips
let share: string
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  odd = await createOddClips(scene)
  share = await shareOddClips(scene, odd)
})
after(() => scene?.stop())

const sizes = [
  { width: 1440, height: 900 },
  { width: 800, height: 1024 },
  { width: 390, height: 844 },
]

test('every page is one of those that are looked at', { skip }, () => {
  assert.deepEqual(toUnlistedPages(listPages(odd, scene.kit.accountId, share)), [])
})

/** So many that none comes near the limit of a test on a busy machine. */
const parts = 6

for (const part of Array.from({ length: parts }, (_, index) => index)) {
  test(`with clips of every odd kind each page fits, can be read by all and logs no error, part ${part + 1} of ${parts}`, {
    skip,
  }, async () => {
    const page = await open('/app')
    const faults: string[] = []
    const expect = (place: string, check: () => unknown) =>
      Promise.try(check).catch((error: Error) => faults.push(`${place}: ${error.message}`))
    const pages = listPages(odd, scene.kit.accountId, share).filter((_, index) => index % parts === part)
    for (const [address, content] of pages) {
      await page.goto(address)
      for (const viewport of sizes) {
        const place = `${address}, ${viewport.width} wide`
        await page.setViewportSize(viewport)
        // Colours that are still on their way to another scheme are neither.
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await expect(place, () => content(page).then(() => settle(page)))
        await expect(place, () => assertAccessible(page))
        await expect(place, () => assertFits(page))
        await keepPicture(page, place)
        // Of what axe checks, only the contrast depends on the scheme.
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(`${place}, dark`, () => assertAccessible(page, ['color-contrast']))
        await keepPicture(page, `${place}, dark`)
      }
      // Where three panels are a little narrow.
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect(`${address}, 1024 wide`, () => assertFits(page))
    }
    await expect('all pages', () => page.assertClean())
    assert.deepEqual(faults, [])
  })
}

test('in a language with longer texts, from left to right and from right to left, nothing is cut off or left in English', {
  skip,
}, async () => {
  const page = await open('/app')
  await speakPseudo(page)
  const faults: string[] = []
  for (const [address] of toFirstOfEach(listPages(odd, scene.kit.accountId, share)))
    faults.push(...(await checkInPseudo(page, address)))
  assert.deepEqual(faults, [])
  page.assertClean()
})

async function open(address: string) {
  const page = await openPage(scene.browser, scene.kit, { viewport: sizes[0] ?? null })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(address)
  return page
}
