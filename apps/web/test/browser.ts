/** A real browser on the real service: what every test of the pages begins and ends with. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, beforeEach } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { leftToAll as leftByGate } from '../../server/test/extent.ts'
import type { TestService } from '../../server/test/service.ts'

/** The one without windows first: it takes a fifth less of the processors. */
const places = [
  process.env.RUSHES_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a Chromium is, or why the tests of the pages cannot run: for `test(name, { skip: browserIsMissing }, …)`. */
const executablePath = places.find(place => place !== undefined && existsSync(place))
export const browserIsMissing =
  executablePath === undefined && 'No Chromium was found: install Debian’s chromium, or name one in RUSHES_CHROMIUM'
/** The same, for a test of what the gate leaves to `npm run test:all`: `test(name, { skip: leftToAll }, …)`. */
export const leftToAll = browserIsMissing || leftByGate

const flags = [
  '--no-sandbox',
  '--autoplay-policy=no-user-gesture-required',
  // A page of a test is over before optimized code would pay for its making: without it axe takes two thirds of the time.
  '--js-flags=--no-opt --no-maglev',
  // Without a process for the network a page is opened with a tenth less of the processor.
  '--enable-features=NetworkServiceInProcess2',
]

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How long a step of a page may take: page, service and encoder share the processors. */
const patienceMs = 60_000

/** Starts the browser; it ends with `close`. */
export function openBrowser(): Promise<Browser> {
  assert.ok(executablePath)
  return chromium.launch({ executablePath, args: [...flags] })
}

/** Of the test that runs. */
let opened: WatchedPage[] = []

/** Closes the pages of each test after it; of one that failed, says what they showed. */
export function closePagesOfTests(): void {
  beforeEach(() => {
    opened = []
  })
  afterEach(async context => {
    const isFailed = 'passed' in context && !context.passed
    for (const page of opened.splice(0)) {
      if (isFailed) console.error(await describe(page))
      // What a test answers for the service may still be under way, and is answered for nobody.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().close()
    }
  })
}

async function describe(page: WatchedPage): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
  return [`What ${page.url()} showed when the test failed:`, shown, ...page.listFaults()].join('\n')
}

/** A page that remembers what went wrong on it. */
export interface WatchedPage extends Page {
  /** Fails when the page wrote an error to the console, threw one, or asked another host for anything. */
  assertClean(): void
  /** What went wrong so far. */
  listFaults(): readonly string[]
  /** Lets failures of this kind pass, where a test provokes them. */
  expectErrors(pattern: RegExp): void
}

/** A new page in a browser of its own, so to say: no cookie and no storage of another. */
export async function openPage(
  browser: Browser,
  kit: Pick<TestService, 'url'>,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: kit.url, locale: 'en-GB', ...options })
  context.setDefaultTimeout(patienceMs)
  const page = (await context.newPage()) as WatchedPage
  const faults: string[] = []
  const expected: RegExp[] = []
  page.on('console', message => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => faults.push(`thrown: ${error.message}`))
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(kit.url).origin) faults.push(`asked ${request.url()}`)
  })
  page.listFaults = () => faults.filter(fault => !expected.some(pattern => pattern.test(fault)))
  page.assertClean = () => assert.deepEqual(page.listFaults(), [])
  page.expectErrors = pattern => void expected.push(pattern)
  opened.push(page)
  return page
}

/** Signs in a page that is about to be opened: what its next address shows is for this user. */
export async function signInOn(page: Page, username: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/authentication/login', { data: { username, password } })
  assert.ok(answer.ok(), await answer.text())
  await page.addInitScript(mark => {
    if (!location.protocol.startsWith('http') || localStorage.getItem(mark) !== null) return
    localStorage.setItem(mark, 'once')
    localStorage.setItem('rushes.signed-in', 'yes')
  }, randomUUID())
}

/** Signs in by the form of the first page, which is shown afterwards. */
export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/app')
  await page.getByLabel('User name or email address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await waitForPlaces(page)
}

/** Waits for what is at the edge of every page of somebody who is signed in, in whatever language. */
export function waitForPlaces(page: Page): Promise<void> {
  return page.locator('nav.rail').waitFor()
}

/** Fails when the page is wider than the screen, or the names in its bar lie on what stands beside them. */
export async function assertFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`)
  const overlap = await page.evaluate(() => {
    const [bar, last] = ['.trail', '.trail > :last-child'].map(part => document.querySelector(part))
    return bar && last ? last.getBoundingClientRect().right - bar.getBoundingClientRect().right : 0
  })
  assert.ok(overlap < 1, `the names in the bar are ${overlap} pixels too wide`)
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[]
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The same as `assertPageAccessible`, for a state of a page: the gate looks at a page of each kind (odd-pages.test.ts). */
export async function assertAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (!leftByGate) await assertPageAccessible(page, rules)
}

/** Fails when axe finds anything against WCAG 2.2 AA on what is shown; of rules that are named, against these alone. */
export async function assertPageAccessible(page: Page, rules: readonly string[] = tags): Promise<void> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource)
  // Colours that are on their way to others are neither.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // To send all that axe reports takes longer than to find it.
  const faults = await page.evaluate(
    async runOnly => {
      const { axe } = globalThis as typeof globalThis & {
        axe: { run(where: Document, how: object): Promise<AxeResult> }
      }
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], selectors: false })
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [...rules],
  )
  assert.deepEqual(faults, [])
}
