/** Which pages of this browser are open: what one of them sends itself is not taken from it by another. */

import { createKey } from './create-key.ts'

/** The name of this page. */
export const page = `rushes.page.${createKey()}`
// Held for as long as the page is there. Browsers have no locks without https.
void navigator.locks?.request(page, () => new Promise(() => {}))

export async function listLivingPages(): Promise<ReadonlySet<string | undefined>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name))
}
