import assert from 'node:assert/strict'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../test/service.ts'
import { startArchiveCare } from './care.ts'
import { journalName, workPrefix } from './files/work-folder.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** A work folder as a dead import leaves it, `minutes` after it was touched last. */
async function leave(name: string, minutes: number, journal?: object): Promise<void> {
  const folder = join(kit.service.platform.stagingDir, `${workPrefix}${name}`)
  await mkdir(folder)
  await writeFile(join(folder, '1'), 'bytes')
  if (journal) await writeFile(join(folder, journalName), JSON.stringify(journal))
  const then = Date.now() / 1000 - 60 * minutes
  await utimes(folder, then, then)
}

async function addBlob(key: string): Promise<void> {
  const { blobs, stagingDir } = kit.service.platform
  const path = join(stagingDir, 'a-blob')
  await writeFile(path, 'bytes')
  await blobs.adopt(path, key)
}

test('blobs of a production that never came to be go with what is left; those of one that did stay', async () => {
  const { blobs, stagingDir } = kit.service.platform
  const { id } = await kit.createProduction()
  for (const key of ['999999/1/2', `${id}/1/2`]) await addBlob(key)
  await leave('lost', 11, { productionId: 999999, blobKeys: ['999999/1/2', '999999/1/3'] })
  await leave('done', 11, { productionId: id, blobKeys: [`${id}/1/2`] })
  await leave('early', 11)
  await leave('living', 9, { productionId: 999999, blobKeys: [`${id}/1/2`] })
  await writeFile(join(stagingDir, 'of-an-upload'), 'bytes')
  const { platform } = kit.service
  await startArchiveCare({ ...platform, isAlone: false })()
  assert.deepEqual((await readdir(stagingDir)).toSorted(), [`${workPrefix}living`, 'of-an-upload'])
  assert.equal(await blobs.getSize(`${id}/1/2`), 5)
  await assert.rejects(blobs.getSize('999999/1/2'), /does not exist/)
  await startArchiveCare({ ...platform, isAlone: true })()
  // No other process can be at work in it.
  assert.deepEqual(await readdir(stagingDir), ['of-an-upload'])
})
