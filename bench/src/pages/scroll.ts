import type { Browser, Page } from 'playwright-core'
import { openPage } from './browser.ts'
import type { PageScope } from './scope.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 8)
/** As fast as a wheel is turned, and as fast as someone looks for a place. */
const speeds = [20, 200] as const
const cardsOfReference = 2000

/** How evenly the grid scrolls through many clips, beside a page of plain cards that does nothing. */
export async function measureScroll(browser: Browser, url: string, prId: number, count: number): Promise<void> {
  console.log(`\n## Scrolling ${count} clips for ${seconds} s, beside ${cardsOfReference} plain cards\n`)
  console.log(
    '| what | pixels a frame | frames a second | p95, ms | worst, ms | frames over 34 ms | of 100 |\n|---|---|---|---|---|---|---|',
  )
  for (const [name, view] of [
    ['grid', ''],
    ['list', '?view=list'],
  ] as const) {
    const page = await openPage(browser, url, true)
    await page.goto(`/app/production/${prId}${view}`)
    await page.locator('.clip-cell-name').first().waitFor()
    for (const speed of speeds) tell(name, speed, await scroll(page, '.virtual', speed))
    if (view === '') await tellJumps(page, name)
    await page.context().close()
  }
  const page = await openPage(browser, url, false, true)
  await page.goto('/health/live')
  await page.evaluate(cards => {
    const { document } = globalThis as typeof globalThis & PageScope
    const place = document.createElement('div')
    place.className = 'plain'
    place.style.cssText = 'height: 600px; overflow: auto; display: grid; grid-template-columns: repeat(5, 1fr)'
    place.innerHTML = Array.from(
      { length: cards },
      (_, index) => `<div style="height: 200px">Clip ${index}</div>`,
    ).join('')
    document.body?.replaceChildren(place)
  }, cardsOfReference)
  for (const speed of speeds) tell('plain cards', speed, await scroll(page, '.plain', speed))
  await page.context().close()
}

/** Times between frames while a thing is scrolled by so many pixels at each, to and fro. */
function scroll(page: Page, selector: string, speed: number): Promise<number[]> {
  return page.evaluate(
    async ([wanted, step, length]) => {
      const { document, requestAnimationFrame } = globalThis as typeof globalThis & PageScope
      const element = document.querySelector(wanted)
      if (!element) throw new Error('there is nothing to scroll')
      const next = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
      const times: number[] = []
      let direction = 1
      const begun = await next()
      for (let last = begun, now = begun; now < begun + length * 1000; last = now) {
        const before = element.scrollTop
        element.scrollTop += step * direction
        if (element.scrollTop === before) direction = -direction
        now = await next()
        times.push(now - last)
      }
      return times
    },
    [selector, speed, seconds] as const,
  )
}

function tell(name: string, speed: number, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const late = times.filter(time => time > 34).length
  const columns = [
    name,
    speed,
    (1000 / mean).toFixed(1),
    (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(1),
    (sorted.at(-1) ?? Number.NaN).toFixed(1),
    late,
    ((late / times.length) * 100).toFixed(2),
  ]
  console.log(`| ${columns.join(' | ')} |`)
}

/** How long after a jump to a far place its clips are there. */
async function tellJumps(page: Page, name: string): Promise<void> {
  const times = await page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis as typeof globalThis & PageScope
    const element = document.querySelector('.virtual')
    if (!element) throw new Error('there is nothing to scroll')
    const next = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
    const found: number[] = []
    for (const part of [0.5, 0.13, 0.97, 0.31, 0.72, 0.05, 0.61, 0.88, 0.22, 0.44]) {
      const begun = performance.now()
      element.scrollTop = element.scrollHeight * part
      await next()
      await next()
      const isThere = () => {
        const box = element.getBoundingClientRect()
        const cells = Array.from(element.querySelectorAll('[role="gridcell"]')).filter(cell => {
          const { top, bottom } = cell.getBoundingClientRect()
          return bottom > box.top && top < box.bottom
        })
        return cells.length > 0 && cells.every(cell => cell.querySelector('.clip-cell-name'))
      }
      while (!isThere()) {
        if (performance.now() - begun > 10_000) throw new Error('after a jump no clips came')
        await next()
      }
      found.push(performance.now() - begun)
    }
    return found.toSorted((a, b) => a - b)
  })
  console.log(
    `| ${name}, after a jump | | | | | ${times[5]?.toFixed(0)} ms until its clips are there, ${times.at(-1)?.toFixed(0)} at worst | |`,
  )
}
