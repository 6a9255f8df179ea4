/** How long a search of a test waits for the index, so that it finds what was written before on a busy machine too. */
export const testIndexWaitMs = 60_000

/** Waits until something is so; its error tells what was waited for. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, patienceMs = 60_000): Promise<void> {
  for (const begun = performance.now(); !(await isSo()); ) {
    if (performance.now() - begun > patienceMs) throw new Error(`waited in vain until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
