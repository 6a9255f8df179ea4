/** Every page of the web app, to be looked at where the clips are odd. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { OddClips } from './player/odd-clips.ts'

type Awaiting = (page: Page) => Promise<unknown>

const heading: Awaiting = page => page.getByRole('heading', { level: 1 }).waitFor()
const section: Awaiting = page => page.getByRole('heading', { level: 2 }).first().waitFor()
const clips: Awaiting = page => page.locator('.clip-cell-link').first().waitFor()
const comments: Awaiting = page => page.getByRole('heading', { name: /comment/ }).waitFor()

/** The addresses of all pages, those that show clips with each of the clips; and what is there once one is complete. */
export function listPages(odd: OddClips, accountId: number, share: string): [address: string, content: Awaiting][] {
  const { prId, plainPrId, emptyPrId, collectionId, thesaurusId, requestId, ids } = odd
  const at = (production: number, path = '') => `/app/production/${production}${path}`
  const ofAccount = (path = '') => `/app/account/${accountId}${path}`
  const shared = ['portrait', 'sound', 'broken', 'document', 'still'] as const
  return [
    ['/', heading],
    ['/app', heading],
    [at(emptyPrId), heading],
    [at(emptyPrId, '?view=list'), heading],
    [at(plainPrId), clips],
    [at(plainPrId, '?view=list'), clips],
    [at(prId), clips],
    [at(prId, '?view=list'), clips],
    [at(prId, `?collection=${collectionId}`), clips],
    [at(prId, '?q=nothing'), page => page.getByText('No clip matches.').waitFor()],
    ...Object.values(ids).map((id): [string, Awaiting] => [at(prId, `/clip/${id}`), comments]),
    [at(prId, `/clip/${ids.film}/subtitles`), heading],
    [at(prId, `/clip/${ids.sound}/subtitles`), heading],
    [at(prId, `/clip/${ids.film}/subtitles/en`), page => page.getByText('All saved').waitFor()],
    [at(prId, `/compare?a=${ids.film}&b=${ids.portrait}`), page => page.locator('video').nth(1).waitFor()],
    [at(prId, `/compare?a=${ids.broken}&b=${ids.sound}`), heading],
    [at(prId, '/review'), page => page.locator('.review-list-rows > li').first().waitFor()],
    [at(emptyPrId, '/review'), heading],
    [at(prId, '/team'), section],
    [at(prId, '/fields'), section],
    [at(prId, '/shares'), section],
    [at(prId, '/deliveries'), section],
    [at(prId, `/deliveries?request=${requestId}`), section],
    [at(prId, '/settings'), section],
    [share, heading],
    ...shared.map((name): [string, Awaiting] => [share.replace('clip=', `clip=${ids[name]}`), comments]),
    ['/app/account', section],
    [ofAccount(), section],
    [ofAccount('/webhooks'), section],
    [ofAccount('/thesauri'), section],
    [ofAccount(`/thesaurus/${thesaurusId}`), section],
    [ofAccount('/workspaces'), section],
    [ofAccount('/branding'), section],
    ['/app/users', heading],
    ['/app/audit', heading],
    ['/app/administration', section],
    ['/app/invitation', heading],
    ['/app/account-invitation', heading],
    ['/app/forgot-password', heading],
    ['/app/reset-password', heading],
    ['/app/no/such/page', heading],
  ]
}

/** Those that are the first at the address of their pattern, and those of what is empty. */
export function toFirstOfEach<Entry extends readonly [address: string, ...unknown[]]>(
  pages: readonly Entry[],
): Entry[] {
  const seen = new Set<string>()
  return pages.filter(([address]) => {
    const kind = address.replaceAll(/\/\d+|=\d*|#.*/g, '')
    return seen.size < seen.add(kind).size
  })
}

/** The patterns of pages that none of these is an address of. */
export function toUnlistedPages(pages: readonly (readonly [address: string, ...unknown[]])[]): string[] {
  const source = readFileSync(new URL('../src/app/pages.tsx', import.meta.url), 'utf8')
  const patterns = Array.from(source.matchAll(/\bpattern: '([^']*)'/g), match => match[1] ?? '')
  const addresses = pages.map(([address]) => address.replace(/[?#].*/, '').replace(/\/$/, ''))
  return patterns.filter(pattern => {
    const expression = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return !addresses.some(address => expression.test(address))
  })
}

/** Until nothing is loading any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.body.textContent?.includes('Loading …') &&
      Array.from(document.images).every(({ complete }) => complete),
  )
}

/** For people who look themselves: `RUSHES_TEST_PICTURES` names a folder. */
export async function keepPicture(page: Page, place: string): Promise<void> {
  const folder = process.env.RUSHES_TEST_PICTURES
  if (folder === undefined) return
  await page.screenshot({ path: join(folder, `${place.replaceAll(/[^\w=]+/g, '-')}.png`) })
}
