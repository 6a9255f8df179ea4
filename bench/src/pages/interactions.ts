import type { Browser, Page } from 'playwright-core'
import { openPage } from './browser.ts'

const goalMs = { interaction: 150, frame: 8 }
const framesOfScroll = 240

/** How long the library of many clips takes from an input to its picture, and what a frame of a scroll costs by trace. */
export async function measureInteractions(browser: Browser, url: string, prId: number, count: number): Promise<void> {
  const page = await openPage(browser, url, true)
  const open = async () => {
    await page.goto(`/app/production/${prId}?sort=byName`)
    await page.locator('.clip-cell-name').first().waitFor()
  }
  await open()
  console.log(
    `\n## From an input to its picture, in a library of ${count} clips; the goal is ${goalMs.interaction} ms\n`,
  )
  console.log('| what | inputs | median, ms | worst, ms |\n|---|---|---|---|')
  for (const [name, act] of Object.entries(interactions)) await tellInteraction(page, name, act)
  console.log(
    `\n## Script, style and layout of a frame while the grid scrolls, by trace; the goal is ${goalMs.frame} ms\n`,
  )
  console.log('| pixels a frame | frames | median, ms | p95, ms | worst, ms |\n|---|---|---|---|---|')
  for (const step of [20, 200]) {
    await open()
    const frames = await traceScroll(browser, page, step)
    const { median, p95, worst } = summarize(frames)
    console.log(`| ${step} | ${frames.length} | ${median} | ${p95} | ${worst} |`)
  }
  await page.context().close()
}

const rounds = 10
const cards = (page: Page) => page.getByRole('gridcell')

const interactions: Readonly<Record<string, (page: Page, round: number) => Promise<unknown>>> = {
  'a click on a card': (page, round) =>
    cards(page)
      .nth(round % 6)
      .click(),
  'an arrow key': page => page.keyboard.press('ArrowRight'),
  'Space, and Space again': page => page.keyboard.press('Space'),
  'the list and the grid': (page, round) =>
    page.getByRole('button', { name: round % 2 === 0 ? 'List' : 'Grid', exact: true }).click(),
  'a letter in the search': (page, round) =>
    page.getByRole('searchbox', { name: 'Search', exact: true }).press(String.fromCharCode(97 + round)),
}

/** Times by the Event Timing API, which counts in steps of 8 ms. */
async function tellInteraction(
  page: Page,
  name: string,
  act: (page: Page, round: number) => Promise<unknown>,
): Promise<void> {
  await page.evaluate(() => {
    const global = globalThis as typeof globalThis & { took: Map<number, number> }
    global.took = new Map()
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as unknown as { interactionId: number; duration: number }[]) {
        if (entry.interactionId === 0) continue
        global.took.set(entry.interactionId, Math.max(entry.duration, global.took.get(entry.interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as never)
  })
  for (let round = 0; round < rounds; round++) {
    await act(page, round)
    // An entry comes with the picture after the next.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
  }
  const took = await page.evaluate(() => [
    ...(globalThis as typeof globalThis & { took: Map<number, number> }).took.values(),
  ])
  const { median, worst } = summarize(took)
  const shown = took.length === 0 ? ['below 16', 'below 16'] : [median, worst]
  console.log(`| ${name} | ${rounds} | ${shown.join(' | ')} |`)
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  readonly pid: number
  readonly tid: number
}

/** What a page does for a frame: the handlers, the style and the layout; those within others count once. */
const work = new Set(['FireAnimationFrame', 'EventDispatch', 'TimerFire', 'FunctionCall', 'UpdateLayoutTree', 'Layout'])

/** Milliseconds of work from each frame to the next while the grid is scrolled by so many pixels at each. */
async function traceScroll(browser: Browser, page: Page, step: number): Promise<number[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await page.locator('.virtual').evaluate(
    async (list, [pixels, frames]) => {
      const element = list as unknown as { scrollTop: number }
      const { requestAnimationFrame: next } = globalThis as typeof globalThis & {
        requestAnimationFrame(act: (now: number) => void): void
      }
      for (let frame = 0; frame < frames; frame++) {
        element.scrollTop += pixels
        await new Promise(resolve => next(resolve))
      }
    },
    [step, framesOfScroll] as const,
  )
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const animated = traceEvents.find(({ name }) => name === 'FireAnimationFrame')
  const own = traceEvents
    .filter(({ pid, tid }) => pid === animated?.pid && tid === animated.tid)
    .toSorted((a, b) => a.ts - b.ts)
  const frames: number[] = []
  let covered = 0
  for (const { name, ph, ts, dur = 0 } of own) {
    if (name === 'FireAnimationFrame') frames.push(0)
    if (ph !== 'X' || !work.has(name) || ts < covered || frames.length === 0) continue
    covered = ts + dur
    frames.push((frames.pop() ?? 0) + dur / 1000)
  }
  return frames
}

function summarize(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return { median: at(0.5), p95: at(0.95), worst: at(1) }
}
