const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads what is not needed to look around once somebody does anything: without a connection nothing can be loaded any more.
 * Until the returned function is called.
 */
export function onFirstSign(load: () => Promise<unknown>): () => void {
  const stopper = new AbortController()
  const loadOnce = () => {
    stopper.abort()
    // What cannot be loaded now is asked for again where it is needed, and fails there.
    load().catch(() => {})
  }
  for (const sign of signs) addEventListener(sign, loadOnce, { signal: stopper.signal })
  return () => stopper.abort()
}
