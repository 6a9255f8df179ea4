/** What people do on the review pages, for the tests of these. */

import type { Locator, Page } from 'playwright-core'

/** Waits until all that is shown of the comments is stored. */
export async function waitForStored(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.comment[aria-busy="true"]'))
}

/** Chooses an action of the menu of a comment. */
export async function actOnComment(comment: Locator, action: 'Edit' | 'Delete'): Promise<void> {
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
