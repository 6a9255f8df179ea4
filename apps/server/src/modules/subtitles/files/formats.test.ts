import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { FileBody } from '@rushes/contract'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { formats } from '@rushes/timed-text'
import { refusal, refusedAt } from '../../../../test/refusal.ts'
import { createPhoneFilm } from '../../../../test/scene/phone-film.ts'
import {
  createClip,
  createProduction,
  entry,
  presetId,
  readAnnotation,
  subtitlesOf,
} from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { updateMediaObjectFacts } from '../../media/index.ts'
import { createRuns, linesOf, withContent } from '../automatic/testing/scene.ts'

const scc = 'text/x-scc'
const srt = 'application/x-subrip'
const vtt = 'text/vtt'
const ttml = 'application/ttml+xml'
const stl = 'application/x-ebu-stl'
const oneCue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'
const toTtml = (namespace: string, body: string) => `<tt xmlns="${namespace}"><body><div>${body}</div></body></tt>`
const [csv] = formats.csv.mediaTypes
const [xlsx] = formats.xlsx.mediaTypes

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

// subtitles-12, subtitles-13
test('a file of SCC is read at the frames at which a decoder shows its captions, and served again', async () => {
  const file =
    'Scenarist_SCC V1.0\n\n00:00:03;01\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n' +
    '00:00:06;20\t942c 942c\n\n'
  const place = { prId, moId: await createClip(kit, prId, RATE_29_97, 1000), language: 'en', presetId }
  const { subtitles } = kit.admin
  const upload = (contentType: string, content: string) =>
    subtitles.replaceSubtitle({ ...place, body: new FileBody(contentType, Buffer.from(content)) })
  const download = () => subtitles.getSubtitle({ ...place, headers: { accept: scc } })

  const { structuredDescription } = await upload(scc, file)
  assert.deepEqual(
    structuredDescription.subtitles.map(({ start, end, textParts }) => [start, end, textParts]),
    [[100, 200, [{ content: 'Hi', type: 'text' }]]],
  )
  const served = await download()
  assert.equal(served.headers.get('content-type'), `${scc}; charset=utf-8`)
  assert.equal(await served.text(), file)

  await upload('application/x-subrip', '1\n00:00:00,000 --> 00:00:02,000\n<b>Hi</b>\n')
  const losses = (await download()).headers.get('x-subtitle-losses')
  assert.match(losses ?? '', /EXPORT_TIMING_REPAIRED/)
  assert.match(losses ?? '', /STYLE_UNSUPPORTED/)
})

// subtitles-24
test('a file that counts by the timecode of the clip is read from its first frame, and that is reported', async () => {
  const file = (hour: string) =>
    `Scenarist_SCC V1.0\n\n${hour}:00:03;01\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n` +
    `${hour}:00:06;20\t942c 942c\n\n`
  const moId = await createClip(kit, prId, RATE_29_97, 1000)
  await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    updateMediaObjectFacts(ctx, moId, { timecodeFrames: 107_892, dropFrame: true }),
  )
  const upload = (hour: string) =>
    kit.admin.subtitles.replaceSubtitle({
      ...{ prId, moId, language: 'en', presetId },
      body: new FileBody(scc, Buffer.from(file(hour))),
    })
  const { structuredDescription } = await upload('01')
  assert.deepEqual(
    structuredDescription.subtitles.map(({ start, end }) => [start, end]),
    [[100, 200]],
  )
  assert.match(JSON.stringify(structuredDescription.warnings), /Times were read as timecode from 01:00:00;00/)
  assert.equal((await upload('00')).structuredDescription.subtitles[0]?.start, 100)
})

// subtitles-85
test('captions that roll up are reported, and read with each line once where that is asked for', async () => {
  const moId = await createClip(kit, prId, RATE_25, 1000)
  const lines = ['one', 'two', 'three', 'four', 'five']
  const cues = lines.map((line, at) => `00:0${at} --> 00:0${at + 1}\n${at > 0 ? `${lines[at - 1]}\n` : ''}${line}\n`)
  const text = `WEBVTT\n\n${cues.join('\n').replaceAll(/00:0\d/g, time => `${time}.000`)}`
  const upload = async (query: { unroll?: boolean }) => {
    const body = new FileBody('text/vtt', Buffer.from(text))
    const place = { prId, moId, language: 'en', presetId }
    const { structuredDescription } = await kit.admin.subtitles.replaceSubtitle({ ...place, query, body })
    const { subtitles, warnings } = structuredDescription
    const [told] = warnings as { type: string; severity: string; count: number }[]
    return [
      subtitles.map(({ textParts = [] }) => textParts.map(({ content }) => content).join('')),
      told?.severity,
      told?.count,
    ]
  }
  assert.deepEqual(await upload({}), [
    lines.map((line, at) => `${at > 0 ? `${lines[at - 1]}\n` : ''}${line}`),
    'warning',
    4,
  ])
  assert.deepEqual(await upload({ unroll: true }), [lines, 'info', 4])
})

describe('times of a file', () => {
  const cue = (start: string) => `1\n${start},000 --> ${start},500\nHello\n`
  /** Puts files for a clip of 40 seconds at 25 frames that begins at 10:00:00:00. */
  async function createTimed() {
    const moId = await createClip(kit, prId, RATE_25, 1000)
    await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      updateMediaObjectFacts(ctx, moId, { timecodeFrames: 900_000 }),
    )
    const place = { prId, moId, language: 'en', presetId }
    return async (content: string, query: { timeBase?: 'media' | 'smpte'; startOfProgramme?: string } = {}) => {
      const body = new FileBody('application/x-subrip', Buffer.from(content))
      const { structuredDescription } = await kit.admin.subtitles.replaceSubtitle({ ...place, query, body })
      return {
        starts: structuredDescription.subtitles.map(({ start }) => start),
        told: JSON.stringify(structuredDescription.warnings ?? []),
      }
    }
  }

  // subtitles-83
  test('are media time, or else timecode, and which was taken is in the warnings', async () => {
    const put = await createTimed()
    assert.deepEqual(await put(cue('00:00:10')), { starts: [250], told: '[]' })
    const { starts, told } = await put(cue('10:00:10'))
    assert.deepEqual(starts, [250])
    assert.match(told, /Times were read as timecode from 10:00:00:00/)
  })

  // subtitles-83
  test('are what timeBase and startOfProgramme say', async () => {
    const put = await createTimed()
    for (const [start, query, frame] of [
      ['10:00:10', { timeBase: 'smpte' }, 250],
      ['10:00:10', { timeBase: 'media', startOfProgramme: '10:00:05:00' }, 125],
      ['00:00:10', { timeBase: 'smpte', startOfProgramme: 'keep' }, 250],
      ['00:00:10', { timeBase: 'media' }, 250],
      ['00:00:10', { startOfProgramme: '00:00:05:05' }, 120],
    ] as const) {
      assert.deepEqual((await put(cue(start), query)).starts, [frame], JSON.stringify(query))
    }
  })

  // subtitles-83
  test('that no reading brings into the clip are refused by the first such cue, and nothing is stored', async () => {
    const put = await createTimed()
    await put(cue('00:00:10'))
    for (const [start, query] of [
      ['05:00:00', {}],
      ['00:00:10', { timeBase: 'smpte' }],
      ['10:00:10', { timeBase: 'media' }],
      ['10:00:10', { startOfProgramme: '11:00:00:00' }],
    ] as const) {
      await assert.rejects(put(cue(start), query), refusedAt('/', 'Cue 1 does not begin inside the clip'))
    }
    assert.deepEqual((await put(cue('00:00:11'))).starts, [275])
  })

  // subtitles-83
  test('with a start of the programme that is no timecode of the clip are refused', async () => {
    const put = await createTimed()
    await assert.rejects(put(cue('00:00:10'), { startOfProgramme: '10:00:00:25' }), refusedAt('/startOfProgramme'))
    await assert.rejects(put(cue('00:00:10'), { startOfProgramme: 'now' }), { name: 'BadRequestError' })
  })
})

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

/** Subtitles in English, and empty ones in French that are translated from them. */
async function createSubtitles() {
  const moId = await createClip(kit, prId, RATE_25, 1000)
  const place = { prId, moId, language: 'en', presetId }
  const { subtitles } = kit.admin
  const content = { subtitles: [entry(25, 50, 'One'), entry(60, 85, 'Two')] }
  const { id } = await subtitles.replaceSubtitle({ ...place, body: { version: 0, structuredDescription: content } })
  const french = { ...place, language: 'fr' }
  await subtitles.replaceSubtitle({
    ...french,
    body: { version: 0, translatedFromId: id, structuredDescription: { subtitles: [entry(60, 85, 'Deux')] } },
  })
  return { place, french }
}

async function exportTable(place: { prId: number; moId: number; language: string; presetId: string }, body: object) {
  const query = { includeTranslatedToIds: true }
  const { workflowId } = await kit.admin.subtitles.exportSubtitle({ ...place, body, query })
  const { location } = await waitForWorkflow(kit.admin, { prId, id: workflowId })
  return fetch(location ?? '')
}

// subtitles-12, subtitles-79
test('a table has a column for each translation, by Accept and as an export', async () => {
  const { place } = await createSubtitles()
  const get = (accept: string, query = {}) => kit.admin.subtitles.getSubtitle({ ...place, query, headers: { accept } })
  const alone = await get(csv)
  assert.equal(alone.headers.get('content-type'), `${csv}; charset=utf-8`)
  const rows = [
    'Number,In,Out,Duration,Speaker,Text,fr',
    '1,00:00:01:00,00:00:02:00,1.000,,One,',
    '2,00:00:02:10,00:00:03:10,1.000,,Two,Deux',
    '',
  ]
  assert.equal(
    (await alone.text()).trim(),
    rows
      .map(row => row.replace(/,[^,]*$/, ''))
      .join('\r\n')
      .trim(),
  )
  const both = await get(csv, { includeTranslatedToIds: true })
  assert.equal(await both.text(), rows.join('\r\n'))
  for (const response of [
    await get(xlsx, { includeTranslatedToIds: true }),
    await exportTable(place, { format: 'xlsx' }),
  ]) {
    assert.equal(response.headers.get('content-type'), xlsx)
    const { document } = formats.xlsx.read(new Uint8Array(await response.arrayBuffer()), {
      rate: RATE_25,
      language: 'fr',
    })
    assert.deepEqual(
      document.cues.map(({ start, textParts }) => [start, textParts]),
      [[60, [{ type: 'text', content: 'Deux' }]]],
    )
  }
})

// subtitles-73, subtitles-74, subtitles-75
test('a table comes back with what was translated, by the names of its columns', async () => {
  const { place, french } = await createSubtitles()
  const columns = 'start:Van,end:Tot,text:Engels,number:,duration:'
  const { subtitles } = kit.admin
  const written = await (await exportTable(place, { format: 'csv', columns, downloadName: 'table' })).text()
  assert.equal(written.split('\r\n')[0], 'Van,Tot,Speaker,Engels,fr')
  const put = (where: typeof place, text: string, query: { columns?: string } = { columns }) =>
    subtitles.replaceSubtitle({ ...where, query, body: new FileBody(csv, Buffer.from(text)) })
  const putTable = async (where: typeof place, text: string) =>
    linesOf((await put(where, text)).structuredDescription.subtitles)
  const translated = written.replace('One,', 'One,Un')
  assert.deepEqual(await putTable(french, translated), [
    [25, 50, 'Un'],
    [60, 85, 'Deux'],
  ])
  assert.deepEqual(await putTable(place, translated.replaceAll(',', ';')), [
    [25, 50, 'One'],
    [60, 85, 'Two'],
  ])
  assert.deepEqual(await putTable(french, written), [[60, 85, 'Deux']])
  await assert.rejects(put(french, translated, {}), refusedAt('/', 'In, Out and Text'))
  await assert.rejects(put(french, translated, { columns: 'Van' }), refusal(400, 'columns'))
  await assert.rejects(exportTable(place, { format: 'csv', columns: 'x:y' }), refusal(400, 'columns'))
  const convert = async (query: object) => {
    const body = new FileBody(csv, Buffer.from(translated))
    return (
      await subtitles.convertSubtitle({ query: { format: 'srt', sourceRate: '25', columns, ...query }, body })
    ).text()
  }
  assert.match(await convert({}), /00:00:01,000 --> 00:00:02,000\nOne\n/)
  assert.match(await convert({ language: 'fr' }), /00:00:01,000 --> 00:00:02,000\nUn\n/)
  assert.equal(
    (await convert({ format: 'csv', columns: `${columns},speaker:`, language: 'fr' })).split('\r\n')[1],
    '00:00:01:00,00:00:02:00,Un',
  )
})

describe('subtitles of a clip with a variable rate', () => {
  // subtitles-84
  test('are written at the times of their pictures, or by their labels', async () => {
    const { place, get, add } = await subtitlesOf(kit, prId, { clip: { moId: await createPhoneFilm(kit, prId) } })
    await get()
    await add(entry(61, 75))
    const download = async (accept: string) =>
      (await kit.admin.subtitles.getSubtitle({ ...place, headers: { accept } })).text()
    assert.match(await download('application/x-subrip'), /00:00:02,067 --> 00:00:03,000/)
    assert.match(await download('text/vtt'), /00:00:02\.067 --> 00:00:03\.000/)
    assert.match(await download('application/ttml+xml'), /begin="00:00:02\.067" end="00:00:03\.000"/)
    assert.match(await download('text/csv'), /00:00:02:02,00:00:03:00/)
    const { location } = await kit.admin.subtitles.exportSubtitle({
      ...place,
      body: { format: 'ebutt', timeBase: 'smpte' },
    })
    const headers = { authorization: `Bearer ${kit.admin.options.token}` }
    const report = (await (await fetch(location!, { headers })).json()) as { location?: string }
    assert.match(await (await fetch(report.location!)).text(), /begin="01:00:02:02" end="01:00:03:00"/)
  })

  // subtitles-84
  test('that are put or imported begin with the picture in sight, which is reported', async () => {
    const moId = await createPhoneFilm(kit, prId)
    const { place } = await subtitlesOf(kit, prId, { clip: { moId } })
    const srt = '1\n00:00:01,000 --> 00:00:01,500\nOne\n\n2\n00:00:02,132 --> 00:00:03,010\nTwo\n'
    const body = new FileBody('application/x-subrip', Buffer.from(srt))
    const { structuredDescription: content } = await kit.admin.subtitles.replaceSubtitle({ ...place, body })
    assert.deepEqual(linesOf(content.subtitles), [
      [30, 45, 'One'],
      [61, 75, 'Two'],
    ])
    const message = 'Cues that began inside a picture begin with it'
    const told = { type: 'IMPORT_TIMING_REPAIRED', severity: 'info', message, count: 1 }
    assert.deepEqual(content.warnings, [told])
    const runs = createRuns(kit, prId)
    for (const removeBlankSubtitles of [false, true]) {
      const made = await runs.make(moId, {
        subtitlePresetId: presetId,
        overwriteSubtitleAllowed: true,
        importFileResource: withContent(srt, 'file.srt'),
        ...(removeBlankSubtitles && { removeBlankSubtitles }),
      })
      assert.deepEqual(linesOf(made.entries), linesOf(content.subtitles))
      assert.deepEqual(made.annotation.structuredDescription.warnings, [told])
      assert.deepEqual(made.reports.import?.warnings, [told])
    }
  })
})
