/**
 * `npm run screenshots [-- <folder> [<part of an address>]]`: takes every page in both themes and three widths, to be looked
 * at; with `--mockups` the mockups of the design beside the pages, with the same data.
 */

import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createTemplate, serverVariable, startTestPostgres } from '../../server/test/database.ts'
import { adminPassword } from '../../server/test/service.ts'
import { buildWebApp } from '../build/build.ts'
import { browserIsMissing, openPage, signInOn } from '../test/browser.ts'
import { listPages } from '../test/odd-pages.ts'
import { createOddClips } from '../test/player/odd-clips.ts'
import { createReviewScene, type ReviewScene } from '../test/review/scene.ts'
import { addComments } from './crew.ts'
import { findMockups } from './mockup-folder.ts'
import { takeMockups } from './mockups.ts'
import { settlePage } from './settle-page.ts'

const isOfMockups = process.argv.includes('--mockups')
const given = process.argv.slice(2).filter(argument => argument !== '--mockups')
const [folder = join(tmpdir(), 'rushes-screenshots'), part = ''] = given
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const moments = { entrance: 4, sail: 14, dawn: 27, flare: 40 }

type Show = (page: Page) => Promise<unknown>

/** What is open above a page, by the name of its picture. */
const states: Readonly<Record<string, Show>> = {
  palette: page => page.keyboard.press('Control+k').then(() => page.getByRole('combobox').fill('s')),
  keys: page => page.keyboard.press('?'),
  menu: page => page.locator('.user-button').filter({ visible: true }).click(),
}

// Before anything is built or started.
const mockups = isOfMockups ? findMockupsOrEnd() : undefined
if (browserIsMissing) throw new Error(browserIsMissing)
await buildWebApp()
await mkdir(folder, { recursive: true })
const server = await startTestPostgres()
try {
  await createTemplate(server.url)
  process.env[serverVariable] = server.url
  const scene = await createReviewScene()
  try {
    if (mockups !== undefined) await takeMockups(scene, mockups, folder)
    else await takeAll(scene, await prepare(scene))
  } finally {
    await scene.stop()
  }
} finally {
  await server.stop()
}
console.log(folder)

function findMockupsOrEnd(): string {
  try {
    return findMockups()
  } catch (error) {
    console.error(`screenshots: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

/** A library with clips of all kinds, people and comments; gives the addresses of all pages. */
async function prepare(scene: ReviewScene): Promise<[address: string, content: Show][]> {
  const { kit } = scene
  const odd = await createOddClips(scene)
  const { prId, collectionId: id, ids } = odd
  await addComments(kit, prId, ids.film, moments)
  const body = { label: 'Dailies', permissions: ['VIEW' as const, 'ANNOTATE' as const, 'DOWNLOAD' as const] }
  const share = await kit.admin.sharing.createShare({ prId, id, body })
  await kit.admin.subtitles.getSubtitleOfLanguage({ prId, moId: ids.film, language: 'en' })
  const address = `/app/share/${prId}/${share.id}?clip=#token=${encodeURIComponent(share.token ?? '')}`
  return listPages(odd, kit.accountId, address)
}

async function takeAll({ kit, browser }: ReviewScene, pages: [address: string, content: Show][]): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await openPage(browser, kit, { viewport: sizes[0] ?? null, colorScheme })
    await page.goto('/app')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await take(page, `sign-in-${colorScheme}`)
    await signInOn(page, 'admin', adminPassword)
    for (const [address, content] of pages.filter(([address]) => address.includes(part))) {
      const name = address.replace(/#.*/, '').replaceAll(/[^\w=]+/g, '-')
      await page.goto(address)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await content(page)
        await take(page, `${name}-${size.width}-${colorScheme}`)
      }
    }
    const team = pages.find(([address]) => address.endsWith('/team'))?.[0] ?? '/app'
    for (const [name, show] of Object.entries(states)) {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.goto(team)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        await show(page)
        await take(page, `${name}-${size.width}-${colorScheme}`)
      }
    }
  }
}

async function take(page: Page, name: string): Promise<void> {
  await settlePage(page)
  await page.screenshot({ path: join(folder, `${name.replace(/^-/, '')}.png`), animations: 'disabled' })
}
