/** A service with odd clips, and a browser, for a file of tests that looks at its pages. */

import { after, before } from 'node:test'
import { adminPassword } from '../../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openPage, signInOn, type WatchedPage } from '../browser.ts'
import { listPages } from '../odd-pages.ts'
import { createReviewScene, type ReviewScene } from '../review/scene.ts'
import { createOddClips, shareOddClips } from './odd-clips.ts'

/** There from before the first test until after the last, where there is a Chromium. */
export interface OddHost {
  /** A page of this width, at the first address of the app. */
  open(viewport: { width: number; height: number }): Promise<WatchedPage>
  /** The addresses of its pages, each with what awaits that one is complete. */
  listPages(): ReturnType<typeof listPages>
}

export function hostOddClips(): OddHost {
  const host: { -readonly [Member in keyof OddHost]?: OddHost[Member] } = {}
  let started: ReviewScene | undefined
  closePagesOfTests()
  before(async () => {
    if (browserIsMissing) return
    const scene = await createReviewScene()
    started = scene
    const odd = await createOddClips(scene)
    const share = await shareOddClips(scene, odd)
    host.open = async viewport => {
      const page = await openPage(scene.browser, scene.kit, { viewport })
      await signInOn(page, 'admin', adminPassword)
      await page.goto('/app')
      return page
    }
    host.listPages = () => listPages(odd, scene.kit.accountId, share)
  })
  after(() => started?.stop())
  return host as OddHost
}
