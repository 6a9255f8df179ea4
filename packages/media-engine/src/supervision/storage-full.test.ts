import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createMediaEngine } from '../engine.ts'
import { MediaError } from '../errors.ts'
import { planProxy } from '../plan/proxy.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'
import { WorkerPool } from '../worker/pool.ts'

const run = promisify(execFile)
const size = { width: 160, height: 96 }

const isStorageFull = (error: unknown) => {
  assert.ok(error instanceof MediaError, String(error))
  assert.deepEqual([error.code, error.message], ['STORAGE_FULL', 'The storage is full'], error.detail)
  return true
}

let folder: string
let disk: string
let isMounted = false
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-full-'))
  disk = await mkdtemp(join(tmpdir(), 'media-disk-'))
  isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'none', disk]).then(
    () => true,
    () => false,
  )
})
after(async () => {
  if (isMounted) await run('umount', [disk])
  await rm(disk, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

/** Fills the disk to the last byte. */
async function fill(): Promise<void> {
  await using file = await open(join(disk, 'filler'), 'w')
  for (const bytes of [4096, 1]) {
    const block = Buffer.alloc(bytes)
    await (async () => {
      for (;;) await file.write(block)
    })().catch(error => assert.equal(error.code, 'ENOSPC'))
  }
}

describe('a full disk', () => {
  const engine = createMediaEngine()
  let input: string
  let proxy: string
  before(async () => {
    input = join(folder, 'clip.mp4')
    proxy = join(folder, 'proxy.mp4')
    await makeSampleClip(engine, input, { ...size, seconds: 2 })
    await engine.makeProxy({ input, output: proxy, maxHeight: 96 })
  })
  after(() => engine.close())

  test('fails every job that writes with STORAGE_FULL, and leaves nothing behind', async context => {
    if (!isMounted) return context.skip('a small file system can be mounted by root alone')
    await fill()
    const output = join(disk, 'output')
    for (const job of [
      () => engine.makeProxy({ input, output, maxHeight: 96 }),
      () => engine.makePoster({ input, output, frame: 0, maxWidth: 160 }),
      () => engine.makeWaveform({ input, output }),
      () => engine.extractSound({ input, output, samplingFrequency: 16_000 }),
      () => engine.makeSprite({ input: proxy, output }),
      () => makeSampleClip(engine, output, { ...size, seconds: 1 }),
    ]) {
      await assert.rejects(job(), isStorageFull)
    }
    assert.deepEqual(await readdir(disk), ['filler'])
    await rm(join(disk, 'filler'))
    await engine.makeProxy({ input, output: join(disk, 'proxy.mp4'), maxHeight: 96 })
    await rm(join(disk, 'proxy.mp4'))
  })

  test('that is full before the end fails a proxy with STORAGE_FULL', async context => {
    if (!isMounted) return context.skip('a small file system can be mounted by root alone')
    const { size: whole } = await stat(proxy)
    await fill()
    const filler = join(disk, 'filler')
    await truncate(filler, (await stat(filler)).size - Math.floor(whole * 0.7))
    const output = join(disk, 'output.mp4')
    await assert.rejects(engine.makeProxy({ input, output, maxHeight: 96 }), isStorageFull)
    await rm(filler)
  })

  test('says nothing of the file that is read: one that is damaged stays NOT_MEDIA', async () => {
    const damaged = join(folder, 'damaged.mp4')
    await copyFile(input, damaged)
    await truncate(damaged, 40)
    await assert.rejects(engine.makeProxy({ input: damaged, output: join(folder, 'x.mp4'), maxHeight: 96 }), {
      code: 'NOT_MEDIA',
    })
  })

  test('is known from the error of the library itself: a device without space', async () => {
    const report = await engine.probe(input)
    const wish = { input, output: '/dev/full', maxHeight: 96, startTimecode: undefined }
    const pool = new WorkerPool({ size: 1, isReused: false })
    try {
      const plan = planProxy(report, wish)
      await assert.rejects(pool.run('proxy', plan, { timeoutMs: 60_000 }), isStorageFull)
    } finally {
      pool.close()
    }
  })
})
