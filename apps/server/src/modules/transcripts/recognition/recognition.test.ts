import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import { leftToAll } from '../../../../test/extent.ts'
import { answers, sendJson, speak } from '../../../../test/peers/speech-server.ts'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { createTranscriptScene, partsOf, type TranscriptScene, timesOf } from '../testing/scene.ts'

let scene: TranscriptScene
let usual: TranscriptScene['speech']['answer']
before(async () => {
  scene = await createTranscriptScene()
  usual = scene.speech.answer
})
after(() => scene.stop())
beforeEach(() => {
  scene.speech.answer = usual
  scene.speech.calls.length = 0
})

describe('a transcript of what is said', () => {
  // transcripts-1, transcripts-2
  test('is written as paragraphs of timed words, as the notes show them', async () => {
    const moId = await scene.createClip()
    const report = await scene.run(moId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const { paragraphs, status, language } = await scene.getTranscript(moId)
    assert.deepEqual([paragraphs.length, status, language], [1, 'AUTOMATIC_COMPLETED', 'en'])
    const [paragraph] = paragraphs
    const { id, objectType, funnel, type, source, version, label, mediaObjectId, includesFrom } = paragraph!
    assert.deepEqual(
      { objectType, funnel, type, source, version, mediaObjectId, includesFrom },
      {
        ...{ objectType: 'TranscriptAnnotation', funnel: 'TranscriptAnnotation', type: 'TRANSCRIBER', version: 1 },
        ...{ source: 'automatic_transcription', mediaObjectId: moId, includesFrom: [] },
      },
    )
    assert.match(label ?? '', /^Automatic Transcription /)
    assert.deepEqual([paragraph!.start, paragraph!.end], [0, 73])
    // Half a second is 12.5 frames.
    assert.deepEqual(timesOf(paragraph!), [
      'This 0+13',
      'blade 13+12',
      'has 25+13',
      'a 38+12',
      'dark 50+13',
      'past. 63+10',
    ])
    const parts = partsOf(paragraph!)
    assert.deepEqual(parts.map(part => part.word).join(''), 'This blade has a dark past.')
    assert.deepEqual(
      parts.map(part => part.id),
      parts.map(part => `${id}-${part.start}`),
    )
    assert.deepEqual(
      parts.slice(1).map(({ start }) => start),
      parts.slice(0, -1).map(({ start, duration }) => start + duration),
      'consecutive parts abut',
    )
    assert.deepEqual([parts[0]!.type, parts[0]!.spokenDuration, parts[0]!.isStartInterpolated], ['LEX', 10, false])
    const [task] = report.taskReports
    assert.deepEqual(
      [task!.report?.words, task!.report?.paragraphs, task!.report?.engine, task!.report?.warnings],
      [6, 1, 'test', []],
    )
    assert.equal(await scene.getStatus(moId), 'AUTOMATIC_COMPLETED')
    assert.equal((await scene.listEvents(moId, 'Transcription.automatic')).length, 1)
    assert.deepEqual(await readdir(scene.kit.service.platform.stagingDir), [], 'no sound stays behind')
  })

  test('comes of the sound of the clip: 16 kHz, one channel, as long as the film, with the fields of the wire format', async () => {
    const moId = await scene.createClip()
    await scene.run(moId, {
      language: 'en-GB',
      configuration: { prompt: 'Rushes', temperature: 0.2, parameters: { best_of: 3 } },
    })
    const [call] = scene.speech.calls
    assert.equal(call!.path, '/v1/audio/transcriptions')
    assert.deepEqual([call!.sound.samplingFrequency, call!.sound.channels], [16_000, 1])
    assert.ok(Math.abs(call!.sound.seconds - 4) < 0.1, `${call!.sound.seconds} s`)
    assert.deepEqual([call!.file.fileName, call!.file.mediaType], ['sound.wav', 'audio/wav'])
    assert.ok(
      call!.file.bytes.subarray(44).some(byte => byte !== 0),
      'the tone of the film is heard',
    )
    assert.deepEqual(call!.fields, [
      ['model', 'tiny'],
      ['language', 'en'],
      ['response_format', 'verbose_json'],
      ['temperature', '0.2'],
      ['prompt', 'Rushes'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['best_of', '3'],
    ])
    assert.equal(call!.headers.authorization, undefined)
    assert.equal((await scene.getTranscript(moId, 'en-gb')).language, 'en-GB')
  })

  test('each shape of answers gives the same words', { skip: leftToAll }, async () => {
    const words = speak('Good day to you.')
    for (const shape of ['verbose', 'nested', 'segments'] as const) {
      scene.speech.answer = (_call, response) => sendJson(response, answers[shape](words))
      const moId = await scene.createClip()
      assert.equal((await scene.run(moId)).status, 'Completed')
      const [paragraph] = (await scene.getTranscript(moId)).paragraphs
      assert.equal(
        partsOf(paragraph!)
          .map(part => part.word)
          .join(''),
        'Good day to you.',
        shape,
      )
      assert.equal(partsOf(paragraph!)[1]!.isStartInterpolated, shape === 'segments')
    }
  })

  test('speakers of diarized_json get paragraphs of their own, and are found by a search', async () => {
    const turns = [
      { speaker: 'A', words: speak('Who is there?') },
      { speaker: 'B', words: speak('Nobody whosoever.', 1.6) },
    ]
    scene.speech.answer = (_call, response) => sendJson(response, answers.diarized(turns))
    const moId = await scene.createClip()
    await scene.run(moId, { configuration: { responseFormat: 'diarized_json' } })
    const { paragraphs } = await scene.getTranscript(moId)
    assert.deepEqual(
      paragraphs.map(({ speaker }) => speaker),
      ['A', 'B'],
    )
    assert.deepEqual(scene.speech.calls[0]!.fields.slice(2), [
      ['response_format', 'diarized_json'],
      ['chunking_strategy', 'auto'],
    ])
    const { prId, kit } = scene
    const query = { q: 'tsa_content:whosoever', waitForIndex: true }
    const { results } = await kit.admin.annotations.searchTranscripts({ prId, query: query as object })
    assert.deepEqual(
      results.map(({ tsa_content, tsa_speaker }) => [tsa_content, tsa_speaker]),
      [['Nobody whosoever.', ['B']]],
    )
  })

  test('of sound that is longer than the engine takes is made of parts, cut where it is quiet, none paid for twice', async () => {
    const { kit, prId, speech } = scene
    const configuration = { url: speech.url, longestSeconds: 10, model: 'tiny' }
    await kit.admin.productions.updateSetting({ prId, key: 'transcription', body: { engine: 'test', configuration } })
    let failures = 1
    speech.answer = (call, response) => {
      // The second part fails once.
      if (speech.calls.length === 2 && failures-- > 0) return void sendJson(response, { error: 'busy' }, 503)
      sendJson(response, answers.nested(speak(`part of ${Math.round(call.sound.seconds)} s`)))
    }
    const moId = await scene.createClip(await scene.makeFilm(24), 24)
    const report = await scene.run(moId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.equal(report.taskReports[0]!.attempts, 2)
    const lengths = speech.calls.map(call => call.sound.seconds)
    assert.ok(
      lengths.every(seconds => seconds <= 10),
      String(lengths),
    )
    const [first, failed, ...rest] = speech.calls
    assert.equal(rest[0]!.sound.seconds, failed!.sound.seconds, 'the part that failed is asked again, the first is not')
    assert.ok(Math.abs(first!.sound.seconds + rest.reduce((sum, call) => sum + call.sound.seconds, 0) - 24) < 0.2)
    const words = (await scene.getTranscript(moId)).paragraphs.flatMap(partsOf)
    assert.equal(words.filter(({ word }) => word.trim() === 'part').length, rest.length + 1)
    const seconds = words.filter(({ word }) => word.trim() === 'part').map(({ start }) => start / 25)
    assert.ok(Math.abs(seconds[1]! - first!.sound.seconds) < 0.1)
    await kit.admin.productions.updateSetting({
      prId,
      key: 'transcription',
      body: { engine: 'test', configuration: { ...configuration, longestSeconds: 600 } },
    })
  })

  // transcripts-5
  test('the words of a dictionary are asked for, and written as it has them', async () => {
    const { kit } = scene
    const { accountId } = kit
    const fields = { soundsLike: { type: 'STRING' } }
    const { id } = await kit.admin.thesauri.createThesaurus({
      accountId,
      body: { label: 'Words of the house', formFieldsDefinition: { fields } } as never,
    })
    const entries = [{ label: 'EBU-TT-D', formFieldValues: { soundsLike: 'a blade; ebu titty' } }, { label: 'Past' }]
    await kit.admin.thesauri.writeEntries({ accountId, id, body: entries as never })
    scene.speech.answer = (_call, response) => sendJson(response, answers.nested(speak('This a blade has past.')))
    const moId = await scene.createClip()
    const report = await scene.run(moId, { transcriptionDictionaryId: id })
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const prompt = new Map(scene.speech.calls[0]!.fields).get('prompt')
    assert.equal(prompt, 'EBU-TT-D, Past')
    const [paragraph] = (await scene.getTranscript(moId)).paragraphs
    assert.deepEqual(timesOf(paragraph!), ['This 0+13', 'EBU-TT-D 13+25', 'has 38+12', 'Past. 50+10'])
    assert.equal(report.taskReports[0]!.report!.respelled, 2)
    await assert.rejects(
      scene.start(await scene.createClip(), { transcriptionDictionaryId: 4711 }),
      refusalAt('ValidationError', '/transcriptionDictionaryId'),
    )
  })
})

describe('a text is given times', () => {
  // transcripts-6
  test('by the words that are heard, which need not be all of it', async () => {
    const moId = await scene.createClip()
    const report = await scene.run(moId, { text: 'This blade, sir, has a dark past.' })
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const [paragraph] = (await scene.getTranscript(moId)).paragraphs
    const times = timesOf(paragraph!)
    assert.equal(paragraph!.source, 'automatic_alignment')
    assert.equal(
      partsOf(paragraph!)
        .map(part => part.word)
        .join(''),
      'This blade, sir, has a dark past.',
    )
    for (const known of ['This 0+13', 'a 38+12', 'dark 50+13', 'past. 63+10'])
      assert.ok(times.includes(known), times.join())
    assert.ok(partsOf(paragraph!)[2]!.isStartInterpolated)
  })

  // transcripts-6
  test('by loudness where no engine is set up, and the report says so', { skip: leftToAll }, async () => {
    const { kit, prId } = scene
    const moId = await scene.createClip()
    await kit.admin.productions.deleteSetting({ prId, key: 'transcription' })
    const report = await scene.run(moId, { text: 'spread over the tone' })
    const body = { engine: 'test', configuration: { url: scene.speech.url, model: 'tiny' } }
    await kit.admin.productions.updateSetting({ prId, key: 'transcription', body })
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.deepEqual(
      (report.taskReports[0]!.report?.warnings as { code: string }[]).map(({ code }) => code),
      ['TIMES_GUESSED'],
    )
    assert.equal(scene.speech.calls.length, 0)
    const [paragraph] = (await scene.getTranscript(moId)).paragraphs
    assert.ok(partsOf(paragraph!).every(part => part.isStartInterpolated && part.start < 100))
  })
})

describe('an engine that does not do its work', () => {
  const failWith = (status: number, message: string) => {
    scene.speech.answer = (_call, response) => sendJson(response, { error: { message } }, status)
  }

  // transcripts-7, transcripts-10
  test('and refuses leaves AUTOMATIC_FAILED, an event and a report, and is not asked again', async () => {
    failWith(400, 'model not found')
    const moId = await scene.createClip()
    const report = await scene.run(moId)
    assert.equal(report.status, 'Error')
    const [task] = report.errorReports
    assert.deepEqual([task!.error?.code, task!.attempts], ['ENGINE_REFUSED', 1])
    assert.match(task!.error!.message, /test answered 400.*model not found/)
    assert.equal(await scene.getStatus(moId), 'AUTOMATIC_FAILED')
    const [event] = await scene.listEvents(moId, 'Transcription.automatic.failed')
    assert.equal((event!.extended as { code: string }).code, 'ENGINE_REFUSED')
    await assert.rejects(scene.getTranscript(moId), refusal(404))
    scene.speech.answer = usual
    assert.equal((await scene.run(moId)).status, 'Completed', 'another run may follow')
  })

  // transcripts-7
  test('and is busy is asked again', { skip: leftToAll }, async () => {
    let calls = 0
    scene.speech.answer = (call, response) =>
      ++calls < 3 ? sendJson(response, { error: 'busy' }, calls === 1 ? 429 : 500) : usual(call, response)
    const moId = await scene.createClip()
    const report = await scene.run(moId)
    assert.deepEqual([report.status, report.taskReports[0]!.attempts], ['Completed', 3])
    assert.equal((await scene.listEvents(moId, 'Transcription.automatic')).length, 1)
  })

  // transcripts-7
  test('and hangs is given up after its time, three times', { skip: leftToAll }, async () => {
    const { kit, prId, speech } = scene
    const setTimeoutTo = (timeoutSeconds: number) =>
      kit.admin.productions.updateSetting({
        prId,
        key: 'transcription',
        body: { engine: 'test', configuration: { url: speech.url, timeoutSeconds } },
      })
    await setTimeoutTo(1)
    speech.answer = () => {}
    const moId = await scene.createClip()
    const report = await scene.run(moId)
    await setTimeoutTo(60)
    assert.deepEqual([report.status, speech.calls.length], ['Error', 3])
    assert.match(report.errorReports[0]!.error!.message, /no answer within 1 s/)
    assert.equal(await scene.getStatus(moId), 'AUTOMATIC_FAILED')
  })

  test('and answers what is no transcript has failed', async () => {
    const moId = await scene.createClip()
    for (const body of ['{"segments": [', 'hello', '{"a": 1}']) {
      let calls = 0
      scene.speech.answer = (call, response) => (calls++ === 0 ? void response.end(body) : usual(call, response))
      const report = await scene.run(moId, { overwriteTranscriptAllowed: true })
      assert.deepEqual([report.status, report.taskReports[0]!.attempts], ['Completed', 2], body)
    }
  })

  // transcripts-9
  test('and hears nothing leaves an empty transcript and says so', async () => {
    scene.speech.answer = (_call, response) => sendJson(response, { text: '', segments: [], words: [] })
    const moId = await scene.createClip()
    const report = await scene.run(moId)
    assert.deepEqual(
      [report.status, (report.taskReports[0]!.report!.warnings as { code: string }[])[0]!.code],
      ['Completed', 'NOTHING_SAID'],
    )
  })

  // transcripts-8
  test('is stopped when its workflow is cancelled: the status is AUTOMATIC_FAILED, the clip free for another run', async () => {
    scene.speech.answer = () => {}
    const moId = await scene.createClip()
    const { id } = await scene.start(moId)
    await scene.speech.waitFor(1)
    assert.equal(await scene.getStatus(moId), 'AUTOMATIC_STARTED')
    await assert.rejects(scene.start(moId), refusal(409))
    await scene.kit.admin.workflows.cancelWorkflow({ prId: scene.prId, id })
    for (let status: unknown = ''; status !== 'AUTOMATIC_FAILED'; ) status = await scene.getStatus(moId)
    assert.equal((await scene.listEvents(moId, 'Transcription.automatic.failed')).length, 1)
    scene.speech.answer = usual
    assert.equal((await scene.run(moId)).status, 'Completed')
  })
})

describe('a request for a transcript', () => {
  // transcripts-3
  test('is refused where it cannot be: no file, no such clip, engine, configuration or language', async () => {
    const moId = await scene.createClip()
    await assert.rejects(scene.start(await scene.createSilentClip()), refusalAt('ValidationError', '/mediaObjectId'))
    await assert.rejects(scene.start(4711), refusal(404))
    await assert.rejects(
      scene.start(moId, { engine: 'other' }),
      refusalAt('ValidationError', '/engine', 'must be one of test'),
    )
    await assert.rejects(scene.start(moId, { language: 'not a language' }), refusal(400))
    await assert.rejects(scene.start(moId, { configuration: { url: 'http://127.0.0.1:1' } }), refusal(400))
    await assert.rejects(scene.start(moId, { configuration: { temperature: 7 } }), refusal(400))
    const { api } = await scene.kit.createMember(scene.prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(scene.start(moId, {}, api), refusal(403, 'LIBRARY_UPDATE_METADATA'))
    assert.equal(await scene.getStatus(moId), undefined, 'nothing has begun')
  })

  // transcripts-4
  test('does not overwrite a transcript that is there, unless it says so, and never one that is COMPLETED', async () => {
    const { kit, prId } = scene
    const moId = await scene.createClip()
    await scene.run(moId)
    const [first] = (await scene.getTranscript(moId)).paragraphs
    await assert.rejects(scene.start(moId), refusal(409, 'overwriteTranscriptAllowed'))
    const report = await scene.run(moId, { overwriteTranscriptAllowed: true })
    assert.deepEqual([report.status, report.taskReports[0]!.report!.replaced], ['Completed', 1])
    const { paragraphs } = await scene.getTranscript(moId)
    assert.equal(paragraphs.length, 1)
    assert.notEqual(paragraphs[0]!.id, first!.id)
    const body = [{ op: 'add', path: '/transcriptionStatuses/en', value: 'COMPLETED' }] as never
    await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })
    await assert.rejects(scene.start(moId, { overwriteTranscriptAllowed: true }), refusal(409, 'COMPLETED'))
  })

  // transcripts-2
  test('takes the default language of the production when it names none', { skip: leftToAll }, async () => {
    const { kit, prId } = scene
    const moId = await scene.createClip()
    await kit.admin.productions.updateSetting({ prId, key: 'defaultLanguage', body: 'nl-BE' })
    const { id } = await kit.admin.transcripts.startTranscription({ prId, moId })
    assert.equal((await scene.waitFor(id)).status, 'Completed')
    assert.equal((await scene.getTranscript(moId, 'nl-be')).language, 'nl-BE')
    assert.equal(new Map(scene.speech.calls[0]!.fields).get('language'), 'nl')
  })
})
