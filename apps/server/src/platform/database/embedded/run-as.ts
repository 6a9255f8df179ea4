import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../opening/start-error.ts'

/**
 * How PostgreSQL's programs are run. It refuses to run as root, so a root service has two roads:
 *
 *     not root ──────────────────────────────► as we are
 *     root ─┬─ user namespace allowed ───────► inside one: files stay root's, any path works
 *           └─ else: user postgres or nobody ► the folder must be one that this user can reach
 */
export interface RunAs {
  /** Programs put before the command, with their arguments; each replaces itself by the next, so the pid is the last's. */
  readonly prefix: readonly string[]
  /** The user that owns the database's files; `undefined` leaves them as this process makes them. */
  readonly owner: FileOwner | undefined
  /** Set when the change of user is left to the start of the child process. */
  readonly spawnAs: FileOwner | undefined
}

export interface FileOwner {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

/** Nothing of the caller's PGPORT, PGOPTIONS or locale; the time zone is set, so that it is not searched for. */
export const programEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

const asNamespacedUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
/** The kernel interrupts the database (a fast, clean stop) when this process is killed. */
const dieWithParent = ['setpriv', '--pdeathsig', 'INT']

/** Chooses the road by trying it; throws `StartError` when a root service has none. */
export function chooseRunAs(isRoot = process.getuid?.() === 0): RunAs {
  const guard = works(dieWithParent) ? dieWithParent : []
  if (!isRoot) return { prefix: guard, owner: undefined, spawnAs: undefined }
  const namespaced = [...asNamespacedUser, ...guard]
  if (works(namespaced)) return { prefix: namespaced, owner: undefined, spawnAs: undefined }
  return chooseUnprivileged(guard)
}

/** The second road of root: another user. */
export function chooseUnprivileged(guard: readonly string[]): RunAs {
  const owner = findUser('postgres') ?? findUser('nobody')
  if (!owner) {
    throw new StartError(
      'PostgreSQL refuses to run as root, and there is no user postgres or nobody: start as an ordinary user',
    )
  }
  const drop = [...guard, '--reuid', `${owner.uid}`, '--regid', `${owner.gid}`, '--clear-groups']
  const spawnAs = guard.length > 0 && works(drop) ? undefined : owner
  return { prefix: spawnAs ? [] : drop, owner, spawnAs }
}

function works(prefix: readonly string[]): boolean {
  const [program, ...args] = [...prefix, 'true']
  return program !== undefined && spawnSync(program, args, { stdio: 'ignore', env: programEnvironment }).status === 0
}

function findUser(name: string): FileOwner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid), name } : undefined
}

/** The first folder on the way to `path` (itself included) that `owner` may not pass through. */
export function findBarrier(path: string, owner: FileOwner): string | undefined {
  const parent = dirname(path)
  const above = parent === path ? undefined : findBarrier(parent, owner)
  if (above !== undefined) return above
  const { mode, uid, gid } = statSync(path)
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
  return (mode & bit) === 0 ? path : undefined
}
