import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openPage, signInOn } from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 2 })
})
after(() => scene?.stop())

/** What of the bar at the top and of the rail has moved while it was in sight. */
function listShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as typeof globalThis & { shifts: string[] }).shifts)
}

function watchShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const shifts: string[] = []
  Object.assign(globalThis, { shifts })
  const observer = new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      for (const { node, previousRect, currentRect } of sources) {
        const element = node instanceof Element ? node : node?.parentElement
        if (!element?.closest('.top, .rail')) continue
        shifts.push(`${value}: ${element.outerHTML.slice(0, 80)} from ${previousRect.x} to ${currentRect.x}`)
      }
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

test('neither the bar at the top nor the rail moves while a page is loaded, whatever comes last', {
  skip,
}, async () => {
  const { prId } = scene
  const late = [/\/production\/\d+$/, /\/permissions/i, /\/mo\/\d+/, /\/(search|solr|mo)\b/, /reviewStatus/i]
  for (const width of [1440, 800, 390]) {
    const page = await openPage(scene.browser, scene.kit, { viewport: { width, height: 900 } })
    await signInOn(page, 'admin', adminPassword)
    await page.addInitScript(watchShifts)
    for (const held of late) {
      // What is held back comes after all else, and is painted by itself.
      const release = Promise.withResolvers<void>()
      await page.route(
        url => url.pathname.startsWith('/api/') && held.test(url.pathname),
        async route => {
          await release.promise
          await route.continue()
        },
      )
      await page.goto(`/app/production/${prId}/clip/${moId}`)
      await page.locator('.top').waitFor()
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
      release.resolve()
      await waitForFrame(page, 0)
      await page.locator('.rail:not([data-awaited])').waitFor()
      await page.locator('.clip-turning:not([data-awaited])').waitFor({ state: 'attached' })
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
      assert.deepEqual(await listShifts(page), [], `${width} pixels wide, ${held}`)
      await page.unrouteAll()
    }
    page.assertClean()
    await page.context().close()
  }
})
