import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why tests that need a small disk are skipped where there is none. */
export const lacksSmallDisk = 'only root can mount a small file system'

/** A file system in memory, to be filled. */
export interface SmallDisk {
  readonly path: string
  /** Fills it to the last byte; also what has become free since it was filled. */
  fill(): Promise<void>
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
    fill: () => appendUntilFull(filler),
    clear: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}

async function appendUntilFull(path: string): Promise<void> {
  await using file = await open(path, 'a')
  for (const bytes of [65_536, 1]) {
    const block = Buffer.alloc(bytes)
    await (async () => {
      for (;;) await file.write(block)
    })().catch(error => assert.equal(error.code, 'ENOSPC'))
  }
}
