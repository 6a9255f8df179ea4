/** `npm run screenshots -- --mockups [<folder>]`: each mockup of the design beside the page, with the same data. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../server/test/service.ts'
import { openPage, signInOn } from '../test/browser.ts'
import type { ReviewScene } from '../test/review/scene.ts'
import { createMockupScene, type MockupScene } from './mockup-scene.ts'
import { settlePage } from './settle-page.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

interface Pair {
  /** Of the mockup. */
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  /** A desk where nothing is said. */
  readonly size?: typeof desk
  /** Whether it is a visitor who looks. */
  readonly isVisited?: true
  readonly toAddress: (scene: MockupScene) => string
  readonly show: (page: Page) => Promise<unknown>
}

const toGrid = ({ prId, shootDay }: MockupScene) =>
  `/app/production/${prId}?view=grid&collection=${shootDay}&group=customFields.scene&sort=byName`
const toTable = ({ prId, shootDay }: MockupScene) =>
  `/app/production/${prId}?view=list&collection=${shootDay}&sort=byName`
const toReview = ({ prId, cut, comment }: MockupScene) => `/app/production/${prId}/clip/${cut}?comment=${comment}`

const toComparison = ({ prId, first, cut }: MockupScene) =>
  `/app/production/${prId}/compare?a=${first}&b=${cut}&comments=b`

const pairs: readonly Pair[] = [
  { name: '02-library-grid', colorScheme: 'dark', toAddress: toGrid, show: selectThree },
  { name: '02-library-grid-light', colorScheme: 'light', toAddress: toGrid, show: selectThree },
  {
    name: '03-library-table',
    colorScheme: 'dark',
    toAddress: toTable,
    show: showRow,
  },
  { name: '04-clip-review', colorScheme: 'dark', toAddress: toReview, show: showDrawing },
  { name: '04-clip-review-light', colorScheme: 'light', toAddress: toReview, show: showDrawing },
  { name: '05-compare', colorScheme: 'dark', toAddress: toComparison, show: showFrames },
  ...(['dark', 'light'] as const).map(colorScheme => ({
    name: colorScheme === 'dark' ? '07-share-page' : '07-share-page-light',
    colorScheme,
    isVisited: true as const,
    toAddress: ({ visit }: MockupScene) => visit,
    show: (page: Page) => page.locator('.thread').first().waitFor(),
  })),
  {
    name: '08-share-phone',
    colorScheme: 'dark',
    size: phone,
    isVisited: true,
    toAddress: ({ visit }) => visit,
    show: page => page.locator('.thread').first().waitFor(),
  },
  { name: '10-command-palette', colorScheme: 'dark', toAddress: toGrid, show: openPalette },
]

/** Writes one picture for each pair into the folder. */
export async function takeMockups(scene: ReviewScene, mockups: string, folder: string): Promise<void> {
  const stage = await createMockupScene(scene)
  for (const { name, colorScheme, size = desk, isVisited = false, toAddress, show } of pairs) {
    const touch = size === phone ? { hasTouch: true, isMobile: true } : {}
    const page = await openPage(scene.browser, scene.kit, { viewport: size, colorScheme, ...touch })
    if (!isVisited) await signInOn(page, 'admin', adminPassword)
    await page.goto(toAddress(stage))
    await show(page)
    await settlePage(page)
    const taken = await page.screenshot({ animations: 'disabled' })
    await writeFile(
      join(folder, `${name}.png`),
      await putBeside(scene, size, await readFile(join(mockups, `${name}.png`)), taken),
    )
    await page.context().close()
  }
}

async function selectThree(page: Page): Promise<void> {
  // Those of clips that are known, in their groups.
  const cards = page.locator('.group-head ~ .virtual-row .clip-cell[data-clip]')
  await cards.first().waitFor()
  await cards.nth(0).click()
  await cards.nth(1).click({ modifiers: ['Control'] })
  await cards.nth(3).click({ modifiers: ['Control'] })
  await page.mouse.move(0, 0)
}

async function showRow(page: Page): Promise<void> {
  await page.getByText('11:22:07:19').first().click()
  await page.getByRole('textbox', { name: 'Scene' }).waitFor()
}

async function showDrawing(page: Page): Promise<void> {
  await page.locator('.player .drawing').first().waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.frame-picture canvas[data-frame]').length >= 3)
}

async function showFrames(page: Page): Promise<void> {
  await page.locator('video').nth(1).waitFor()
  await page.locator('.thread').first().waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await selectThree(page)
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open]').getByRole('combobox').fill('sta')
  await page.locator('dialog[open]').getByRole('option').first().waitFor()
}

/** The mockup at the left, the page at the right. */
async function putBeside(
  { browser }: ReviewScene,
  { width, height }: typeof desk,
  ...pictures: readonly Buffer[]
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 2 * width, height } })
  const images = pictures.map(
    picture => `<img src="data:image/png;base64,${picture.toString('base64')}" width="${width}" height="${height}">`,
  )
  await page.setContent(`<body style="margin: 0; display: flex">${images.join('')}</body>`)
  const both = await page.screenshot()
  await page.close()
  return both
}
