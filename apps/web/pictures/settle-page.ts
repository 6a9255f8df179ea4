import type { Page } from 'playwright-core'

/** Waits until the fonts and the pictures are there, and nothing is loading any more. */
export async function settlePage(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('.skeleton') === null &&
      Array.from(document.images).every(({ complete }) => complete),
  )
}
