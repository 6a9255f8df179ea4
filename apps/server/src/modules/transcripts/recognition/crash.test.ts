import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClip } from '@rushes/client'
import type { Transcript, WorkflowMinWrapper } from '@rushes/contract'
import { answers, type SpeechServer, sendJson, speak, startSpeechServer } from '../../../../test/peers/speech-server.ts'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'

let speech: SpeechServer
let service: KillableService
before(async () => {
  service = await openKillable({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  speech = await startSpeechServer()
})
after(async () => {
  await service.stop()
  await speech.stop()
})

test('from an upload, while it is being ingested: a service that is killed while an engine is at work writes the transcript after the next start, once, and asks for no part twice', {
  timeout: 300_000,
}, async () => {
  const bytes = await readSampleFilm({ seconds: 24, width: 64, height: 64 })
  let api = await service.start()
  const { prId } = await createOwnProduction(api)
  const configuration = { url: speech.url, longestSeconds: 10 }
  await api.productions.updateSetting({ prId, key: 'transcription', body: { engine: 'test', configuration } })
  const created = await createClip(api, prId, { fileName: 'clip.mp4', size: bytes.length })
  const headers = { 'content-type': 'application/octet-stream' }
  await fetch(`${created.location}&position=0`, { method: 'PUT', headers, body: bytes })
  await api.uploads.closeUpload({ prId, id: created.id })
  // The second part hangs.
  const answer: SpeechServer['answer'] = (call, response) =>
    sendJson(response, answers.nested(speak(`part of ${Math.round(call.sound.seconds)} seconds`)))
  speech.answer = (call, response) => {
    if (speech.calls.length !== 2) answer(call, response)
  }
  const moId = created.id
  const { id } = await api.transcripts.startTranscription({ prId, moId, body: { language: 'en' } })
  await speech.waitFor(2)
  // By the next attempt there is a file that would be preferred.
  await until('the clip has a proxy', async () => {
    const { items } = await api.media.listInstances({ prId, id: moId })
    return items.some(({ type }) => type === 'PROXY')
  })
  await service.kill()

  speech.answer = answer
  api = await service.start()
  const response = await api.workflows.followWorkflow({ prId, alias: 'workflow', id })
  const report = (await response.json()) as WorkflowMinWrapper
  assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
  // A lost worker uses up no attempt.
  assert.equal(report.taskReports[0]!.attempts, 1)
  const [first, hung, ...rest] = speech.calls
  assert.equal(rest[0]!.sound.seconds, hung!.sound.seconds, 'it goes on with the part that was at work')
  assert.ok(Math.abs(first!.sound.seconds + rest.reduce((sum, call) => sum + call.sound.seconds, 0) - 24) < 0.2)
  const transcript = (await (await api.transcripts.getTranscript({ prId, moId, language: 'en' })).json()) as Transcript
  assert.equal(transcript.status, 'AUTOMATIC_COMPLETED')
  const words = transcript.paragraphs.flatMap(
    ({ structuredDescription }) => structuredDescription!.parts as { word: string }[],
  )
  assert.equal(words.filter(({ word }) => word === 'part ').length, rest.length + 1)
  const events = await api.events.listProductionEvents({
    prId,
    query: { type: ['Transcription.automatic'], limit: 10 },
  })
  assert.equal(events.length, 1)
  const staging = (await readdir(join(service.dataDir, 'media', 'staging'))).filter(name =>
    name.startsWith('transcript'),
  )
  assert.deepEqual(staging, [], 'no sound stays behind')
})
