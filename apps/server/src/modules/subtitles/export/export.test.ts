import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { SubtitleExportRequest, User, WorkflowMinWrapper } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { type FrameDocument, readEbuStl, readSrt, readTtml, toPlainText } from '@rushes/timed-text'
import { unzipSync } from 'fflate'
import { refusal } from '../../../../test/refusal.ts'
import { createClip, createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../../annotations/index.ts'
import { updateMediaObjectFacts } from '../../media/index.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
  moId = await createClip(kit, prId, RATE_25, 1000)
  await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    updateMediaObjectFacts(ctx, moId, {
      type: 'VIDEO',
      sampleRate: RATE_25,
      frameCount: 1000,
      timecodeFrames: 900_000,
    }),
  )
  const subtitles = await subtitlesOf(kit, prId, { clip: { moId } })
  await subtitles.get()
  const red = { start: 200, end: 250, textParts: [{ content: 'red', style: { colour: '#ff0000', italic: true } }] }
  await subtitles.add(entry(100, 150, 'First'), red)
})
after(() => kit.stop())

async function run(
  body: SubtitleExportRequest,
  query: { includeTranslatedToIds?: boolean } = {},
  clipId = moId,
  api = kit.admin,
) {
  const answer = await api.subtitles.exportSubtitle({ prId, moId: clipId, language: 'en', presetId, body, query })
  // "Wait with the progress endpoint below."
  const progress = await fetch(answer.location!, { headers: { authorization: `Bearer ${api.options.token}` } })
  const report = JSON.parse(await progress.text()) as WorkflowMinWrapper
  return { answer, report }
}

/** The file at the location of the report, fetched without any token. */
async function fetchFile(body: SubtitleExportRequest, clipId = moId) {
  const { report } = await run(body, {}, clipId)
  assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
  const response = await fetch(report.location!)
  assert.equal(response.status, 200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { report, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
}

const cuesOf = (document: { cues: FrameDocument['cues'] }) =>
  document.cues.map(cue => [cue.start, cue.end, toPlainText(cue.textParts)])

describe('"POST same path (export)"', () => {
  // subtitles-55, subtitles-56, subtitles-60, downloadSubtitleExport
  test('answers 202 with an AsyncResponse whose workflow ends with a `location`: "the bare file when there is exactly one"', async () => {
    const { answer, report } = await run({ format: 'srt', downloadName: 'My subtitles' })
    assert.deepEqual([answer.objectType, answer.productionId], ['AsyncResponse', prId])
    assert.equal(report.status, 'Completed')
    const response = await fetch(report.location!)
    assert.equal(response.headers.get('content-type'), 'application/x-subrip; charset=utf-8')
    assert.match(response.headers.get('content-disposition') ?? '', /filename="My subtitles\.srt"/)
    assert.deepEqual(
      readSrt(await response.text()).document.cues.map(cue => [cue.start, cue.end]),
      [
        [4000, 6000],
        [8000, 10_000],
      ],
    )
  })

  // subtitles-57
  test('format, profile: EBU STL, EBU-TT, EBU-TT-D, WebVTT', async () => {
    const stl = await fetchFile({})
    assert.equal(stl.headers.get('content-type'), 'application/x-ebu-stl')
    assert.deepEqual(cuesOf(readEbuStl(stl.bytes).document), [
      [100, 150, 'First'],
      [200, 250, 'red'],
    ])
    for (const request of [{ format: 'ebuttd' }, { format: 'ebustl', profile: 'ebu-tt-d' }] as const) {
      const file = await fetchFile(request)
      assert.equal(file.headers.get('content-type'), 'application/ttml+xml')
      assert.match(file.text, /urn:ebu:tt:distribution/)
    }
    for (const request of [{ format: 'ebutt' }, { format: 'ebustl', profile: 'ebu-tt' }] as const) {
      const file = await fetchFile(request)
      assert.equal(file.headers.get('content-type'), 'application/x-ebu-tt+xml')
      assert.match(file.headers.get('content-disposition') ?? '', /\.xml"/)
      assert.equal(readTtml(file.bytes).document.cues.length, 2)
    }
    assert.match((await fetchFile({ format: 'webvtt' })).text, /^WEBVTT\n/)
  })

  // subtitles-58
  test('timeBase: `smpte` counts from the timecode of the clip, `media` from its first frame', async () => {
    const srt = await fetchFile({ format: 'srt', timeBase: 'smpte' })
    assert.match(srt.text, /^1\n10:00:04,000 --> 10:00:06,000\n/)
    const stl = await fetchFile({ timeBase: 'smpte' })
    assert.equal(new TextDecoder('latin1').decode(stl.bytes.subarray(256, 264)), '10000000')
    assert.deepEqual([...stl.bytes.subarray(1024 + 5, 1024 + 9)], [10, 0, 4, 0])
    const ebutt = await fetchFile({ profile: 'ebu-tt', timeBase: 'smpte' })
    assert.match(ebutt.text, /timeBase="smpte"/)
    assert.match(ebutt.text, /begin="10:00:04:00"/)
  })

  // subtitles-59
  test('includeColorCodes, and every option of EBU STL, matter', async () => {
    const [plain, coloured] = [await fetchFile({ includeColorCodes: false }), await fetchFile({})]
    const codes = ({ bytes }: { bytes: Uint8Array }) => [...bytes.subarray(1024 + 128 + 16, 1024 + 256)]
    assert.ok(codes(coloured).includes(1) && !codes(plain).includes(1))
    assert.doesNotMatch((await fetchFile({ format: 'webvtt', includeColorCodes: false })).text, /<c/)
    const text = async (request: SubtitleExportRequest) => Buffer.from((await fetchFile(request)).bytes).toString('hex')
    const usual = await text({})
    for (const request of [
      { ebuDisplayStandardCode: 0 },
      { ebuStlLanguageCode: 'nl' },
      { ebuStlMarginBottom: 4 },
      { ebuStlTeletextDoubleHeight: false },
      { ebuStlTeletextUseBox: false },
      { ebuStlTextJustification: 'left' },
      { ebuStlTextJustification: 'unchanged' },
    ] satisfies SubtitleExportRequest[]) {
      assert.notEqual(await text(request), usual, JSON.stringify(request))
    }
  })

  // subtitles-72
  test('ebuStlTitles are in the header, cut at the length of their fields', async () => {
    const { bytes, report } = await fetchFile({
      ebuStlTitles: {
        originalProgrammeTitle: 'Source to Sea',
        translator: 'Élise Müller',
        reference: 'a reference far too long',
      },
    })
    const header = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
    const field = (from: number, length: number) => header.slice(from, from + length).trimEnd()
    assert.equal(field(16, 32), 'Source to Sea')
    // Code page 850.
    assert.equal(field(144, 32), '\x90lise M\x81ller')
    assert.equal(field(208, 16), 'a reference far')
    const [file] = report.publishedFiles as { warnings: { code: string }[] }[]
    assert.ok(file?.warnings.some(({ code }) => code === 'EXPORT_TEXT_ALTERED'))
  })

  // subtitles-59
  test('ebuStlMarginTop is the distance of what is at the top', async () => {
    const atTop = await subtitlesOf(kit, prId)
    await atTop.get()
    await atTop.add({ ...entry(10, 50), region: 'topRegion' })
    const rowOf = async (body: SubtitleExportRequest) => (await fetchFile(body, atTop.moId)).bytes[1024 + 13]
    assert.equal((await rowOf({ ebuStlMarginTop: 4 }))! - (await rowOf({ ebuStlMarginTop: 0 }))!, 4)
  })

  // subtitles-59
  test('disclaimers: "extra subtitles holding disclaimers"', async () => {
    const { text, report } = await fetchFile({
      format: 'srt',
      disclaimers: [
        { text: 'Begins\nhere', durationFrames: 25 },
        { text: 'In between', position: 'absolute', start: 160, durationFrames: 500 },
        { textParts: [{ content: 'The end' }], position: 'end' },
      ],
    })
    assert.deepEqual(
      readSrt(text).document.cues.map(cue => [cue.start, cue.end, toPlainText(cue.textParts)]),
      [
        [0, 1000, 'Begins\nhere'],
        [4000, 6000, 'First'],
        [6400, 8000, 'In between'],
        [8000, 10_000, 'red'],
        [37_000, 40_000, 'The end'],
      ],
    )
    const [file] = report.publishedFiles as { warnings: { code: string }[] }[]
    assert.deepEqual(
      file?.warnings.map(({ code }) => code),
      ['DURATION_TOO_SHORT'],
    )
  })

  // subtitles-61
  test('tells what the file could not hold, beside the file', async () => {
    const { report } = await fetchFile({})
    const [file] = report.publishedFiles as { name: string; size: number; warnings: { code: string }[] }[]
    assert.equal(file?.size, 1024 + 2 * 128)
    assert.ok(file?.warnings.some(({ code }) => code === 'STYLE_UNSUPPORTED'))
  })

  // subtitles-56
  test('"is a zip" with the translations', async () => {
    const other = await subtitlesOf(kit, prId, { clip: { moId } })
    const original = await other.get()
    await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      createAnnotation(ctx, {
        ...{ productionId: prId, mediaObjectId: moId, start: 0, translatedFromId: original.id, language: 'nl' },
        ...{ objectType: 'StructuredAnnotation', funnel: 'Subtitle', type: 'SUBTITLE', subtitlePresetId: presetId },
        structuredDescription: { subtitles: [entry(1, 20, 'Eerst')], subtitlePresetId: presetId },
      }),
    )
    const { report } = await run({ format: 'srt' }, { includeTranslatedToIds: true })
    const response = await fetch(report.location!)
    assert.equal(response.headers.get('content-type'), 'application/zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    assert.deepEqual(
      Object.keys(files).map(name => /_(en|nl)_preset_001\.srt$/.exec(name)?.[1]),
      ['en', 'nl'],
    )
    const named = (await run({ format: 'srt', downloadName: 'out' }, { includeTranslatedToIds: true })).report
    const zip = await fetch(named.location!)
    assert.match(zip.headers.get('content-disposition') ?? '', /filename="out\.zip"/)
    const names = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    assert.deepEqual(names, ['out_en_preset_001.srt', 'out_nl_preset_001.srt'])
    assert.deepEqual(
      named.publishedFiles?.map(file => (file as { name: string }).name),
      names,
    )
  })

  // subtitles-55, subtitles-60
  test('without a preset in the path exports the subtitles of the language, named as the clip, not as its media', async () => {
    const name = 'Scene 12.v2.MXF'
    await kit.admin.media.patchMediaObject({ prId, id: moId, body: [{ op: 'replace', path: '/name', value: name }] })
    const { location } = await kit.admin.subtitles.exportSubtitleOfLanguage({
      ...{ prId, moId, language: 'en' },
      body: { format: 'srt' },
    })
    const progress = await fetch(location!, { headers: { authorization: `Bearer ${kit.admin.options.token}` } })
    const report = JSON.parse(await progress.text()) as WorkflowMinWrapper
    assert.equal(report.status, 'Completed')
    const response = await fetch(report.location!)
    const disposition = response.headers.get('content-disposition') ?? ''
    assert.match(disposition, /filename="Scene 12\.v2_en_preset_001\.srt"/)
    assert.equal(await response.text(), (await fetchFile({ format: 'srt' })).text)
  })

  // subtitles-62
  test('refuses what contradicts itself (400), what is not there (404), what no file has (422)', async () => {
    const start = (body: object) =>
      kit.admin.subtitles.exportSubtitle({ prId, moId, language: 'en', presetId, body: body as never })
    await assert.rejects(start({ format: 'ebuttd', timeBase: 'smpte' }), refusal(400))
    await assert.rejects(start({ format: 'srt', profile: 'ebu-tt' }), refusal(400))
    await assert.rejects(start({ format: 'docx' }), refusal(400))
    await assert.rejects(start({ profile: 'other' }), refusal(400))
    await assert.rejects(start({ ebuDisplayStandardCode: 3 }), refusal(422, '/ebuDisplayStandardCode'))
    await assert.rejects(start({ ebuStlMarginTop: -1 }), refusal(422, '/ebuStlMarginTop'))
    const nowhere = kit.admin.subtitles.exportSubtitle({ prId, moId, language: 'ja', presetId, body: {} })
    await assert.rejects(nowhere, refusal(404))
    const { api } = await kit.createMember(prId, { rights: ['LOG_EDIT'] })
    await assert.rejects(
      api.subtitles.exportSubtitle({ prId, moId, language: 'en', presetId, body: {} }),
      refusal(403, 'PRODUCTION_VIEW'),
    )
  })

  // limits-15, subtitles-63
  test('the location is good for a day, and opens no other file', async () => {
    const { report } = await fetchFile({ format: 'srt' })
    const other = await fetchFile({ format: 'srt' })
    const swapped = new URL(report.location!)
    swapped.pathname = new URL(other.report.location!).pathname
    assert.equal((await fetch(swapped)).status, 403)
    const forged = report.location!.replace(/signature=(.)/, (_, sign) => `signature=${sign === 'A' ? 'B' : 'A'}`)
    assert.equal((await fetch(forged)).status, 403)
    kit.clock.advance(25 * 3_600_000)
    assert.equal((await fetch(report.location!)).status, 403)
    kit.clock.advance(-25 * 3_600_000)
  })

  // subtitles-63
  test('a location ends with the rights of whom it was made for', async () => {
    const ends: ((member: { user: User; api: Client }) => Promise<unknown>)[] = [
      ({ user }) => kit.admin.productions.removeParticipant({ prId, userId: user.id }),
      ({ user }) => kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: true } }),
      ({ api }) => api.authentication.logout(),
    ]
    for (const end of ends) {
      const member = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
      const { answer, report } = await run({ format: 'srt' }, {}, moId, member.api)
      assert.equal((await fetch(report.location!)).status, 200)
      const ofReader = await kit.admin.workflows.getWorkflow({ prId, id: answer.workflowId })
      await end(member)
      assert.equal((await fetch(report.location!)).status, 403)
      kit.clock.advance(2 * 3_600_000)
      assert.equal((await fetch(report.location!)).status, 403)
      kit.clock.advance(-2 * 3_600_000)
      assert.equal((await fetch(ofReader.location!)).status, 200, 'each reader has an address of their own')
    }
  })
})
