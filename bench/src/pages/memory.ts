import type { Browser, Page } from 'playwright-core'
import type { Scene } from '../tools/scene.ts'
import { type Held, openPage, readHeld } from './browser.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 2)
/** What is loaded once and kept comes with these. */
const firstRounds = 3
/** As many as a line can be drawn through. */
const leastReadings = 4

/**
 * What a page holds after so many minutes of one person's work in it, and what each round adds. An hour is computed from
 * `BENCH_MINUTES=60`, and reckoned from what rounds add where it is shorter.
 */
export async function measureMemory(browser: Browser, url: string, scene: Scene, moId: number): Promise<void> {
  const page = await openPage(browser, url, true)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`/app/production/${scene.prId}`)
  const begun = performance.now()
  const end = begun + minutes * 60_000
  const readings: Held[] = []
  for (let rounds = 0; performance.now() < end || readings.length < leastReadings; rounds++) {
    await workOnce(page, scene.prId, moId, rounds)
    if (rounds + 1 >= firstRounds) readings.push(await readHeld(session))
  }
  const spent = (performance.now() - begun) / 60_000
  await page.context().close()
  const rounds = readings.length + firstRounds - 1
  const hourly = (rounds / spent) * 60
  console.log(
    `\n## What the page holds after ${spent.toFixed(1)} minutes of use (${rounds} rounds of library, search, clip, film, comment and back)\n`,
  )
  console.log(
    `| | after the first ${firstRounds} rounds | at the end | a round adds | so an hour (${hourly.toFixed(0)} rounds) would add |\n|---|---|---|---|---|`,
  )
  for (const [name, read] of [
    ['heap, MiB', ({ heapMib }: Held) => heapMib],
    ['nodes', ({ nodes }: Held) => nodes],
    ['listeners', ({ listeners }: Held) => listeners],
  ] as const) {
    const values = readings.map(read)
    const { slope, error } = fitLine(values)
    const [first = Number.NaN] = values
    const columns = [
      name,
      first.toFixed(1),
      values.at(-1)?.toFixed(1),
      `${slope.toFixed(3)} ± ${error.toFixed(3)}`,
      `${(slope * hourly).toFixed(1)} ± ${(error * hourly).toFixed(1)}`,
    ]
    console.log(`| ${columns.join(' | ')} |`)
  }
}

/** The line of least squares through values one step apart: what a step adds, and how far from that it may be in truth. */
function fitLine(values: readonly number[]): { slope: number; error: number } {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread
  const rest = values.reduce((sum, value, index) => sum + (value - mean - slope * (index - middle)) ** 2, 0)
  return { slope, error: 2 * Math.sqrt(rest / (values.length - 2) / spread) }
}

/** One round of work, without ever reloading the page. */
async function workOnce(page: Page, prId: number, moId: number, round: number): Promise<void> {
  await page.locator('.clip-cell-name').first().waitFor()
  await page.locator('.virtual').evaluate(element => {
    element.scrollTop = element.scrollHeight / 2
  })
  await page.getByRole('searchbox').fill('mediaObjectName:"A film"')
  await page.getByRole('searchbox').press('Enter')
  await page.locator(`a[href="/app/production/${prId}/clip/${moId}"]`).first().click()
  await page.locator('video').waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.locator('.player-frame', { hasText: /\b[1-9]\d+$/ }).waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('textbox', { name: /^Comment at/ }).fill(`Round ${round}`)
  await page.getByRole('button', { name: 'Send' }).click()
  const thread = page.locator('.thread').filter({ hasText: `Round ${round}` })
  await thread.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await thread.waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).first().click()
}
