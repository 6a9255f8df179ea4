import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FileBody } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { refusal } from '../../../../test/refusal.ts'
import { createClip, createProduction, entry, presetId, readAnnotation } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

const srt = 'application/x-subrip'
const vtt = 'text/vtt'
const ttml = 'application/ttml+xml'
const stl = 'application/x-ebu-stl'
const oneCue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'
const toTtml = (namespace: string, body: string) => `<tt xmlns="${namespace}"><body><div>${body}</div></body></tt>`

/** The header of an EBU STL file, without the blocks that follow it. */
async function createStlHeader(): Promise<Uint8Array> {
  const place = { prId, moId: await createClip(kit, prId, RATE_25), language: 'en', presetId }
  const body = { version: 0, structuredDescription: { subtitles: [entry(25, 50)] } }
  await kit.admin.subtitles.replaceSubtitle({ ...place, body })
  const response = await kit.admin.subtitles.getSubtitle({ ...place, headers: { accept: stl } })
  return new Uint8Array(await response.arrayBuffer()).subarray(0, 1024)
}

describe('a file without cues never replaces stored subtitles (422)', () => {
  const cases: [string, string | (() => Promise<Uint8Array>), string][] = [
    ['SubRip of 0 bytes', '', srt],
    ['SubRip of blank lines', '\r\n\r\n', srt],
    ['WebVTT without cues', 'WEBVTT\n', vtt],
    ['WebVTT with notes alone', 'WEBVTT\n\nNOTE none yet\n', vtt],
    ['TTML without paragraphs', toTtml('http://www.w3.org/ns/ttml', ''), ttml],
    ['TTML of a namespace that is not supported', toTtml('urn:foo', '<p begin="1s" end="2s">x</p>'), ttml],
    ['EBU STL with a header alone', createStlHeader, stl],
  ]
  for (const [name, content, contentType] of cases) {
    for (const preset of [presetId, undefined]) {
      // subtitles-25
      test(`${name}, PUT ${preset === undefined ? 'without' : 'with'} a preset in the path`, async () => {
        const language = { prId, moId: await createClip(kit, prId, RATE_25), language: 'en' }
        const bytes = typeof content === 'string' ? Buffer.from(content) : await content()
        const { subtitles } = kit.admin
        const upload = (body: FileBody) =>
          preset === undefined
            ? subtitles.replaceSubtitleOfLanguage({ ...language, body })
            : subtitles.replaceSubtitle({ ...language, presetId: preset, body })
        const isRefused = () =>
          assert.rejects(upload(new FileBody(contentType, bytes)), refusal(422, 'the file has no cues'))
        await isRefused()
        const { version } = await upload(new FileBody(srt, Buffer.from(oneCue)))
        await isRefused()
        const stored = await readAnnotation(await subtitles.getSubtitleOfLanguage(language))
        assert.deepEqual([stored.version, stored.structuredDescription.subtitles.length], [version, 1])
      })
    }
  }

  // subtitles-25
  test('JSON with an empty list does replace them', async () => {
    const place = { prId, moId: await createClip(kit, prId, RATE_25), language: 'en', presetId }
    const { version } = await kit.admin.subtitles.replaceSubtitle({
      ...place,
      body: new FileBody(srt, Buffer.from(oneCue)),
    })
    const body = { version, structuredDescription: { subtitles: [] } }
    const emptied = await kit.admin.subtitles.replaceSubtitle({ ...place, body })
    assert.deepEqual(emptied.structuredDescription.subtitles, [])
  })
})
