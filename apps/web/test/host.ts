/** The service and the browser of a file of tests, which is a process of its own. */

import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openBrowser } from './browser.ts'

/** There from before the first test until after the last, where there is a Chromium. */
export let kit: TestService
export let browser: Browser

/**
 * Has a service and a browser for the tests of this file: first the environment is asked for, then the service starts,
 * then `prepare` is called. Hooks of the file itself may run beside these.
 */
export function hostPages(
  toEnvironment: () => Record<string, string> | Promise<Record<string, string>> = () => ({}),
  prepare: () => Promise<void> = async () => {},
): void {
  before(async () => {
    if (browserIsMissing) return
    kit = await startTestService(await toEnvironment())
    browser = await openBrowser()
    await prepare()
  })
  closePagesOfTests()
  after(async () => {
    await browser?.close()
    await kit?.stop()
  })
}
