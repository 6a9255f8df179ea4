/** Programs in Python that tests compare with, from PyPI. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'

const isPresent =
  spawnSync('python3', ['-c', 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 11))']).status === 0

/** Why tests with Python are skipped; venv and ensurepip are packages of their own on some systems. */
export const pythonIsMissing =
  isPresent || process.env.CI ? false : 'python3 (3.11 or later, with venv and pip) was not found'

/** Installs what a file of requirements lists into a folder of the cache, once, and returns the Python that has it. */
export async function installPython(name: string, requirements: string): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const cache = join(root, '.cache')
  const home = join(cache, `${name}-${hash}`)
  const python = join(home, 'bin', 'python')
  if (existsSync(python)) return python
  mkdirSync(cache, { recursive: true })
  // Installed under another name first: an interrupted installation is not found next time.
  const draft = mkdtempSync(`${home}-`)
  try {
    await run('python3', ['-m', 'venv', draft], root)
    await run(join(draft, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], root)
    renameSync(draft, home)
  } catch (error) {
    // Another run may have finished first.
    if (!existsSync(python)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return python
}
