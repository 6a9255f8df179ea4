import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import type { MediaObject, MediaObjectRequest } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

const ntsc = { numerator: 30000, denumerator: 1001, drop_frame: true }
const facts = { sampleRate: ntsc, timecodeFrames: 107892, duration: 12.4, keyFrame: 7 }
const pick = ({ duration, durationSeconds, sampleRate, timecode, timecodeFrames, keyFrame }: MediaObject) => ({
  duration,
  durationSeconds,
  sampleRate,
  timecode: timecode?.text,
  timecodeFrames,
  keyFrame,
})
const shown = {
  duration: 12,
  durationSeconds: 12.4,
  sampleRate: ntsc,
  timecode: '01:00:00;00',
  timecodeFrames: 107892,
  keyFrame: 7,
}

describe('sampleRate, timecode, duration and keyFrame of a MediaObjectRequest', () => {
  // uploads-9
  test('are shown by a placeholder', async () => {
    const { id } = await createClip(api, prId, { name: 'Scene 1', ...facts })
    assert.deepEqual(pick(await api.media.getMediaObject({ prId, id })), shown)
    const inList = await api.media.listMediaObjects({ prId, query: { fq: ['name:"Scene 1"'] } })
    assert.deepEqual(pick(inList.items[0]!), shown)
  })

  // uploads-9
  test('may come as they are answered, and a timecode as its text', async () => {
    const { timecodeFrames: _frames, ...others } = facts
    const timecodes: MediaObjectRequest['timecode'][] = [
      { frames: 107892, sampleRate: ntsc, dropFrame: true, text: '01:00:00;00' },
      { text: '01:00:00;00' },
      '01:00:00;00',
    ]
    for (const timecode of timecodes) {
      const clip = await createClip(api, prId, { name: 'Scene 2', ...others, timecode })
      assert.deepEqual(pick(clip), shown)
    }
    const bare = await createClip(api, prId, { timecode: '01:00:00:00' })
    assert.deepEqual(
      [bare.timecode, bare.timecodeFrames],
      [undefined, undefined],
      'a text means nothing without a rate',
    )
  })

  // uploads-9
  test('reach a placeholder that is found, and stay when it gets its upload', async () => {
    const { id } = await createClip(api, prId, { name: 'Scene 3' })
    const found = await createClip(api, prId, { name: 'Scene 3', resolveMethod: 'NAME', ...facts })
    assert.deepEqual([found.id, pick(found)], [id, shown])
    assert.deepEqual(pick(await beginUpload(api, prId, 1, { mediaObjectId: id })), shown)
  })

  // uploads-9
  test("give way to the file's own facts, which nothing announced replaces", async () => {
    const { id } = await beginUpload(api, prId, 0, { name: 'Scene 4', fileName: 'notes.txt', ...facts })
    await api.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
    const again = await createClip(api, prId, { name: 'Scene 4', resolveMethod: 'NAME', ...facts, duration: 99 })
    assert.equal(again.duration, 12)
  })

  const wrong: [path: string, request: MediaObjectRequest][] = [
    ['/sampleRate', { sampleRate: { numerator: 25, denumerator: 0 } }],
    ['/sampleRate', { sampleRate: { numerator: -25, denumerator: 1 } }],
    ['/sampleRate/drop_frame', { sampleRate: { numerator: 25, denumerator: 1, drop_frame: true } }],
    ['/timecodeFrames', { timecodeFrames: -1 }],
    ['/timecode', { sampleRate: { numerator: 25, denumerator: 1 }, timecode: '10:00:00:25' }],
    ['/duration', { duration: -1 }],
    ['/keyFrame', { keyFrame: -1 }],
  ]
  for (const [path, request] of wrong) {
    // uploads-10
    test(`${JSON.stringify(request)} is refused at ${path}`, async () => {
      await assert.rejects(createClip(api, prId, request), refusal(422, `${path}:`))
    })
  }
})
