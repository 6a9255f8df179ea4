import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { FileBody, type SubtitleConversion } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { formats, readEbuStl, toPlainText } from '@rushes/timed-text'
import { refusedAt } from '../../../../test/refusal.ts'
import { createClip, createProduction, entry, presetId } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** Subtitles of a film at 24 frames, of which one is red and one too short. */
const film = [
  '1\n00:00:01,000 --> 00:00:03,000\nGuten Abend.\n',
  '2\n00:00:05,000 --> 00:00:05,500\n<font color="#ff0000">Nein!</font>\n',
  '3\n00:00:08,000 --> 00:00:11,000\nDie letzte Zeile ist viel zu lang für jeden\n',
].join('\n')

// subtitles-76, subtitles-77, subtitles-78
describe('a delivery of a file at the wrong rate', () => {
  const convert = (query: object, accept = '*/*') =>
    kit.admin.subtitles.convertSubtitle({
      query: { sourceRate: '24', rate: '25', keep: 'frames', ...query },
      body: new FileBody('application/x-subrip', Buffer.from(film)),
      headers: { accept },
    })
  const list = async (query: object) => {
    const { warnings } = (await (await convert({ ...query, preview: true })).json()) as SubtitleConversion
    return warnings.filter(({ type }) => type.startsWith('DELIVERY')).map(({ type, index }) => `${type} ${index}`)
  }

  test('to German television is an EBU STL file at 25, without what would be rejected', async () => {
    assert.deepEqual(await list({ delivery: 'ard' }), [
      'DELIVERY_REJECTED 1',
      'DELIVERY_REJECTED 1',
      'DELIVERY_REJECTED 2',
    ])
    const fixed = await list({ delivery: 'ard', fix: true })
    assert.deepEqual(fixed, ['DELIVERY_FIXED 1', 'DELIVERY_FIXED 2', 'DELIVERY_FIXED 1'])
    const response = await convert({ delivery: 'ard', fix: true, start: '10:00:00:00' })
    assert.doesNotMatch(response.headers.get('x-subtitle-losses') ?? '', /DELIVERY_REJECTED/)
    assert.equal(response.headers.get('content-type'), 'application/x-ebu-stl')
    const bytes = new Uint8Array(await response.arrayBuffer())
    // EBU Tech 3264, GSI: disk format code, display standard code, start of programme
    const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
    assert.deepEqual([head.slice(3, 11), head[11], head.slice(256, 264)], ['STL25.01', '1', '10000000'])
    assert.deepEqual(
      readEbuStl(bytes).document.cues.map(({ start, end, textParts }) => [start, end, toPlainText(textParts)]),
      [
        [24, 72, 'Guten Abend.'],
        [120, 145, 'Nein!'],
        [192, 264, 'Die letzte Zeile ist\nviel zu lang für jeden'],
      ],
    )
  })

  test('to the BBC, and to Netflix by language, has the format that they take', async () => {
    for (const [query, pattern] of [
      [{ delivery: 'bbc-online' }, /urn:ebu:tt:distribution/],
      [{ delivery: 'netflix', language: 'ja' }, /imsc1\.1\/text/],
      [{ delivery: 'netflix', language: 'de' }, /urn:ebu:tt:distribution/],
    ] as const) {
      const response = await convert({ ...query, fix: true })
      assert.match(await response.text(), pattern)
    }
    const named = await convert({ delivery: 'bbc-online', format: 'srt' })
    assert.match(await named.text(), /00:00:00,960 --> 00:00:02,880/)
    await assert.rejects(convert({ delivery: 'nobody' }), refusedAt('delivery', 'ard, zdf'))
  })
})

// subtitles-76, subtitles-77, subtitles-78
test('an export for a broadcaster lists what would be rejected, and leaves what is stored', async () => {
  const prId = await createProduction(kit)
  const place = { prId, moId: await createClip(kit, prId, RATE_25, 1000), language: 'de', presetId }
  const subtitles = [entry(0, 10, 'Kurz'), entry(100, 200, 'x'.repeat(38))]
  const stored = await kit.admin.subtitles.replaceSubtitle({
    ...place,
    body: { version: 0, structuredDescription: { subtitles } },
  })
  const { workflowId } = await kit.admin.subtitles.exportSubtitle({ ...place, body: { delivery: 'orf', fix: true } })
  const { location, publishedFiles } = await waitForWorkflow(kit.admin, { prId, id: workflowId })
  const found = publishedFiles![0]!.warnings as { code: string; cueIndex?: number }[]
  const warnings = found.filter(({ code }) => code.startsWith('DELIVERY'))
  assert.deepEqual(
    warnings.map(({ code, cueIndex }) => [code, cueIndex]),
    [
      ['DELIVERY_FIXED', 0],
      ['DELIVERY_REJECTED', 1],
    ],
  )
  const file = new Uint8Array(await (await fetch(location!)).arrayBuffer())
  assert.deepEqual([formats.ebustl.read(file).document.cues[0]?.end], [25])
  const now = await kit.admin.subtitles.getSubtitle(place)
  assert.equal(((await now.json()) as typeof stored).version, stored.version)
  const unknown = kit.admin.subtitles.exportSubtitle({ ...place, body: { delivery: 'nobody' } })
  await assert.rejects(unknown, refusedAt('/delivery'))
})
