import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { FileBody } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { type FrameDocument, formats } from '@rushes/timed-text'
import { refusal } from '../../../../../test/refusal.ts'
import { addFile } from '../../../../../test/scene/add-file.ts'
import { addShots, createMember, createProduction } from '../../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../../test/service.ts'
import { createRuns, linesOf, speak, withContent } from './scene.ts'

const subtitlePresetId = 'online'
const srt =
  '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\n \n\n3\n00:00:05,000 --> 00:00:06,000\nThree\n'

let kit: TestService
let prId: number
let runs: ReturnType<typeof createRuns>
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = await createProduction(kit, [{ id: subtitlePresetId, basedOn: 'online' }])
  runs = createRuns(kit, prId)
})
after(() => kit.stop())

describe('importFileResource', () => {
  const document: FrameDocument = {
    timing: { unit: 'frames', rate: RATE_25 },
    cues: [{ start: 25, end: 50, textParts: [{ type: 'text', content: 'One' }] }],
  }
  // subtitles-50
  test('brings a file in any format, told from its bytes', async () => {
    for (const format of Object.values(formats)) {
      const moId = await runs.createClip()
      const { content } = format.write(document)
      const { entries, reports } = await runs.make(moId, {
        subtitlePresetId,
        importFileResource: withContent(content, 'file.txt'),
      })
      assert.deepEqual(linesOf(entries), [[25, 50, 'One']], format.id)
      assert.equal(reports.import?.format, format.encoding === 'xml' ? 'ebuttd' : format.id)
    }
  })

  // subtitles-54
  test('reports `Subtitling.import`, AUTOMATIC_COMPLETED, what was repaired', async () => {
    const moId = await runs.createClip()
    const file = withContent('1\n00:00:01,000 --> 00:00:02,000\n<i>One\n\nno times\nhere\n', 'mine.srt')
    const { annotation, reports } = await runs.make(moId, { subtitlePresetId, importFileResource: file })
    assert.match(annotation.label ?? '', /^Import .* mine\.srt$/)
    assert.deepEqual([annotation.source, annotation.tags], ['subtitle_import', []])
    assert.deepEqual(await runs.statuses(moId), { 'en;online': 'AUTOMATIC_COMPLETED' })
    assert.equal((await runs.listEvents(moId, 'Subtitling.import')).length, 1)
    assert.deepEqual(await runs.listEvents(moId, 'Subtitling.automatic'), [])
    const [warning] = reports.import?.warnings as { type: string; line: number }[]
    assert.equal(typeof warning?.line, 'number')
    assert.deepEqual(annotation.structuredDescription.warnings, reports.import?.warnings)
  })

  // subtitles-50
  test('`format` and `encoding` count more than what the bytes look like', async () => {
    const moId = await runs.createClip()
    const bytes = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nжук\n', 'utf8')
    const cyrillic = Buffer.from([...bytes.subarray(0, 32), 0xd6, 0xd5, 0xcb, 0x0a])
    const importFileResource = { ...withContent(cyrillic), format: 'srt', encoding: 'koi8-r' }
    assert.deepEqual(linesOf((await runs.make(moId, { subtitlePresetId, importFileResource })).entries)[0]?.[2], 'жук')
    const asVtt = { ...withContent(srt), format: 'text/vtt' }
    const body = { subtitlePresetId, importFileResource: asVtt, overwriteSubtitleAllowed: true }
    assert.equal(await runs.fail(moId, body), 'ValidationError')
  })

  // subtitles-50
  test('comes from a file resource, from a file of a clip, or from an address', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/gone.srt') response.writeHead(404).end()
      else response.end(srt)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const other = await runs.createClip()
      const instance = await addFile(kit, prId, other, Buffer.from(srt), { type: 'RAW', fileName: 'of-clip.srt' })
      const body = new FileBody('application/x-subrip', Buffer.from(srt))
      const { id: fileResourceId } = await kit.admin.files.createFile({ prId, body, query: { filename: 'kept.srt' } })
      for (const [importFileResource, name] of [
        [{ fileResourceId }, 'kept.srt'],
        [{ mediaObjectInstanceId: instance.id }, 'of-clip.srt'],
        [{ url: `${url}/there.srt` }, 'there.srt'],
      ] as const) {
        const { annotation } = await runs.make(await runs.createClip(), { subtitlePresetId, importFileResource })
        assert.ok(annotation.label?.endsWith(` ${name}`), annotation.label)
        assert.equal(annotation.structuredDescription.subtitles.length, 3)
      }
      const viewer = await createMember(kit, prId, 'SUBTITLE_EDIT')
      const start = {
        prId,
        moId: other,
        body: { language: 'en', importFileResource: { mediaObjectInstanceId: instance.id } },
      }
      await assert.rejects(viewer.subtitles.createAdvancedSubtitle(start), refusal(403, 'LIBRARY_DOWNLOAD'))
      const gone = { subtitlePresetId, importFileResource: { url: `${url}/gone.srt` } }
      assert.equal(await runs.fail(other, gone), 'FILE_REFUSED')
      assert.equal((await runs.statuses(other))?.['en;online'], 'AUTOMATIC_FAILED')
      assert.equal((await runs.listEvents(other, 'Subtitling.import.failed')).length, 1)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  // subtitles-51
  test('of nothing that is a subtitle file fails, and leaves what is there', async () => {
    const moId = await runs.createClip()
    const { annotation } = await runs.make(moId, { subtitlePresetId, importFileResource: withContent(srt) })
    const again = { subtitlePresetId, overwriteSubtitleAllowed: true }
    assert.equal(await runs.fail(moId, { ...again, importFileResource: withContent('x', 'a') }), 'UNKNOWN_FORMAT')
    assert.equal(await runs.fail(moId, { ...again, importFileResource: withContent('x', 'a.stl') }), 'ValidationError')
    assert.equal(await runs.fail(moId, { subtitlePresetId, importFileResource: withContent(srt) }), 'SUBTITLE_EXISTS')
    assert.deepEqual((await runs.get(moId, subtitlePresetId)).version, annotation.version)
  })
})

describe('a file without cues never replaces stored subtitles', () => {
  const blanks = '1\n00:00:01,000 --> 00:00:02,000\n \n'
  const cases: [string, string, string, object, string, RegExp][] = [
    ['SubRip of blank lines', '\n\n', 'a.srt', {}, 'ValidationError', /the file has no cues/],
    ['WebVTT', 'WEBVTT\n', 'a.vtt', {}, 'ValidationError', /the file has no cues/],
    ['TTML of another namespace', '<tt xmlns="urn:foo"/>', 'a.ttml', {}, 'ValidationError', /the file has no cues/],
    ['blank cues that are removed', blanks, 'a.srt', { removeBlankSubtitles: true }, 'NO_CUES', /blank/],
  ]
  for (const [name, content, fileName, options, code, message] of cases) {
    // subtitles-25
    test(`${name}: the task ends in Error with the reason`, async () => {
      const moId = await runs.createClip()
      const { annotation } = await runs.make(moId, { subtitlePresetId, importFileResource: withContent(srt) })
      const importFileResource = withContent(content, fileName)
      const body = { subtitlePresetId, overwriteSubtitleAllowed: true, importFileResource, ...options }
      const report = await runs.run(moId, body)
      assert.equal(report.status, 'Error')
      assert.equal(report.errorReports[0]?.error?.code, code)
      assert.match(report.errorReports[0]?.error?.message ?? '', message)
      assert.deepEqual(await runs.get(moId, subtitlePresetId), annotation)
    })
  }
})

describe('after the import', () => {
  const make = async (request: object) => {
    const moId = await runs.createClip()
    return runs.make(moId, { subtitlePresetId, importFileResource: withContent(srt), ...request })
  }
  const timesOf = ({ entries }: Awaited<ReturnType<typeof make>>) => entries.map(({ start, end }) => [start, end])

  // subtitles-49
  test('removeBlankSubtitles "applies to import"', async () => {
    assert.equal((await make({})).entries.length, 3)
    const { entries, reports } = await make({ removeBlankSubtitles: true })
    assert.deepEqual(
      linesOf(entries).map(([, , text]) => text),
      ['One', 'Three'],
    )
    assert.deepEqual(reports.removeBlanks, { entries: 2, removed: 1 })
  })

  // subtitles-49
  test('applyFrameRateConversion: "from a defined frame rate to the media frame rate"', async () => {
    const options = (mode: 'retime' | 'resample') => ({
      applyFrameRateConversion: true,
      frameRateConversionOptions: { sourceFrameRate: { numerator: 24, denumerator: 1 }, mode },
    })
    const retimed = await make(options('retime'))
    assert.deepEqual(timesOf(retimed), [
      [24, 48],
      [72, 96],
      [120, 144],
    ])
    assert.deepEqual(timesOf(await make(options('resample'))), [
      [25, 50],
      [75, 100],
      [125, 150],
    ])
    assert.deepEqual(timesOf(await make({ ...options('retime'), applyFrameRateConversion: false }))[0], [25, 50])
    assert.deepEqual(retimed.reports.convert, {
      ...{ entries: 3, from: { num: 24, den: 1 }, to: { num: 25, den: 1 }, mode: 'retime', warnings: [] },
    })
    const labelled = await make({
      applyFrameRateConversion: true,
      frameRateConversionOptions: {
        sourceFrameRate: 29.97,
        sourceDropFrame: false,
        sourceStartTimecode: '00:00:01:00',
      },
    })
    assert.deepEqual(timesOf(labelled), [
      [0, 25],
      [50, 75],
      [100, 125],
    ])
  })

  // subtitles-49
  test('subtitleTimingCorrections move what begins in their range; what leaves the clip is reported with its place', async () => {
    const { entries, reports } = await make({
      subtitleTimingCorrections: [
        { type: 'offset', offsetFrames: -50, startFrame: 0, endFrame: 100 },
        { type: 'linear', factor: 2, startFrame: 100 },
      ],
    })
    assert.deepEqual(
      entries.map(({ start, end }) => [start, end]),
      [
        [0, 0],
        [25, 50],
        [250, 300],
      ],
    )
    const [warning] = reports.correct?.warnings as { code: string; entry: number; start: number }[]
    assert.deepEqual([warning?.code, warning?.entry, warning?.start], ['TIMING_OUT_OF_MEDIA', 0, 0])
  })

  // subtitles-49
  test('applyShotAlignment moves times that are near a shot change', async () => {
    const moId = await runs.createClip()
    await addShots(kit, prId, moId, 0, 27, 500)
    const body = { subtitlePresetId, importFileResource: withContent(srt), applyShotAlignment: true }
    const { entries, reports } = await runs.make(moId, body)
    assert.equal(entries[0]?.start, 27)
    assert.deepEqual(reports.alignToShots, { entries: 3, shots: 3, moved: 1 })
  })

  // subtitles-49
  test('applySpeakerIds marks the voices of a file', async () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Yes?\n<v Bob>No.\n'
    const { entries } = await make({ importFileResource: withContent(vtt, 'a.vtt'), applySpeakerIds: true })
    assert.deepEqual(linesOf(entries), [[25, 50, '- Yes?\n- No.']])
  })

  test('the warnings are those of the preset, and are in the report with their places', async () => {
    const { entries, reports } = await make({ removeBlankSubtitles: true, subtitlePresetId })
    const types = entries.flatMap(({ warnings = [] }) => warnings.map(({ type }) => type))
    const reported = reports.store?.warnings as { type: string; entry: number }[]
    assert.deepEqual(
      reported.map(({ type }) => type),
      types,
    )
  })
})

const makeOfTranscript = { generateSubtitleFromTranscript: true }
const listFailures = (moId: number) => runs.listEvents(moId, 'Subtitling.automatic.failed')

describe('the status of subtitles agrees with the workflow that makes them', () => {
  // subtitles-33
  test('AUTOMATIC_FAILED no later than `Error`, AUTOMATIC_STARTED once it is done again, also of one task', async () => {
    const moId = await runs.createClip()
    const { id } = await runs.start(moId, makeOfTranscript)
    assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_STARTED' })
    assert.equal((await runs.waitFor(id)).status, 'Error')
    assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_FAILED' })
    for (const [round, redoSingleTask] of [false, true, 'check'].entries()) {
      await kit.admin.workflows.redoWorkflow({ prId, id, body: { redoSingleTask } })
      assert.equal((await runs.waitFor(id)).status, 'Error')
      assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_FAILED' })
      const events = await listFailures(moId)
      assert.equal(events.length, round + 2)
      assert.deepEqual(
        [events[0]?.extended?.status, events[0]?.extended?.task, events[0]?.extended?.code],
        ['Error', 'check', 'NO_TRANSCRIPT'],
      )
    }
  })

  // subtitles-33
  test('AUTOMATIC_COMPLETED once it is done again with success', async () => {
    const moId = await runs.createClip()
    const { id } = await runs.start(moId, makeOfTranscript)
    await runs.waitFor(id)
    await runs.setTranscript(moId, { words: speak('Now there is something to read.', 50) })
    await kit.admin.workflows.redoWorkflow({ prId, id })
    assert.equal((await runs.waitFor(id)).status, 'Completed')
    assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_COMPLETED' })
    assert.equal((await listFailures(moId)).length, 1)
  })

  // subtitles-33
  test('AUTOMATIC_FAILED with the answer of the cancellation', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    try {
      const moId = await runs.createClip()
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/never.srt`
      const { id } = await runs.start(moId, { importFileResource: { url } })
      assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_STARTED' })
      await kit.admin.workflows.cancelWorkflow({ prId, id })
      assert.deepEqual(await runs.statuses(moId), { en: 'AUTOMATIC_FAILED' })
      const events = await runs.listEvents(moId, 'Subtitling.import.failed')
      assert.deepEqual(
        events.map(({ extended }) => extended),
        [{ status: 'Cancelled' }],
      )
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })
})
