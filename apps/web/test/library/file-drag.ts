import type { Page } from 'playwright-core'
import { until } from '../../../server/test/until.ts'

/** Holds files of the machine over a point of the page, as a person does; lets them fall when the result is called. */
export async function holdFiles(
  page: Page,
  paths: readonly string[],
  { x, y }: { x: number; y: number },
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x, y, data })
  await send('dragEnter')
  // A pointer that rests tells so again and again: once is not enough where the page changes below it.
  await until('the page takes what is held over it', async () => {
    await send('dragOver')
    return page.locator('.uploads-target[data-over="true"]').isVisible()
  })
  return async () => {
    // What was under the pointer may have been replaced since: a drop there would reach nothing.
    await send('dragOver')
    await send('drop')
    await session.detach()
  }
}
