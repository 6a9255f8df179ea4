import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { BlobStore } from '../../../platform/blobs/blobs.ts'
import { openDiskStore } from '../../../platform/blobs/disk-store.ts'
import type { Snapshot } from '../folder/folder.ts'
import { placeBlobs } from '../restoring/place-blobs.ts'
import { saveBlobs } from '../saving/save-blobs.ts'
import { workAhead } from '../saving/work-ahead.ts'

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-ahead-'))
})
after(() => rm(home, { recursive: true }))

async function* count(items: number): AsyncGenerator<number> {
  for (let item = 1; item <= items; item++) yield item
}

/** Longer than it takes another blob to fail. */
const slowMs = 200

// A failure of which nobody hears would end the process, and fails each of these.
describe('a blob that fails while an earlier one is still on its way', () => {
  const list = ['first', 'second'].map(key => ({ key, created: 1, size: 3, sha256: '0'.repeat(64) }))
  const text = list.map(blob => `${JSON.stringify(blob)}\n`).join('')

  test('is reported once that is there: of a backup', async () => {
    const named = join(home, 'named')
    await writeFile(named, text)
    let isFirstRead = false
    const store: BlobStore = {
      ...(await openDiskStore(join(home, 'service'))),
      async read(key) {
        if (key === 'second') throw new Error('the disk is broken')
        await delay(slowMs)
        isFirstRead = true
        return Readable.from(['one'])
      },
    }
    const saving = { store, folder: join(home, 'backups'), named, earlierLists: [], list: join(home, 'list') }
    await assert.rejects(saveBlobs({ ...saving, onBytes() {} }), /The blob second cannot be copied: the disk is broken/)
    assert.ok(isFirstRead)
  })

  test('is reported once that is there: of a restore', async () => {
    const folder = join(home, 'restored')
    await mkdir(folder)
    await writeFile(join(folder, 'blobs.jsonl'), text)
    let isFirstAsked = false
    const store: BlobStore = {
      ...(await openDiskStore(join(home, 'place'))),
      async getSize(key) {
        if (key === 'second') return 0
        await delay(slowMs)
        isFirstAsked = true
        return 3
      },
    }
    const blobs = { count: 2, bytes: 6, list: { path: 'blobs.jsonl', size: text.length, sha256: '' } }
    const snapshot = { name: 'one', path: '.', manifest: { blobs } as Snapshot['manifest'] }
    const stagingDir = join(home, 'place', 'staging')
    // Its bytes are missing.
    await assert.rejects(placeBlobs({ store, stagingDir, folder, snapshot, onBytes() {} }), { code: 'ENOENT' })
    assert.ok(isFirstAsked)
  })
})

test('several are worked on at a time, and reported in their order', async () => {
  let [underWay, most] = [0, 0]
  const results = workAhead(count(9), async item => {
    most = Math.max(most, ++underWay)
    await delay(item % 2 === 0 ? 1 : 10)
    underWay--
    return item
  })
  assert.deepEqual(await Array.fromAsync(results), [1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.equal(most, 4)
})

test('a reader that stops early waits for what has begun, and nothing more is begun', async () => {
  const ended: number[] = []
  for await (const item of workAhead(count(9), async item => {
    await delay(10 * item)
    ended.push(item)
    return item
  })) {
    assert.equal(item, 1)
    break
  }
  assert.deepEqual(ended, [1, 2, 3, 4])
})
