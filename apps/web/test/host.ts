/** The service and the browser of a file of tests, which is a process of its own. */

import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { browserIsMissing, openBrowser } from './browser.ts'

/** There from before the first test until after the last, where there is a Chromium. */
export let kit: TestService
export let browser: Browser

/** Has a service and a browser for the tests of this file; the environment is asked for when the service starts. */
export function hostPages(toEnvironment: () => Record<string, string> = () => ({})): void {
  before(async () => {
    if (browserIsMissing) return
    kit = await startTestService(toEnvironment())
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await kit?.stop()
  })
}
