/** Every page of the web app, to be looked at where the clips are odd. */

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { OddClips } from './odd-clips.ts'

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
    [at(prId, '?q=nothing'), heading],
    ...Object.values(ids).map((id): [string, Awaiting] => [at(prId, `/clip/${id}`), comments]),
    [at(prId, `/clip/${ids.film}/subtitles`), heading],
    [at(prId, `/clip/${ids.sound}/subtitles`), heading],
    [at(prId, `/clip/${ids.film}/subtitles/en`), page => page.getByText('All saved').waitFor()],
    [at(prId, `/compare?a=${ids.film}&b=${ids.portrait}`), page => page.locator('video').nth(1).waitFor()],
    [at(prId, `/compare?a=${ids.broken}&b=${ids.sound}`), heading],
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
    ['/app/invitation', heading],
    ['/app/account-invitation', heading],
    ['/app/forgot-password', heading],
    ['/app/reset-password', heading],
    ['/app/no/such/page', heading],
  ]
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
