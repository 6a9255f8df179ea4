/**
 * Calls a step every so often, until the result is called; does not keep the process running. For what the platform
 * checks and must not fail; the work of modules is repeated by `startBackground`.
 */
export function repeat(everyMs: number, step: () => void): () => void {
  const timer = setInterval(step, everyMs).unref()
  return () => clearInterval(timer)
}
