import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createManyClips } from '../../../server/test/scene/many-clips.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { browserIsMissing, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const host = hostPages()

/** How often the styles of a page were computed and its elements placed, by the browser's own count. */
async function countWork(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const find = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    return { styles: find('RecalcStyleCount'), layouts: find('LayoutCount') }
  }
  const before = await read()
  return async () => {
    const after = await read()
    return { styles: after.styles - before.styles, layouts: after.layouts - before.layouts }
  }
}

const frames = 60

test('ten thousand clips: at most 60 cards at any time, little work a frame, and no request where one only passes', {
  skip: browserIsMissing,
}, async context => {
  const { id: prId } = await host.kit.createProduction('Ten thousand')
  await createManyClips(host.kit, prId, 10_000)
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}?sort=byName`)
  await page.getByText('10,000 clips').waitFor()
  await page.getByText('Take 0000').waitFor()
  const asked: number[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/mo/search') && Number(url.searchParams.get('rows')) > 0) {
      asked.push(Number(url.searchParams.get('start')))
    }
  })
  const countSince = await countWork(page)
  // A fling through all of it, a step each frame.
  const { cards, rests } = await page.locator('.virtual').evaluate(async (list, frames) => {
    let cards = 0
    /**
     * Steps at which a busy machine stayed so long that they were no passing. What is in sight is known some time between a
     * step and the next one: two of them bound how long a page is.
     */
    let rests = 0
    let last = performance.now()
    let beforeLast = last
    for (let step = 1; step <= frames; step += 1) {
      list.scrollTop = (list.scrollHeight * step) / frames
      await new Promise(resolve => requestAnimationFrame(resolve))
      cards = Math.max(cards, list.querySelectorAll('[role="gridcell"]').length)
      const now = performance.now()
      if (now - beforeLast > 90) rests += 1
      beforeLast = last
      last = now
    }
    return { cards, rests }
  }, frames)
  const work = await countSince()
  await page.getByText('Take 9999').waitFor()
  context.diagnostic(`in ${frames} frames ${cards} cards at most, ${JSON.stringify(work)}, ${asked.length} requests`)
  // A frame is laid out once; what arrives at the end, and what reads a size between, adds a few.
  assert.ok(work.layouts <= 2 * frames, `${work.layouts} layouts in ${frames} frames`)
  assert.ok(work.styles <= 2 * frames, `styles computed ${work.styles} times in ${frames} frames`)
  assert.ok(cards <= 60, `${cards} cards`)
  const passed = asked.filter(start => start > 0 && start < 9700)
  // Where one rests, two pages may be in sight.
  assert.ok(passed.length <= 2 * rests, `asked for ${passed.join(', ')}, rested ${rests} times`)
  await tagMany(page, prId, context)
  page.assertClean()
})

const maxTaggingMs = 5000

/** Tags a thousand clips and takes it back: one search and ten calls, and the page reports how far it is. */
async function tagMany(page: Page, prId: number, context: TestContext): Promise<void> {
  await page.goto(`/app/production/${prId}?sort=byName&q=0`)
  await page.getByText('1,000 clips').waitFor()
  await page.getByText('Take 0000').waitFor()
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/\/moa\b/.test(pathname)) calls.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  await page.locator('#library-clips').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: '1,000 selected' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByLabel('Tag').fill('dawn')
  const begun = performance.now()
  await page.keyboard.press('Enter')
  await page.getByText('1,000 clips tagged “dawn”').waitFor()
  const elapsed = performance.now() - begun
  context.diagnostic(`1,000 clips tagged in ${Math.round(elapsed)} ms`)
  assert.ok(elapsed < maxTaggingMs, `${elapsed} ms`)
  assert.deepEqual(
    calls.splice(0),
    Array.from({ length: 10 }, () => 'PATCH bulk'),
  )
  const tagged = async () =>
    (await host.kit.admin.annotations.searchMediaObjects({ prId, query: { q: 'tags:dawn', rows: 0 } })).numFound
  assert.equal(await tagged(), 1000)
  const held = Promise.withResolvers<void>()
  // The first three are answered, the others wait until the page has reported how far it is.
  await page.route(/\/moa\/bulk/, async route => {
    if (calls.length > 3) await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByRole('progressbar', { name: '300 of 1,000 clips changed' }).waitFor()
  held.resolve()
  await until('all are as they were', async () => (await tagged()) === 0)
  await page.getByRole('progressbar', { name: /clips changed/ }).waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
}
