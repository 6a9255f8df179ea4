/** The browser in which pages are measured: nothing kept from one opening to the next, and what went over the line counted. */

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { password } from '../tools/processes.ts'

const places = [
  process.env.RUSHES_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
]

/** Starts the browser of this machine. Throws where there is none. */
export function openBrowser(): Promise<Browser> {
  const executablePath = places.find(place => place !== undefined && existsSync(place))
  if (executablePath === undefined) throw new Error('no Chromium was found: name one in RUSHES_CHROMIUM')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'] })
}

/**
 * A page with an empty cache; with `isSignedIn` it holds the cookie of the first user; into a reference
 * anything may be put, whatever the service forbids.
 */
export async function openPage(browser: Browser, url: string, isSignedIn: boolean, isReference = false): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    bypassCSP: isReference,
  })
  if (isSignedIn) await signIn(context)
  return context.newPage()
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post('/api/authentication/login', { form: { username: 'admin', password } })
  if (!answer.ok()) throw new Error(`the login answered ${answer.status()}`)
  // The pages ask who is signed in only where somebody has ever been.
  await context.addInitScript(() => localStorage.setItem('rushes.signed-in', 'yes'))
}

/** What a page has asked for so far. */
export interface Traffic {
  requests: number
  bytes: number
  /** Addresses of scripts, styles and pages. */
  readonly files: string[]
}

/** Counts what goes over the line from now on, headers among it. */
export async function countTraffic(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const traffic: Traffic = { requests: 0, bytes: 0, files: [] }
  session.on('Network.responseReceived', ({ type, response }) => {
    if (['Document', 'Script', 'Stylesheet'].includes(type)) traffic.files.push(new URL(response.url).pathname)
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.requests += 1
    traffic.bytes += encodedDataLength
  })
  return traffic
}

/** What a page holds once everything that nobody refers to is gone. */
export interface Held {
  readonly heapMib: number
  readonly nodes: number
  readonly listeners: number
}

export async function readHeld(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  return {
    heapMib: read('JSHeapUsedSize') / 2 ** 20,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  }
}

export function toMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
