import assert from 'node:assert/strict'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { startTestService } from '../../../test/service.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../test/service-process.ts'
import { until } from '../../../test/until.ts'
import { createRichProduction } from './testing/rich-production.ts'
import { fetchArchive } from './testing/tar-file.ts'

let service: KillableService
let archive: Buffer
before(async () => {
  service = await openKillable()
  const kit = await startTestService()
  const { prId } = await createRichProduction(kit)
  archive = await fetchArchive(kit.admin, prId, { media: 'all' })
  await kit.stop()
})
after(() => service.stop())

const staging = () => join(service.dataDir, 'media', 'staging')
const listWork = async () => (await readdir(staging())).filter(name => name.startsWith('archive-'))

/** Makes it look as if nobody had touched what was left for a quarter of an hour. */
async function forget(): Promise<void> {
  for (const name of await listWork()) {
    const past = (await stat(join(staging(), name))).mtimeMs / 1000 - 900
    await utimes(join(staging(), name), past, past)
  }
}

/** Sends the first part of an archive and leaves the rest for later. */
function send(api: Client, accountId: number, bytes: Buffer, rest: Promise<Buffer>): Promise<Response> {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(bytes))
      controller.enqueue(new Uint8Array(await rest))
      controller.close()
    },
  })
  return fetch(`${service.url}/account/${accountId}/production/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.options.token}` },
    body,
    duplex: 'half',
  } as RequestInit)
}

/** Files that a folder holds, however deep. */
async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.flatMap(entry => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

describe('an import whose service dies', () => {
  // archives-7
  test('while it receives the archive leaves nothing after a restart', async () => {
    let api = await service.start()
    const { accountId } = await createOwnProduction(api)
    const half = Math.floor(archive.length / 2)
    const sending = send(api, accountId, archive.subarray(0, half), new Promise(() => {})).catch(() => undefined)
    await until('files have arrived', async () => {
      const [folder] = await listWork()
      return folder !== undefined && (await listFiles(join(staging(), folder))).length > 3
    })
    await service.kill()
    await sending
    assert.equal((await listWork()).length, 1, 'the dead have left it')
    await forget()
    api = await service.start()
    await until('nothing is left', async () => (await listWork()).length === 0)
    const { items } = await api.productions.listProductions({})
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Crash'],
    )
    await service.kill()
  })

  // archives-7
  test('while rows are written, or blobs made, leaves neither row nor blob', async () => {
    let api = await service.start()
    const me = await api.authentication.getCurrentUser()
    const accountId = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
    const blobs = join(service.dataDir, 'media', 'blobs')
    const filesOf = async () => {
      const [folder] = await listWork()
      return folder === undefined ? [] : await listFiles(join(staging(), folder)).catch(() => [])
    }
    const isAnswered = { now: false }
    const moments: readonly (() => Promise<boolean>)[] = [
      // Everything has come, and rows are being written.
      async () => (await filesOf()).length >= 20,
      // Blobs are about to be made.
      async () => (await filesOf()).some(path => path.endsWith('journal.json')),
      // There is one of this import, which is not committed yet, or has just been.
      async () => (await listFiles(blobs)).length % 3 !== 0,
    ]
    for (const [index, isNow] of moments.entries()) {
      isAnswered.now = false
      const sending = send(api, accountId, archive, Promise.resolve(Buffer.alloc(0))).then(
        response => {
          isAnswered.now = response.status === 201
        },
        () => {},
      )
      await until('the import is that far', async () => isAnswered.now || (await isNow()))
      await service.kill()
      await sending
      await forget()
      api = await service.start()
      await until('nothing is left', async () => (await listWork()).length === 0)
      const { items } = await api.productions.listProductions({})
      const there = items.filter(({ name }) => name === 'The harbour')
      assert.ok(!isAnswered.now || there.length > 0, 'what was answered is there')
      const files = await listFiles(blobs)
      assert.equal(files.length, 3 * there.length, `${index}: ${files.join(' ')}`)
      for (const { id } of there) {
        assert.equal((await api.media.listMediaObjects({ prId: id })).total, 3, 'a production is there as a whole')
      }
    }
  })
})
