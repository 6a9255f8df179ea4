/** A service with odd clips, and a browser, for a file of tests that looks at its pages. */

import { after, before } from 'node:test'
import { browserIsMissing, closePagesOfTests } from '../browser.ts'
import { listPages } from '../odd-pages.ts'
import { createReviewScene, type ReviewScene } from '../review/scene.ts'
import { createOddClips, shareOddClips } from './odd-clips.ts'

/** There from before the first test until after the last, where there is a Chromium. */
export interface OddHost {
  readonly scene: ReviewScene
  /** The addresses of its pages, each with what awaits that one is complete. */
  listPages(): ReturnType<typeof listPages>
}

export function hostOddClips(): OddHost {
  const host: { scene?: ReviewScene; listPages?: () => ReturnType<typeof listPages> } = {}
  closePagesOfTests()
  before(async () => {
    if (browserIsMissing) return
    const scene = await createReviewScene()
    host.scene = scene
    const odd = await createOddClips(scene)
    const share = await shareOddClips(scene, odd)
    host.listPages = () => listPages(odd, scene.kit.accountId, share)
  })
  after(() => host.scene?.stop())
  return host as OddHost
}
