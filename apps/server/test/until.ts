/** Waits until something is so; its error tells what was waited for. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, patienceMs = 60_000): Promise<void> {
  for (const begun = performance.now(); !(await isSo()); ) {
    if (performance.now() - begun > patienceMs) throw new Error(`waited in vain until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
