import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../opening/start-error.ts'
import { type FileOwner, findBarrier } from './run-as.ts'

/** Where the databases of root services live when their data folder is closed to the database's user. */
const sharedRoot = '/var/lib/rushes'
/** A socket's address holds 107 bytes (Linux; 103 on macOS), of which PostgreSQL appends these. */
const socketName = '/.s.PGSQL.5432'
const maxSocketPathBytes = process.platform === 'darwin' ? 103 : 107

/**
 * Makes the data folder and returns the real path of its `database` folder, which holds everything of the embedded
 * database. With an `owner` who cannot reach it, `database` becomes a link into `/var/lib/rushes`.
 */
export async function prepareDatabaseFolder(dataDir: string, owner: FileOwner | undefined): Promise<string> {
  await mkdirPrivate(dataDir)
  const folder = join(dataDir, 'database')
  if (!existsSync(folder)) await placeDatabaseFolder(dataDir, folder, owner)
  const root = await realpath(folder)
  if (owner) {
    await letIn(dataDir, owner)
    const barrier = findBarrier(dirname(root), owner)
    if (barrier !== undefined) throw new StartError(toBarrierMessage(root, barrier, owner))
    await chown(root, 0, owner.gid)
    await chmod(root, 0o770)
  }
  return root
}

/** The message for a database that exists where its user cannot go. */
function toBarrierMessage(root: string, barrier: string, owner: FileOwner): string {
  return (
    `PostgreSQL refuses to run as root, and the user ${owner.name} cannot enter ${barrier} to reach ${root}: ` +
    'start as an ordinary user, or set RUSHES_DATA to a folder under /var/lib'
  )
}

async function placeDatabaseFolder(dataDir: string, folder: string, owner: FileOwner | undefined): Promise<void> {
  const path = await realpath(dataDir)
  if (!owner || findBarrier(dirname(path), owner) === undefined) {
    await mkdir(folder, { mode: 0o700 })
    return
  }
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  const target = join(sharedRoot, hash)
  await mkdir(target, { recursive: true })
  await symlink(target, folder)
}

/** Opens the data folder's own door to the owner's group, to pass through and no more. */
async function letIn(dataDir: string, owner: FileOwner): Promise<void> {
  const path = await realpath(dataDir)
  if (findBarrier(path, owner) !== path) return
  await chown(path, 0, owner.gid)
  await chmod(path, 0o710)
}

/** Makes `folder` with mode 0700 and missing parents with the usual one: a recursive mkdir would close them too. */
async function mkdirPrivate(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 })
}

/**
 * A folder for the server's socket that only its owner can enter: in the database's folder when the path is short
 * enough, else a fixed one in the system's folder for temporary files.
 */
export async function prepareSocketFolder(root: string, owner: FileOwner | undefined): Promise<string> {
  const inside = join(root, 'run')
  if (fitsSocket(inside)) {
    if (!existsSync(inside)) await mkdir(inside, { mode: 0o700 })
    await giveTo(inside, owner)
    return inside
  }
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const fixed = join(tmpdir(), `rushes-${hash}`)
  if (!existsSync(fixed)) await mkdir(fixed, { mode: 0o700 })
  // Anyone may have made that name first: then a name that nobody can foresee.
  const outside = isPrivateTo(fixed, owner) ? fixed : await mkdtemp(join(tmpdir(), 'rushes-'))
  if (!fitsSocket(outside))
    throw new StartError(`The path ${outside} is too long for a socket: set TMPDIR to a shorter one`)
  await giveTo(outside, owner)
  return outside
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(folder + socketName) <= maxSocketPathBytes
}

function isPrivateTo(folder: string, owner: FileOwner | undefined): boolean {
  const found = lstatSync(folder)
  const isOurs = found.uid === process.getuid?.() || found.uid === owner?.uid
  return found.isDirectory() && isOurs && (found.mode & 0o077) === 0
}

/** Gives a tree to the database's user, or back to this one after a start on another road. Only root can and need. */
export async function giveTo(path: string, owner: FileOwner | undefined): Promise<void> {
  if (process.getuid?.() !== 0) return
  const uid = owner?.uid ?? 0
  const gid = owner?.gid ?? 0
  const found = await lstat(path)
  // The root of a tree changes hands last, so a tree that was cut short on the way is walked again.
  if (found.uid === uid) return
  await giveTree(path, uid, gid)
}

async function giveTree(path: string, uid: number, gid: number): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), uid, gid)
  }
  await lchown(path, uid, gid)
}
