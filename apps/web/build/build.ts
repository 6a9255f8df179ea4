/** Builds the web app unless what is built is of the sources that are there. */

import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const project = join(root, '../..')
const stamp = join(root, 'dist', '.built-of')

/** Of every file that decides what the app is. */
function hashSources(): string {
  const files = globSync(
    [
      'apps/web/{src,public,build}/**/*',
      'apps/web/*.html',
      'packages/{client,contract,timebase,timed-text}/src/**/*.ts',
      'package-lock.json',
    ],
    { cwd: project, withFileTypes: true },
  )
    .filter(file => file.isFile())
    .map(file => join(file.parentPath, file.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.slice(project.length)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/** Resolves when the app is in `dist`. */
export async function buildWebApp(): Promise<void> {
  const hash = hashSources()
  if (readStamp() === hash) return
  // The tools are large: they are not loaded when the pages are up to date.
  const [{ build }, { configuration }] = await Promise.all([import('vite'), import('./configuration.ts')])
  const given = process.env.NODE_ENV
  // A test may build them first: pages built for anything else are larger and slower.
  process.env.NODE_ENV = 'production'
  try {
    await build(configuration)
  } finally {
    if (given === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = given
  }
  writeFileSync(stamp, hash)
}
