import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why tests that need a small disk are skipped where there is none. */
export const lacksSmallDisk = 'only root can mount a small file system'

/** A file system in memory, to be filled. */
export interface SmallDisk {
  readonly path: string
  /** Writes all but `spare` of the bytes that are free at the call: what becomes free meanwhile stays free. */
  fill(spare?: number): Promise<void>
  /** Removes what filled it. */
  clear(): Promise<void>
  unmount(): Promise<void>
}

/** Mounts a small disk; undefined where this user cannot. */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'rushes-disk-'))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', path]).then(
    () => true,
    () => false,
  )
  if (!isMounted) {
    await rm(path, { recursive: true })
    return undefined
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill: (spare = 0) => appendUntilFull(filler, spare),
    clear: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}

async function appendUntilFull(path: string, spare: number): Promise<void> {
  await using file = await open(path, 'a')
  const { bavail, bsize } = await statfs(path)
  const block = Buffer.alloc(65_536)
  try {
    for (let left = bavail * bsize - spare; left > 0; left -= block.length) {
      await file.writeFile(block.subarray(0, Math.min(left, block.length)))
    }
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}
