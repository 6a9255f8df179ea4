/** The service and the browser of a file of tests, which may share its process with others. */

import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openBrowser } from './browser.ts'

/** There from before the first test until after the last, where there is a Chromium. */
export interface PagesHost {
  readonly kit: TestService
  readonly browser: Browser
}

/**
 * Has a service and a browser for the tests of this file: first the environment is asked for, then the service starts,
 * then `prepare` is called. Hooks of the file itself may run beside these.
 */
export function hostPages(
  toEnvironment: () => Record<string, string> | Promise<Record<string, string>> = () => ({}),
  prepare: (host: PagesHost) => Promise<void> = async () => {},
): PagesHost {
  const host: { kit?: TestService; browser?: Browser } = {}
  before(async () => {
    if (browserIsMissing) return
    host.kit = await startTestService(await toEnvironment())
    host.browser = await openBrowser()
    await prepare(host as PagesHost)
  })
  closePagesOfTests()
  after(async () => {
    await host.browser?.close()
    await host.kit?.stop()
  })
  return host as PagesHost
}
