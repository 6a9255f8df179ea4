/** What a process of tests reports while it runs, written at once, so that it is there even if its event loop never turns again. */

import { appendFileSync } from 'node:fs'

/** Set by the runner: the file that the marks of this process are appended to. */
export const marksVariable = 'RUSHES_TEST_MARKS'

export type Mark =
  | { readonly at: 'file' | 'file end'; readonly file: string; readonly time: number }
  | { readonly at: 'test'; readonly test: string }
  | { readonly at: 'uncaught'; readonly message: string }
  | { readonly at: 'state'; readonly tests: readonly string[]; readonly resources: readonly string[] }
  | { readonly at: 'open'; readonly resources: readonly string[] }

export function mark(event: Mark): void {
  const path = process.env[marksVariable]
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(event)}\n`)
}
