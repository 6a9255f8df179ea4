import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClips } from '@rushes/client'
import { adminPassword } from '../../server/test/service.ts'
import { browserIsMissing, openPage, signInOn } from './browser.ts'
import { browser, hostPages, kit } from './host.ts'

hostPages()

test('ten thousand clips: at most 60 cards at any time, and nothing is asked for where one only passes', {
  skip: browserIsMissing,
}, async () => {
  const { id: prId } = await kit.createProduction('Ten thousand')
  for (let from = 0; from < 10_000; from += 1000) {
    await createClips(
      kit.admin,
      prId,
      Array.from({ length: 1000 }, (_, index) => ({ name: `Take ${String(from + index).padStart(5, '0')}` })),
    )
  }
  const page = await openPage(browser, kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}?sort=byName`)
  await page.getByText('10000 clips').waitFor()
  await page.getByText('Take 00000').waitFor()
  const asked: number[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/mo/search') && Number(url.searchParams.get('rows')) > 0) {
      asked.push(Number(url.searchParams.get('start')))
    }
  })
  // A fling through all of it, a step each frame.
  const { cards, rests } = await page.locator('.virtual').evaluate(async list => {
    let cards = 0
    /** Steps at which a busy machine stayed so long that they were no passing. */
    let rests = 0
    let last = performance.now()
    for (let step = 1; step <= 60; step += 1) {
      list.scrollTop = (list.scrollHeight * step) / 60
      await new Promise(resolve => requestAnimationFrame(resolve))
      cards = Math.max(cards, list.querySelectorAll('[role="gridcell"]').length)
      const now = performance.now()
      if (now - last > 90) rests += 1
      last = now
    }
    return { cards, rests }
  })
  await page.getByText('Take 09999').waitFor()
  assert.ok(cards <= 60, `${cards} cards`)
  const passed = asked.filter(start => start > 0 && start < 9700)
  // Where one rests, two pages may be in sight.
  assert.ok(passed.length <= 2 * rests, `asked for ${passed.join(', ')}, rested ${rests} times`)
  page.assertClean()
})
