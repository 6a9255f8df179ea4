import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusal, refusalAt } from '../../../../../test/refusal.ts'
import { addShots, createMember, createProduction, entry } from '../../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../../test/service.ts'
import { createRuns, linesOf, speak } from './scene.ts'

const presets = [{ id: 'narrow', basedOn: 'social' }, { id: 'teletext', basedOn: 'broadcast' }, { id: 'plain' }]

let kit: TestService
let prId: number
let runs: ReturnType<typeof createRuns>
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit, presets)
  runs = createRuns(kit, prId)
})
after(() => kit.stop())

const sentence = 'We went down to the river in the morning, and nobody was there.'

describe('"With an existing transcript it splits it into subtitles following the spotting rules"', () => {
  // subtitles-43
  test('of the preset: lines as short and as many as it allows; entries know how sure the words are', async () => {
    const moId = await runs.createClip()
    await runs.setTranscript(moId, { confidence: 0.8, words: speak(sentence, 50) })
    const narrow = await runs.make(moId, { subtitlePresetId: 'narrow' })
    const wide = await runs.make(moId, { subtitlePresetId: 'teletext' })
    for (const [{ entries }, longest] of [
      [narrow, 26],
      [wide, 37],
    ] as const) {
      const lines = entries.flatMap(({ textParts = [] }) => textParts.filter(({ type }) => type !== 'lineBreak'))
      assert.equal(lines.map(({ content }) => content).join(' '), sentence)
      assert.ok(lines.every(({ content }) => content.length <= longest))
      assert.ok(
        entries.every(({ confidence, region }) => Math.abs(confidence! - 0.8) < 1e-9 && region === 'bottomRegion'),
      )
    }
    const lineCount = ({ entries }: typeof wide) => entries.flatMap(({ textParts = [] }) => textParts).length
    assert.ok(lineCount(narrow) > lineCount(wide))
    assert.deepEqual(wide.reports.compose, { entries: wide.entries.length, paragraphs: 1, words: 13 })
    assert.equal(wide.reports.store?.entries, wide.entries.length)
    assert.equal(typeof (wide.reports.store?.warningCounts as object), 'object')
  })

  // subtitles-43
  test('of the production, where there is no preset; the annotation tells what made it', async () => {
    const own = await createProduction(kit, [])
    const ownRuns = createRuns(kit, own)
    await kit.admin.productions.updateSetting({
      prId: own,
      key: 'spottingRules',
      body: { maximumLineLength: 12, maximumLineCount: 1 },
    })
    const moId = await ownRuns.createClip()
    await ownRuns.setTranscript(moId, { words: speak('One two three four five six seven eight', 10) })
    const { annotation, entries } = await ownRuns.make(moId, {})
    assert.ok(
      linesOf(entries).every(([, , text]) => text.length <= 12),
      JSON.stringify(linesOf(entries)),
    )
    assert.equal(annotation.source, 'automatic_subtitling')
    assert.match(annotation.label ?? '', /^Automatic Subtitling \w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT/)
    assert.deepEqual(
      annotation.tags?.map(tag => tag.split(':')[0]),
      ['automatic_subtitler_version'],
    )
    assert.equal(annotation.subtitlePresetId, undefined)
    assert.deepEqual(await ownRuns.statuses(moId), { en: 'AUTOMATIC_COMPLETED' })
  })

  // subtitles-43
  test('subtitlingConfiguration counts more than the preset', async () => {
    const moId = await runs.createClip()
    await runs.setTranscript(moId, { words: speak(sentence, 50) })
    const { entries } = await runs.make(moId, {
      subtitlePresetId: 'teletext',
      subtitlingConfiguration: { spotting: { maximumLineLength: 15, maximumLineCount: 1 } },
    })
    assert.ok(linesOf(entries).every(([, , text]) => text.length <= 15 && !text.includes('\n')))
    await assert.rejects(
      runs.start(moId, {
        subtitlePresetId: 'teletext',
        subtitlingConfiguration: { spotting: { maximumLineLength: 0 } },
      }),
      refusalAt('ValidationError', '/subtitlingConfiguration/spotting/maximumLineLength'),
    )
  })

  // subtitles-48
  test('transcriptionLanguage names the transcript, where it is not that of the subtitles', async () => {
    const moId = await runs.createClip()
    await runs.setTranscript(moId, { words: speak(sentence, 50) })
    const other = await runs.run(moId, { language: 'en-GB', subtitlePresetId: 'plain' })
    assert.equal(other.taskReports.find(({ name }) => name === 'compose')?.report?.entries, 0)
    const report = await runs.run(moId, { language: 'en-GB', subtitlePresetId: 'plain', transcriptionLanguage: 'EN' })
    assert.equal(report.status, 'Completed')
    assert.ok(Number(report.taskReports.find(({ name }) => name === 'store')?.report?.entries) > 0)
  })

  // subtitles-49
  test('applySpeakerIds: "colour by speaker"', async () => {
    const moId = await runs.createClip()
    await runs.setTranscript(
      moId,
      { speaker: 'S1', words: speak('Who is there?', 50) },
      { speaker: 'S2', words: speak('It is only me.', 150) },
    )
    const colours = async (applySpeakerIds: boolean) => {
      const body = { subtitlePresetId: 'teletext', applySpeakerIds, overwriteSubtitleAllowed: true }
      const { entries, reports } = await runs.make(moId, body)
      return [reports.showSpeakers?.speakers, ...entries.map(({ textParts }) => textParts?.[0]?.style?.colour)]
    }
    assert.deepEqual(await colours(false), [undefined, undefined, undefined])
    assert.deepEqual(await colours(true), [2, '#ffffff', '#ffff00'])
  })

  // subtitles-49
  test('applyShotAlignment: "snap timings to shot boundaries"', async () => {
    const moId = await runs.createClip()
    await addShots(kit, prId, moId, 0, 104, 500)
    await runs.setTranscript(moId, { words: speak('Nothing to see here, really.', 100) })
    const startOf = async (applyShotAlignment: boolean) => {
      const body = { subtitlePresetId: 'narrow', applyShotAlignment, overwriteSubtitleAllowed: true }
      const { entries, reports } = await runs.make(moId, body)
      return [entries[0]?.start, reports.alignToShots?.shots]
    }
    assert.deepEqual(await startOf(false), [100, undefined])
    assert.deepEqual(await startOf(true), [104, 3])
  })
})

describe('without a transcript', () => {
  // subtitles-44
  test('"it proceeds and creates no subtitles"', async () => {
    const moId = await runs.createClip()
    const report = await runs.run(moId, { subtitlePresetId: 'plain' })
    assert.equal(report.status, 'Completed')
    await assert.rejects(runs.get(moId, 'plain'), refusal(404))
    assert.deepEqual(await runs.statuses(moId), { 'en;plain': 'AUTOMATIC_COMPLETED' })
    assert.deepEqual(await runs.listEvents(moId, 'Subtitling.automatic'), [])
  })

  // subtitles-45
  test('generateSubtitleFromTranscript "fails when no transcript exists"; false makes none of it', async () => {
    const moId = await runs.createClip()
    const body = { subtitlePresetId: 'plain', generateSubtitleFromTranscript: true }
    assert.equal(await runs.fail(moId, body), 'NO_TRANSCRIPT')
    assert.equal((await runs.statuses(moId))?.['en;plain'], 'AUTOMATIC_FAILED')
    const [event, ...others] = await runs.listEvents(moId, 'Subtitling.automatic.failed')
    assert.deepEqual(others, [])
    assert.deepEqual(
      [event?.object?.language, event?.object?.subtitlePresetId, event?.extended?.code],
      ['en', 'plain', 'NO_TRANSCRIPT'],
    )
    await runs.setTranscript(moId, { words: speak(sentence, 50) })
    await assert.rejects(
      runs.start(moId, { ...body, generateSubtitleFromTranscript: false }),
      refusalAt('BadRequestError', '/generateSubtitleFromTranscript'),
    )
    await runs.make(moId, body)
    assert.deepEqual(await runs.statuses(moId), { 'en;plain': 'AUTOMATIC_COMPLETED' })
    assert.equal((await runs.listEvents(moId, 'Subtitling.automatic')).length, 1)
  })
})

describe('what is there', () => {
  // subtitles-47
  test('overwriteSubtitleAllowed: "when false, the task fails if subtitles exist"; an empty list is none', async () => {
    const moId = await runs.createClip()
    await runs.setTranscript(moId, { words: speak(sentence, 50) })
    const body = { subtitlePresetId: 'plain' }
    const place = { prId, moId, language: 'en', presetId: 'plain' }
    await kit.admin.subtitles.getSubtitle(place)
    const made = await runs.make(moId, body)
    assert.equal(await runs.fail(moId, body), 'SUBTITLE_EXISTS')
    assert.equal((await runs.get(moId, 'plain')).version, made.annotation.version)
    assert.equal((await runs.statuses(moId))?.['en;plain'], 'AUTOMATIC_FAILED')
    const again = await runs.make(moId, { ...body, overwriteSubtitleAllowed: true })
    assert.deepEqual([again.annotation.id, again.annotation.version], [made.annotation.id, made.annotation.version + 1])
  })

  // subtitles-47
  test('a COMPLETED subtitle is not overwritten, whatever is allowed, and stays COMPLETED', async () => {
    const moId = await runs.createClip()
    await runs.setTranscript(moId, { words: speak(sentence, 50) })
    const body = { subtitlePresetId: 'plain', overwriteSubtitleAllowed: true }
    await runs.make(moId, body)
    await runs.setStatus(moId, 'en;plain', 'COMPLETED')
    assert.equal(await runs.fail(moId, body), 'SUBTITLE_COMPLETED')
    await runs.setStatus(moId, 'en;narrow', 'EDITING')
    assert.deepEqual(await runs.statuses(moId), { 'en;plain': 'COMPLETED', 'en;narrow': 'EDITING' })
  })

  test('is worked on where nothing is to be made of a transcript', async () => {
    const moId = await runs.createClip()
    const place = { prId, moId, language: 'en', presetId: 'plain' }
    const structuredDescription = { subtitles: [entry(10, 40, 'One'), { ...entry(60, 90, 'Two'), confidence: 0.5 }] }
    await kit.admin.subtitles.replaceSubtitle({
      ...place,
      body: { version: 0, label: 'Mine', structuredDescription } as never,
    })
    const body = {
      subtitlePresetId: 'plain',
      subtitleTimingCorrections: [{ type: 'offset' as const, offsetFrames: 25 }],
      overwriteSubtitleAllowed: true,
    }
    const { annotation, entries, reports } = await runs.make(moId, body)
    assert.deepEqual(linesOf(entries), [
      [35, 65, 'One'],
      [85, 115, 'Two'],
    ])
    assert.deepEqual([annotation.label, entries[1]?.confidence, reports.correct?.corrections], ['Mine', 0.5, 1])
  })
})

describe('a request is refused', () => {
  const cases: [string, object, 'BadRequestError' | 'ValidationError', string][] = [
    ['without a language', { language: undefined }, 'BadRequestError', '/language'],
    ['in a language that is none', { language: 'jp' }, 'BadRequestError', 'language'],
    ['from one', { transcriptionLanguage: 'jp' }, 'BadRequestError', '/transcriptionLanguage'],
    ['with a preset that does not exist', { subtitlePresetId: 'preset_009' }, 'ValidationError', '/subtitlePresetId'],
    [
      'for a transcript from both',
      { generateTranscriptFromASR: true, generateTranscriptFromASA: true },
      'BadRequestError',
      '/generateTranscriptFromASA',
    ],
    [
      'for alignment without a text',
      { generateTranscriptFromASA: true },
      'BadRequestError',
      '/speechAlignmentFileResource',
    ],
    [
      'for a file and a transcript at once',
      { importFileResource: { url: 'https://example.org/a.srt' }, generateSubtitleFromTranscript: true },
      'BadRequestError',
      '/generateSubtitleFromTranscript',
    ],
    [
      'with a file from nowhere',
      { importFileResource: { fileName: 'a.srt' } },
      'BadRequestError',
      '/importFileResource',
    ],
    [
      'with a file from two places',
      { importFileResource: { url: 'https://example.org/a.srt', content: 'MQ==' } },
      'BadRequestError',
      '/importFileResource',
    ],
    [
      'with a file from a wrong address',
      { importFileResource: { url: 'file:///etc/passwd' } },
      'BadRequestError',
      '/importFileResource/url',
    ],
    [
      'with content that is no base64',
      { importFileResource: { content: '#' } },
      'BadRequestError',
      '/importFileResource/content',
    ],
    [
      'with a format that is none',
      { importFileResource: { content: 'MQ==', format: 'docx' } },
      'ValidationError',
      '/importFileResource/format',
    ],
    [
      'with an encoding that is none',
      { importFileResource: { content: 'MQ==', encoding: 'utf-9' } },
      'ValidationError',
      '/importFileResource/encoding',
    ],
    [
      'for a conversion from nothing',
      { applyFrameRateConversion: true },
      'BadRequestError',
      '/frameRateConversionOptions',
    ],
    [
      'for a conversion from no rate',
      { applyFrameRateConversion: true, frameRateConversionOptions: { sourceFrameRate: 17.3 } },
      'ValidationError',
      '/frameRateConversionOptions/sourceFrameRate',
    ],
    [
      'for drop frame where there is none',
      { frameRateConversionOptions: { sourceFrameRate: 25, sourceDropFrame: true } },
      'ValidationError',
      '/frameRateConversionOptions/sourceDropFrame',
    ],
    [
      'with a correction that is none',
      { subtitleTimingCorrections: [{ type: 'offset' }] },
      'ValidationError',
      '/subtitleTimingCorrections/0',
    ],
    ['with an unknown member', { overwrite: true }, 'BadRequestError', '/overwrite'],
  ]
  let moId: number
  before(async () => {
    moId = await runs.createClip()
  })
  for (const [name, body, type, path] of cases) {
    // subtitles-42, subtitles-52
    test(`${name}: ${type} at ${path}`, async () => {
      await assert.rejects(runs.start(moId, body), refusalAt(type, path))
    })
  }

  // subtitles-52
  test('and then nothing has begun', async () => {
    assert.deepEqual(await runs.statuses(moId), {})
    assert.deepEqual(
      (await kit.admin.workflows.listWorkflows({ prId, query: { fq: [`mediaObjectId:${moId}`] } })).items,
      [],
    )
  })

  // subtitles-53
  test('for an unknown clip or file (404), and without the rights that it needs (403)', async () => {
    await assert.rejects(runs.start(999_999_999, {}), refusal(404))
    await assert.rejects(runs.start(moId, { importFileResource: { fileResourceId: 999_999_999 } }), refusal(404))
    await assert.rejects(runs.start(moId, { importFileResource: { mediaObjectInstanceId: 999_999_999 } }), refusal(404))
    const start = async (body: object, ...rights: Parameters<typeof createMember>[2][]) =>
      (await createMember(kit, prId, ...rights)).subtitles.createAdvancedSubtitle({
        prId,
        moId,
        body: { language: 'en', ...body },
      })
    await assert.rejects(start({}, 'LIBRARY_UPDATE_METADATA'), refusal(403, 'SUBTITLE_EDIT'))
    await assert.rejects(
      start({ generateTranscriptFromASR: true }, 'SUBTITLE_EDIT'),
      refusal(403, 'LIBRARY_UPDATE_METADATA'),
    )
  })
})
