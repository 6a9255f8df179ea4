import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClip, waitForWorkflow } from '@rushes/client'
import { RATE_25 } from '@rushes/timebase'
import { createRandom } from '../../../../../test/random.ts'
import { readAnnotation } from '../../../../../test/scene/subtitles.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../../../test/service-process.ts'
import { withContent } from './scene.ts'

const random = createRandom('subtitle runs')
let service: KillableService
before(async () => {
  service = await openKillable()
})
after(() => service.stop())

/** Kills at random points; `npm run test:long` makes more of them. */
const rounds = process.env.RUSHES_LONG === '1' ? 50 : 2
const entryCount = 400

const srt = Array.from({ length: entryCount }, (_, index) => {
  const time = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`
  return `${index + 1}\n${time(2 * index)} --> ${time(2 * index + 1)}\n${index % 10 === 9 ? ' ' : `Line ${index}`}\n`
}).join('\n')

test(`a service that is killed in the middle of a run finishes it after the next start, once (${rounds} rounds)`, {
  timeout: rounds * 60_000,
}, async () => {
  let api = await service.start()
  const { prId } = await createOwnProduction(api)
  for (let round = 0; round < rounds; round++) {
    const moId = await addClip(api, prId)
    const { id } = await api.subtitles.createAdvancedSubtitle({
      prId,
      moId,
      body: {
        ...{ language: 'en', importFileResource: withContent(srt), removeBlankSubtitles: true },
        // Whatever ran twice would move them twice.
        subtitleTimingCorrections: [{ type: 'offset', offsetFrames: 7 }],
      },
    })
    await delay(random() * 400)
    await service.kill()
    api = await service.start()
    await waitForWorkflow(api, { prId, id })
    const place = { prId, moId, language: 'en', query: { noCreate: true } }
    const { version, structuredDescription } = await readAnnotation(await api.subtitles.getSubtitleOfLanguage(place))
    assert.equal(version, 1)
    assert.deepEqual(
      structuredDescription.subtitles.map(({ start }) => start),
      Array.from({ length: entryCount }, (_, index) => index)
        .filter(index => index % 10 !== 9)
        .map(index => 50 * index + 7),
    )
    const { subtitlingStatuses } = await api.annotations.getMediaObjectAnnotation({ prId, moId })
    assert.deepEqual(subtitlingStatuses, { en: 'AUTOMATIC_COMPLETED' })
    const events = await api.events.listProductionEvents({ prId, query: { type: ['Subtitling.import'], limit: 1000 } })
    assert.equal(events.filter(({ target }) => (target as { id?: unknown }).id === moId).length, 1)
  }
})

/** A clip as an ingest leaves it; the service is another process, so that its database is known. */
async function addClip(api: Client, prId: number): Promise<number> {
  const { id } = await createClip(api, prId, { name: 'Programme' })
  await service.database.db
    .updateTable('media_object')
    .set({ rate_num: RATE_25.num, rate_den: RATE_25.den, frame_count: 50 * entryCount + 100 })
    .where('id', '=', id)
    .execute()
  return id
}
