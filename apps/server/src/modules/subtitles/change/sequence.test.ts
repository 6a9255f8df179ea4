import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { readEbuStl, readSrt, readWebvtt, toPlainText } from '@rushes/timed-text'
import { type SpeechServer, speak, startSpeechServer } from '../../../../test/peers/speech-server.ts'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, putChunk } from '../../../../test/scene/begin-upload.ts'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { createProduction, readAnnotation } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createRuns, linesOf, toReports, withContent } from '../automatic/testing/scene.ts'

const spoken = 'This blade has a dark past. It has shed much innocent blood.'
const presetId = 'teletext'

let kit: TestService
let speech: SpeechServer
let prId: number
let film: Uint8Array<ArrayBuffer>
before(async () => {
  film = await readSampleFilm({ seconds: 8, startTimecode: '10:00:00:00', width: 64, height: 64 })
  speech = await startSpeechServer(speak(spoken))
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = await createProduction(kit, [{ id: presetId, name: 'Television', basedOn: 'broadcast' }])
  const transcription = { engine: 'test', configuration: { url: speech.url, model: 'tiny' } }
  await kit.admin.productions.updateSetting({ prId, key: 'transcription', body: transcription })
})
after(async () => {
  await kit.stop()
  await speech.stop()
})

/** Uploads the film and waits until it is ingested. */
async function upload(): Promise<number> {
  const { mediaObjectId, location, workflowId } = await beginUpload(kit.admin, prId, film.length, {
    fileName: 'film.mp4',
  })
  await putChunk(location, 0, film)
  await kit.admin.uploads.closeUpload({ prId, id: mediaObjectId! })
  await waitForWorkflow(kit.admin, { prId, id: workflowId })
  return mediaObjectId!
}

// subtitles-42, subtitles-46
test('sequence 4: from the upload of a clip, by recognition, edits and COMPLETED, to a downloaded STL', async () => {
  const api = kit.admin
  const moId = await upload()
  const { workflowId } = await api.subtitles.createAdvancedSubtitle({
    prId,
    moId,
    body: { language: 'en', subtitlePresetId: presetId, generateTranscriptFromASR: true },
  })
  const report = await waitForWorkflow(api, { prId, id: workflowId })
  const reports = toReports(report)
  assert.equal(reports.recognise?.words, 12)
  assert.equal(speech.calls.length, 1)
  const place = { prId, moId, language: 'en', presetId }
  const made = await readAnnotation(await api.subtitles.getSubtitle(place))
  const { subtitles } = made.structuredDescription
  assert.equal(
    linesOf(subtitles)
      .map(([, , text]) => text.replaceAll('\n', ' '))
      .join(' '),
    spoken,
  )
  assert.ok(subtitles.every(({ confidence }) => confidence !== undefined && confidence > 0 && confidence <= 1))
  const file = async (accept: string) => (await api.subtitles.getSubtitle({ ...place, headers: { accept } })).text()
  assert.equal(readSrt(await file('application/x-subrip')).document.cues.length, subtitles.length)
  assert.equal(readWebvtt(await file('text/vtt')).document.cues.length, subtitles.length)

  const text = '/structuredDescription/subtitles/0/textParts/0/content'
  const patched = await api.subtitles.patchSubtitle({
    ...place,
    body: [{ op: 'replace', path: text, value: 'That blade' }],
  })
  const status = (value: string) =>
    api.annotations.patchMediaObjectAnnotation({
      prId,
      moId,
      body: [{ op: 'replace', path: `/subtitlingStatuses/en;${presetId}`, value }],
    })
  assert.deepEqual((await status('COMPLETED')).subtitlingStatuses, { [`en;${presetId}`]: 'COMPLETED' })
  await assert.rejects(
    api.subtitles.patchSubtitle({ ...place, body: [{ op: 'replace', path: text, value: 'x' }] }),
    refusal(409),
  )

  const exported = await api.subtitles.exportSubtitle({ ...place, body: { format: 'ebustl', timeBase: 'smpte' } })
  const { location } = await waitForWorkflow(api, { prId, id: exported.workflowId })
  const response = await fetch(location!)
  assert.equal(response.headers.get('content-type'), 'application/x-ebu-stl')
  const { document } = readEbuStl(new Uint8Array(await response.arrayBuffer()))
  assert.deepEqual(
    document.cues.map(({ start, end, textParts }) => [start, end, toPlainText(textParts)]),
    linesOf(patched.structuredDescription.subtitles),
  )
  assert.equal(toPlainText(document.cues[0]!.textParts).split('\n')[0], 'That blade')
  const found = await api.annotations.searchAnnotations({
    prId,
    query: { q: '*', fq: [`subtitlingStatusLanguagePresetTags:(COMPLETED;en;*)`, 'funnel:MediaObjectAnnotation'] },
  })
  assert.deepEqual(
    found.results?.map(({ mediaObjectId }) => mediaObjectId),
    [moId],
  )
})

// subtitles-46
test('generateTranscriptFromASA times a text that is given; each option of the engine arrives there', async () => {
  const moId = await upload()
  const runs = createRuns(kit, prId)
  const { id: dictionaryId } = await kit.admin.thesauri.createThesaurus({
    accountId: kit.accountId,
    body: { label: 'Words' },
  })
  const calls = speech.calls.length
  const { entries, reports } = await runs.make(moId, {
    subtitlePresetId: presetId,
    generateTranscriptFromASA: true,
    speechAlignmentFileResource: withContent(
      'This sword has a dark past. It has shed much innocent blood.',
      'script.txt',
    ),
    transcriptionSpeechEngine: 'test',
    transcriptionEngineConfiguration: { model: 'large' },
    transcriptionDictionaryId: dictionaryId,
  })
  assert.match(
    linesOf(entries)
      .map(([, , text]) => text)
      .join(' '),
    /^This sword has/,
  )
  assert.equal(reports.align?.words, 12)
  const fields = new Map(speech.calls.slice(calls).flatMap(({ fields }) => fields))
  assert.equal(fields.get('model'), 'large')

  const body = { subtitlePresetId: presetId, overwriteSubtitleAllowed: true, generateTranscriptFromASR: true }
  assert.equal(await runs.fail(moId, body), 'TRANSCRIPT_EXISTS')
  const again = await runs.make(moId, { ...body, overwriteTranscriptAllowed: true })
  assert.match(
    linesOf(again.entries)
      .map(([, , text]) => text)
      .join(' '),
    /^This blade has/,
  )
  await assert.rejects(
    runs.start(moId, { ...body, transcriptionSpeechEngine: 'nobody' }),
    refusal(422, '/transcriptionSpeechEngine'),
  )
  await assert.rejects(
    runs.start(moId, { ...body, transcriptionDictionaryId: 999_999_999 }),
    refusal(422, '/transcriptionDictionaryId'),
  )
})

test('a transcript alone leaves the status of subtitles as it was', async () => {
  const moId = await upload()
  const runs = createRuns(kit, prId)
  const body = { generateTranscriptFromASR: true, generateSubtitleFromTranscript: false, subtitlePresetId: presetId }
  const report = await runs.run(moId, body)
  assert.equal(report.status, 'Completed')
  assert.deepEqual(await runs.statuses(moId), {})
  speech.answer = (_call, response) => void response.writeHead(400).end('{}')
  const { subtitlePresetId } = body
  await runs.fail(moId, { subtitlePresetId, generateTranscriptFromASR: true, overwriteTranscriptAllowed: true })
  assert.equal((await runs.statuses(moId))?.[`en;${presetId}`], 'AUTOMATIC_FAILED')
  const [event] = await runs.listEvents(moId, 'Subtitling.automatic.failed')
  assert.equal(event?.extended?.task, 'recognise')
})
