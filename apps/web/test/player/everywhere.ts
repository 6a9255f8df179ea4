/** Every page with every odd clip, at some widths, in both themes: for `npm run test:all`. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFits, browserIsMissing } from '../browser.ts'
import { keepPicture, settle } from '../odd-pages.ts'
import type { hostOddClips } from './odd-host.ts'

/** So many that none comes near the limit of a test on a busy machine. */
const parts = 6

/** Tests every page of the host at these sizes, each loaded once, at the first of them. */
export function testEveryPage(
  host: ReturnType<typeof hostOddClips>,
  sizes: readonly { readonly width: number; readonly height: number }[],
): void {
  for (const part of Array.from({ length: parts }, (_, index) => index)) {
    test(`with clips of every odd kind each page fits, can be read by all and logs no error, part ${part + 1} of ${parts}`, {
      skip: browserIsMissing,
    }, async () => {
      const page = await host.open(sizes[0]!)
      const faults: string[] = []
      const expect = (place: string, check: () => unknown) =>
        Promise.try(check).catch((error: Error) => faults.push(`${place}: ${error.message}`))
      const pages = host.listPages().filter((_, index) => index % parts === part)
      for (const [address, content] of pages) {
        await page.setViewportSize(sizes[0]!)
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
      }
      await expect('all pages', () => page.assertClean())
      assert.deepEqual(faults, [])
    })
  }
}
