import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { byExtent } from '../../../../test/extent.ts'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../../test/peers/object-store.ts'
import { createRandom } from '../../../../test/random.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../../test/service-process.ts'

const random = createRandom('uploads')
/** Kills at random points; `npm run test:long` makes a hundred of them. */
const rounds = process.env.RUSHES_LONG === '1' ? 100 : byExtent(1, 3)

/** What holds of uploads to a service that is killed, wherever its media is. */
function describeKills(kind: string, skip: string | false, getSettings: () => Promise<Record<string, string>>): void {
  describe(kind, { skip }, () => {
    let service: KillableService
    before(async () => {
      service = await openKillable(await getSettings())
    })
    after(() => service?.stop())

    test(`a service that is killed at any moment of an upload has lost no acknowledged chunk (${rounds} rounds)`, {
      timeout: rounds * 60_000,
    }, async () => {
      const bytes = makeBytes(24_000_000)
      const chunkBytes = 1_000_000
      let api = await service.start()
      const { prId } = await createOwnProduction(api)
      for (let round = 0; round < rounds; round++) {
        const clip = await beginUpload(api, prId, bytes.length, { hash: sha256(bytes) })
        // Out of order: 7 and 24 have no common divisor. Some are sent twice.
        const starts = Array.from({ length: 30 }, (_, index) => ((index * 7) % 24) * chunkBytes)
        const acknowledged = new Set<number>()
        const send = async () => {
          for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
            const answer = await putChunk(clip.location, start, bytes.slice(start, start + chunkBytes)).catch(
              () => undefined,
            )
            if (!answer) return
            if (answer.status === 204) acknowledged.add(start)
          }
        }
        // A complete upload is closed: the kill may also happen while closing.
        const sending = Promise.all([send(), send(), send(), send()]).then(() =>
          api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } }).catch(() => undefined),
        )
        await delay(random() * 400)
        await service.kill()
        await sending

        api = await service.start()
        const state = await api.uploads.getUpload({ prId, id: clip.id })
        for (const start of acknowledged) {
          assert.ok(
            state.received.some(([from, to]) => from <= start && start + chunkBytes <= to),
            `round ${round}: ${start} is lost`,
          )
        }
        for (const [start, end] of state.missing) {
          assert.equal((await putChunk(clip.location, start, bytes.slice(start, end))).status, 204)
        }
        // The announced hash is compared here: what was recorded before the kill is the very file.
        await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
        assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
        await api.media.deleteMediaObject({ prId, id: clip.id })
      }
    })
  })
}

describeKills('on a disk', false, async () => ({}))

let objects: ObjectStore | undefined
after(() => objects?.stop())
describeKills('on an object store', whyNoObjectStore(), async () => {
  objects = await startObjectStore()
  return objects.toSettings('killed')
})
