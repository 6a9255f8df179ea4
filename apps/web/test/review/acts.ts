/** What people do on the review pages, for the tests of these. */

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Waits until all that is shown of the comments is stored. */
export async function waitForStored(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.comment[aria-busy="true"]'))
}

/** Chooses an action of the menu of a comment. */
export async function actOnComment(comment: Locator, action: string): Promise<void> {
  await openCommentMenu(comment)
  await comment.page().getByRole('menuitem', { name: action }).click()
}

/** Opens the menu of a comment. */
async function openCommentMenu(comment: Locator): Promise<void> {
  await comment
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
}

/** Shows only some of the comments. */
export async function filterComments(page: Page, name: string): Promise<void> {
  const button = page.getByRole('group', { name: 'Show' }).getByRole('button', { name: new RegExp(`^${name}`) })
  if ((await button.count()) > 0) {
    await button.click()
    return
  }
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
}

/** Chooses a review status. */
export async function chooseStatus(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Review status/ }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
}

/** The button that says a review status. */
export function findStatus(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Review status: ${name}` })
}

/** Shows a panel beside the comments, or these. */
export async function showPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
}

/** Fails unless the transport has the buttons for shots at these widths, and no part of it lies on another. */
export async function assertTransportFits(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'Previous shot' }).waitFor({ timeout: 5000 })
    assert.deepEqual(await page.locator('.player-controls :is(button, select, input)').evaluateAll(listOverlaps), [])
  }
}

/** Pairs of elements that lie on each other; runs in the page. */
function listOverlaps(all: readonly Element[]): string[] {
  const boxes = all.map(element => element.getBoundingClientRect()).filter(({ width }) => width > 0)
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(other => one.left < other.right && other.left < one.right)
      .filter(other => one.top < other.bottom && other.top < one.bottom)
      .map(other => `${one.left} to ${one.right} and ${other.left} to ${other.right}`),
  )
}

/** Whether there is anything on a canvas; runs in the page. */
export function isDrawn(element: Element): boolean {
  const canvas = element as HTMLCanvasElement
  const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  return picture?.data.some(byte => byte > 0) === true
}
