import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Recipe } from './pack.ts'

const run = promisify(execFile)
const PACK = fileURLToPath(new URL('pack.ts', import.meta.url))

/** Writes a file in another container or coding, and gives its path; see the program. */
export async function pack(input: string, output: string, recipe: Recipe): Promise<string> {
  await run(process.execPath, [PACK, input, output, JSON.stringify(recipe)])
  return output
}
