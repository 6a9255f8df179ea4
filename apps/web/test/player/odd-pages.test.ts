/** A page of each kind where the clips are odd: whether it fits and can be read by all. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits, assertPageAccessible, browserIsMissing } from '../browser.ts'
import { settle, toFirstOfEach, toUnlistedPages } from '../odd-pages.ts'
import { hostOddClips } from './odd-host.ts'

const skip = browserIsMissing
const host = hostOddClips()

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

test('every page is one of those that are looked at', { skip }, () => {
  assert.deepEqual(toUnlistedPages(host.listPages()), [])
})

/** So many that none comes near the limit of a test on a busy machine. */
const parts = 3

for (const part of Array.from({ length: parts }, (_, index) => index)) {
  test(`a page of each kind fits wide and narrow screens, can be read by all and logs no error, part ${part + 1} of ${parts}`, {
    skip,
  }, async () => {
    const page = await host.open(wide)
    const faults: string[] = []
    const expect = (place: string, check: () => unknown) =>
      Promise.try(check).catch((error: Error) => faults.push(`${place}: ${error.message}`))
    const pages = toFirstOfEach(host.listPages()).filter((_, index) => index % parts === part)
    for (const [address, content] of pages) {
      await page.setViewportSize(wide)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(address)
      await expect(address, () => content(page).then(() => settle(page)))
      await expect(address, () => assertPageAccessible(page))
      await expect(address, () => assertFits(page))
      await page.setViewportSize(narrow)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(`${address}, narrow`, () => settle(page))
      await expect(`${address}, narrow and dark`, () => assertPageAccessible(page, ['color-contrast']))
      await expect(`${address}, narrow`, () => assertFits(page))
    }
    await expect('all pages', () => page.assertClean())
    assert.deepEqual(faults, [])
  })
}
