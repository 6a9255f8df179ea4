/** A film with comments, and pages that come to its frames by links or by hand. */

import assert from 'node:assert/strict'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../../server/test/service.ts'
import { openPage, signInOn } from '../../browser.ts'
import { type ReviewScene, readShownFrame } from '../../review/scene.ts'

/** A small generator, so that every run takes the same way. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const linkedFrameCount = 200

export interface LinkedFilm {
  readonly moId: number
  /** Frames that links lead to, each with a comment on it. */
  readonly frames: readonly number[]
  readonly comments: readonly number[]
}

export async function addLinkedFilm({ kit, prId, addFilm }: ReviewScene, count: number): Promise<LinkedFilm> {
  const moId = await addFilm('linked', RATE_25, { seconds: linkedFrameCount / 25 })
  const random = createRandom(11)
  const frames = Array.from({ length: count }, () => 1 + random(linkedFrameCount - 1))
  const comments = await Promise.all(
    frames.map(async start => {
      const body = { funnel: 'ReviewComment', start, end: start + 1, description: `At ${start}` }
      const query = { waitForIndex: true }
      return (await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query })).id
    }),
  )
  return { moId, frames, comments }
}

/** Collects where a page does not come to a frame, or shows another one than it names. */
export function watchFrames(page: Page) {
  const wrong: string[] = []
  const check = async (what: string, frame: number) => {
    const named = page.locator('.player-frame', { hasText: new RegExp(`\\b${frame}$`) })
    const isNamed = await named.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    )
    const shown = await readShownFrame(page)
    if (!isNamed || shown !== frame) wrong.push(`${what}: ${shown} instead of ${frame}, which is named: ${isNamed}`)
  }
  return { wrong, check }
}

/** Opens the page of the film by each of its links of this kind, one after the other. */
export async function followLinks(
  { browser, kit, prId }: ReviewScene,
  { moId, frames, comments }: LinkedFilm,
  cache: 'cold' | 'warm',
  kind: 'frame' | 'comment',
): Promise<void> {
  const page = await openPage(browser, kit)
  await signInOn(page, 'admin', adminPassword)
  const protocol = await page.context().newCDPSession(page)
  const { wrong, check } = watchFrames(page)
  for (const [index, frame] of frames.entries()) {
    const link = kind === 'frame' ? `t=${frame}` : `comment=${comments[index]}`
    if (cache === 'cold') await protocol.send('Network.clearBrowserCache')
    // What is awaited is the frame, not what the page loads after it.
    await page.goto(`/app/production/${prId}/clip/${moId}?${link}`, { waitUntil: 'commit' })
    await check(link, frame)
  }
  assert.deepEqual(wrong, [])
  page.assertClean()
  await page.context().close()
}
