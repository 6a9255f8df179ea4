/**
 * Whether the trouble is not what was being written: a lost connection, a deadlock, a database that stops or is full.
 * A statement that took too long is the fault of what was written.
 */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code !== '57014' && /^(?:(?:08|40|53|55|57|58|XX)\w{3}|E[A-Z]+)$/.test(code)
}
