import { setTimeout as delay } from 'node:timers/promises'

/** Resolves once it is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it never was so')
    await delay(2)
  }
}
