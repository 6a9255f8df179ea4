import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { RATE_29_97 } from '@rushes/timebase'
import { refusal } from '../../../../test/refusal.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { createManyClips } from '../../../../test/scene/many-clips.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from './create-clip.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

describe('a clip', () => {
  // media-1
  test('stands on the wire with its times in seconds, its rate as a fraction and its timecode as a label', async () => {
    const { id } = await createClip(kit, prId, 'Interview', {
      type: 'VIDEO',
      durationMs: 888_064,
      sampleRate: RATE_29_97,
      frameCount: 26_615,
      timecodeFrames: 107_892,
      dropFrame: true,
      keyFrame: 12,
    })
    const clip = await api.media.getMediaObject({ prId, id })
    const sampleRate = { numerator: 30000, denumerator: 1001, drop_frame: true }
    assert.deepEqual(
      [clip.objectType, clip.type, clip.duration, clip.durationSeconds, clip.timecodeFrames, clip.keyFrame],
      ['MediaObject', 'VIDEO', 888, 888.064, 107_892, 12],
    )
    assert.deepEqual(clip.sampleRate, sampleRate)
    assert.deepEqual(clip.timecode, { frames: 107_892, sampleRate, dropFrame: true, text: '01:00:00;00' })
    assert.deepEqual(clip.hrefs, {
      self: `${kit.url}/production/${prId}/mo/${id}`,
      moi: `${kit.url}/production/${prId}/mo/${id}/moi`,
      moa: `${kit.url}/production/${prId}/mo/${id}/moa`,
    })
  })

  // media-1, media-2
  test('of which nothing is known yet leaves out what is not known', async () => {
    const { id } = await createClip(kit, prId, 'Unknown')
    const clip = await api.media.getMediaObject({ prId, id })
    for (const name of ['duration', 'sampleRate', 'timecode', 'keyFrame', 'umid', 'workflowId']) {
      assert.equal(name in clip, false, name)
    }
    assert.deepEqual([clip.type, clip.growing, clip.proxyOnline], ['PENDING', false, false])
  })

  // media-10
  test('has instances with tracks, as a bare list', async () => {
    const { id } = await createClip(kit, prId, 'With files')
    const tracks = [
      {
        type: 'VIDEO' as const,
        codingFormat: 'h264',
        width: 1920,
        height: 1080,
        fps: { numerator: 25, denumerator: 1 },
      },
      { type: 'AUDIO' as const, channels: 2 },
    ]
    const { id: moiId } = await addFile(kit, prId, id, new Uint8Array(3), { type: 'RAW', tracks })
    const response = await fetch(`${kit.url}/production/${prId}/mo/${id}/moi?access_token=${api.options.token}`)
    const list: unknown = await response.json()
    assert.ok(Array.isArray(list))
    const instance = await api.media.getInstance({ prId, id, moiId })
    assert.deepEqual(list, [JSON.parse(JSON.stringify(instance))])
    assert.deepEqual(
      instance.tracks?.map(track => [track.objectType, track.type, track.mediaObjectInstanceId]),
      [
        ['Track', 'VIDEO', moiId],
        ['Track', 'AUDIO', moiId],
      ],
    )
    const clip = await api.media.getMediaObject({ prId, id })
    assert.deepEqual(clip.tracks, instance.tracks)
    assert.equal('blob_key' in instance || 'blobKey' in instance, false)
  })

  // media-4
  test('of another production is not found; one that may not be seen is 403, nobody in particular 401', async () => {
    const { id } = await createClip(kit, prId, 'Hidden')
    const other = (await kit.createProduction()).id
    await assert.rejects(kit.admin.media.getMediaObject({ prId: other, id }), refusal(404))
    await assert.rejects(kit.admin.media.listInstances({ prId: other, id }), refusal(404))
    const { api: stranger } = await kit.createUser()
    await assert.rejects(stranger.media.getMediaObject({ prId, id }), refusal(403, 'PRODUCTION_VIEW'))
    await assert.rejects(kit.client().media.getMediaObject({ prId, id }), refusal(401))
  })
})

describe('the list of clips', () => {
  // http-43, media-3
  test('is paged, filtered and sorted', async () => {
    const { id } = await kit.createProduction()
    for (const name of ['b', 'c', 'a']) await createClip(kit, id, name, { type: name === 'c' ? 'AUDIO' : 'VIDEO' })
    const list = async (query: Parameters<Client['media']['listMediaObjects']>[0]['query']) => {
      const page = await kit.admin.media.listMediaObjects({ prId: id, query: { ...query } })
      return [page.items.map(clip => clip.name).join(''), page.offset, page.total]
    }
    assert.deepEqual(await list({}), ['bca', 0, 3])
    assert.deepEqual(await list({ limit: 1, offset: 1 }), ['c', 1, 3])
    assert.deepEqual(await list({ limit: 0 }), ['', 0, 3])
    assert.deepEqual(await list({ sort: 'name asc', rows: 2 }), ['ab', 0, 3])
    assert.deepEqual(await list({ fq: ['type:VIDEO'], sort: 'name DESC' }), ['ba', 0, 2])
    assert.deepEqual(await list({ fq: ['name:nothing'] }), ['', 0, 0])
  })

  // media-3
  test('is filtered and sorted over more clips than are looked at together', async () => {
    const { id } = await kit.createProduction()
    await createManyClips(kit, id, 1_050)
    const query = { fq: ['name:(Take?*)'], sort: 'name desc', start: 1_000, rows: 3 }
    const { items, total } = await kit.admin.media.listMediaObjects({ prId: id, query })
    assert.deepEqual([total, ...items.map(({ name }) => name)], [1_050, 'Take 0049', 'Take 0048', 'Take 0047'])
  })
})
