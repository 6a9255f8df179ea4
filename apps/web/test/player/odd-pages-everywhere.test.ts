/** Every page with every odd clip, at every width, in both themes, and in a language that nobody speaks: for `npm run test:all`. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFits, browserIsMissing } from '../browser.ts'
import { checkInPseudo } from '../languages/check-page.ts'
import { speakPseudo } from '../languages/pseudo.ts'
import { keepPicture, settle, toFirstOfEach } from '../odd-pages.ts'
import { hostOddClips } from './odd-host.ts'

const skip = browserIsMissing
const host = hostOddClips()

const widest = { width: 1440, height: 900 }
const sizes = [widest, { width: 800, height: 1024 }, { width: 390, height: 844 }]

/** So many that none comes near the limit of a test on a busy machine. */
const parts = 6

for (const part of Array.from({ length: parts }, (_, index) => index)) {
  test(`with clips of every odd kind each page fits, can be read by all and logs no error, part ${part + 1} of ${parts}`, {
    skip,
  }, async () => {
    const page = await host.open(widest)
    const faults: string[] = []
    const expect = (place: string, check: () => unknown) =>
      Promise.try(check).catch((error: Error) => faults.push(`${place}: ${error.message}`))
    const pages = host.listPages().filter((_, index) => index % parts === part)
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
      await expect(`${address}, 1024 wide`, () => assertAccessible(page))
    }
    await expect('all pages', () => page.assertClean())
    assert.deepEqual(faults, [])
  })
}

test('in a language with longer texts, from left to right and from right to left, nothing is cut off or left in English', {
  skip,
}, async () => {
  const page = await host.open(widest)
  await speakPseudo(page)
  const faults: string[] = []
  for (const [address] of toFirstOfEach(host.listPages())) faults.push(...(await checkInPseudo(page, address)))
  assert.deepEqual(faults, [])
  page.assertClean()
})
