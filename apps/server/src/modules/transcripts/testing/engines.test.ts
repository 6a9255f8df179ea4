import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { openTestDatabase } from '../../../../test/database.ts'
import { answers, type SpeechServer, sendJson, speak, startSpeechServer } from '../../../../test/peers/speech-server.ts'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { startService } from '../../../app.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createTranscriptScene, partsOf, type TranscriptScene } from './scene.ts'

/** A program that does as an engine of the operator: it looks at the sound and writes what it was told. */
const program = `
const { readFileSync } = require('node:fs')
const [audio, language, prompt] = process.argv.slice(2)
if (language === 'fi') process.exit(3)
const seconds = (readFileSync(audio).length - 44) / 32000
if (language === 'sv') setInterval(() => {}, 1000)
else process.stdout.write(JSON.stringify({
  transcription: [{ offsets: { from: 0, to: 1000 * seconds }, text: ' heard ' + language + ' ' + Math.round(seconds) + ' ' + prompt }],
}))
`

let folder: string
let scene: TranscriptScene
let server: SpeechServer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-engines-'))
  server = await startSpeechServer(speak('From the operator.'))
  await writeFile(join(folder, 'engine.cjs'), program)
  const command = [process.execPath, join(folder, 'engine.cjs'), '{audio}', '{language}', '{prompt}']
  const operator = {
    engines: [
      { name: 'program', command },
      { name: 'hanging', command, timeoutSeconds: 1 },
      { name: 'missing', command: ['/nowhere/at/all'] },
      { name: 'server', configuration: { url: server.url }, apiKey: 'operators-key' },
    ],
  }
  await writeFile(join(folder, 'engines.json'), JSON.stringify(operator))
  scene = await createTranscriptScene({ RUSHES_SPEECH_ENGINES: join(folder, 'engines.json') })
})
after(async () => {
  await scene.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  scene.speech.calls.length = 0
  server.calls.length = 0
})

const set = (transcription: object) =>
  scene.kit.admin.productions.updateSetting({ prId: scene.prId, key: 'transcription', body: transcription })
const textOf = async (moId: number, language?: string) =>
  (await scene.getTranscript(moId, language)).paragraphs
    .flatMap(partsOf)
    .map(part => part.word)
    .join('')

describe('engines', () => {
  // transcripts-20
  test('of a production come before those of its account, and these before those of the operator', async () => {
    const { kit, prId } = scene
    const { accountId, admin } = kit
    const configuration = { url: scene.speech.url }
    await admin.accounts.updateAccountSetting({
      id: accountId,
      key: 'transcription',
      body: { engines: [{ name: 'house', configuration }] },
    })
    await set({ engine: 'own', configuration })
    const { items } = await admin.transcripts.listSpeechEngines({ prId })
    assert.deepEqual(
      items.map(({ name, from, isDefault }) => [name, from, isDefault]),
      [
        ['own', 'production', true],
        ['house', 'account', false],
        ['program', 'service', false],
        ['hanging', 'service', false],
        ['missing', 'service', false],
        ['server', 'service', false],
      ],
    )
    const moId = await scene.createClip()
    assert.equal((await scene.run(moId, { engine: 'house' })).status, 'Completed')
    assert.equal(scene.speech.calls.length, 1)
    await set({ engine: 'house', configuration: { model: 'large', parameters: { vad: true } } })
    await scene.run(moId, { overwriteTranscriptAllowed: true, configuration: { parameters: { beam: 5 } } })
    const fields = new Map(scene.speech.calls[1]!.fields)
    assert.deepEqual([fields.get('model'), fields.get('vad'), fields.get('beam')], ['large', 'true', '5'])
  })

  // transcripts-21
  test('of the operator are used with his key, which goes nowhere else', async () => {
    await set({ engine: 'server' })
    const moId = await scene.createClip()
    assert.equal((await scene.run(moId)).status, 'Completed')
    assert.equal(server.calls[0]!.headers.authorization, 'Bearer operators-key')
    assert.equal(await textOf(moId), 'From the operator.')
  })

  test('that are commands are told where the sound lies, and what they write is read', async () => {
    await set({ engine: 'program' })
    const moId = await scene.createClip()
    const report = await scene.run(moId, { language: 'nl-BE' })
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.equal(await textOf(moId, 'nl-BE'), 'heard nl-BE 4')
  })

  test('that are commands may fail, hang or not be there', async () => {
    const moId = await scene.createClip()
    const cases = [
      ['program', 'fi', 'ENGINE_FAILED', /exit code 3/],
      ['hanging', 'sv', 'ENGINE_FAILED', /longer than 1 s/],
      ['missing', 'en', 'ENGINE_FAILED', /cannot be started/],
    ] as const
    for (const [engine, language, code, message] of cases) {
      const report = await scene.run(moId, { engine, language })
      const [error] = report.errorReports
      assert.equal(error?.error?.code, code, JSON.stringify(report))
      assert.match(error!.error!.message, message)
      assert.equal(await scene.getStatus(moId, language), 'AUTOMATIC_FAILED')
    }
  })

  // transcripts-23
  test('are no commands in a setting: code is run for the operator alone', async () => {
    await assert.rejects(set({ engine: 'x', configuration: { command: ['/bin/true'] } }), refusal(422, 'command'))
    await assert.rejects(set({ engine: 'x', configuration: { url: 'file:///etc/passwd' } }), refusal(422, 'url'))
  })

  // transcripts-23
  test('in the own network of the service are called only where the settings allow it', async () => {
    await set({ engine: 'inner', configuration: { url: 'http://10.255.255.1:9' } })
    const report = await scene.run(await scene.createClip())
    assert.match(report.errorReports[0]!.error!.message, /own network/)
    assert.equal(report.errorReports[0]!.attempts, 1)
  })

  test('that tell speakers apart at an address of its own give them to the words', async () => {
    const { url } = scene.speech
    await set({ engine: 'two', configuration: { url, diarizationUrl: `${url}/v1/audio/diarization` } })
    scene.speech.answer = (call, response) =>
      sendJson(
        response,
        call.path.endsWith('/diarization')
          ? {
              segments: [
                { start: 0, end: 1, speaker: 'Anna' },
                { start: 1, end: 4, speaker: 'Bo' },
              ],
            }
          : answers.nested(speak('One two. Three four.')),
      )
    const moId = await scene.createClip()
    await scene.run(moId)
    const { paragraphs } = await scene.getTranscript(moId)
    assert.deepEqual(
      paragraphs.map(({ speaker }) => speaker),
      ['Anna', 'Bo'],
    )
  })
})

describe('a key of an account', () => {
  // transcripts-22
  test('is sent to the engines of its origin, and shown to nobody', async () => {
    const { admin, accountId } = scene.kit
    const { url } = scene.speech
    const value = 'sk-very-secret-0123456789'
    const stored = await admin.transcripts.setSpeechSecret({
      id: accountId,
      name: 'engine.key',
      body: { origin: url, value },
    })
    assert.deepEqual([stored.name, stored.origin, JSON.stringify(stored).includes(value)], ['engine.key', url, false])
    const { items } = await admin.transcripts.listSpeechSecrets({ id: accountId })
    assert.equal(JSON.stringify(items).includes(value), false)
    await set({ engine: 'test', configuration: { url, secret: 'engine.key' } })
    scene.speech.answer = (call, response) =>
      sendJson(response, { error: { message: `Incorrect key ${call.headers.authorization}` } }, 401)
    const moId = await scene.createClip()
    const report = await scene.run(moId)
    assert.equal(scene.speech.calls[0]!.headers.authorization, `Bearer ${value}`)
    assert.equal(report.errorReports[0]!.error!.code, 'ENGINE_REFUSED')
    assert.equal(JSON.stringify(report).includes(value), false, 'not even when the engine repeats it')
    const events = await admin.events.listAccountEvents({ id: accountId, query: { limit: 1000 } })
    assert.ok(events.some(({ verb }) => verb === 'SpeechSecret.update'))
    assert.equal(JSON.stringify(events).includes(value), false)
  })

  // transcripts-22
  test('does not go to a place that it was not kept for', async () => {
    const { admin, accountId } = scene.kit
    await admin.transcripts.setSpeechSecret({
      id: accountId,
      name: 'other',
      body: { origin: 'https://api.example.org', value: 'x' },
    })
    await set({ engine: 'test', configuration: { url: scene.speech.url, secret: 'other' } })
    const moId = await scene.createClip()
    await assert.rejects(scene.start(moId), refusal(422, 'https://api.example.org only'))
    await admin.transcripts.deleteSpeechSecret({ id: accountId, name: 'other' })
    await assert.rejects(scene.start(moId), refusal(422, 'no speech secret other'))
    await assert.rejects(admin.transcripts.deleteSpeechSecret({ id: accountId, name: 'other' }), refusal(404))
    const path = { id: accountId, name: 'bad' }
    const body = { origin: 'https://api.example.org/path', value: 'x' }
    await assert.rejects(admin.transcripts.setSpeechSecret({ ...path, body }), refusalAt('ValidationError', '/origin'))
    const unnameable = { id: accountId, name: '×ø', body: { origin: 'https://api.example.org', value: 'x' } }
    await assert.rejects(admin.transcripts.setSpeechSecret(unnameable), refusal(400, 'name must match pattern'))
    const { api } = await scene.kit.createMember(scene.prId, { roles: ['Production Administrator'] })
    await assert.rejects(api.transcripts.listSpeechSecrets({ id: accountId }), refusal(403, 'ACCOUNT_MANAGE'))
  })
})

// transcripts-24
test('the setting `transcription` is checked when it is set, of productions and of accounts', async () => {
  const { admin, accountId } = scene.kit
  const url = 'https://api.example.org'
  const cases: [unknown, string][] = [
    ['whisper', '/transcription'],
    [{ engine: 7 }, '/transcription/engine'],
    [{ engines: [{ name: 'a' }] }, '/transcription/engines/0'],
    [{ engines: [{ name: 'a', configuration: {} }] }, '/transcription/engines/0/configuration/url'],
    [{ engine: 'a', configuration: { url, temperature: 9 } }, '/transcription/configuration/temperature'],
    [{ engine: 'a', configuration: { url, apiKey: 'x' } }, '/transcription/configuration/apiKey'],
    [{ configuration: { url } }, '/transcription/engine'],
    [{ engine: 'a', configuration: { secret: 'x' } }, '/transcription/configuration/secret'],
    [
      { engine: 'a', configuration: { url }, engines: [{ name: 'a', configuration: { url } }] },
      '/transcription/engines/0/name',
    ],
  ]
  for (const [body, path] of cases) {
    await assert.rejects(set(body as object), refusalAt('ValidationError', path), JSON.stringify(body))
    const ofAccount = admin.accounts.updateAccountSetting({ id: accountId, key: 'transcription', body: body as object })
    await assert.rejects(ofAccount, refusalAt('ValidationError', path), JSON.stringify(body))
  }
})

test('a file of engines that cannot be used stops the start with one line that names the variable', async () => {
  const cases: [string, RegExp][] = [
    ['{', /^RUSHES_SPEECH_ENGINES: .* is not JSON$/],
    ['{"engines":[{"name":"a"}]}', /must give the engine a either a command or a configuration with a url/],
    ['{"engines":[{"name":"a","command":[]}]}', /\/engines\/0\/command/],
    ['{"engine":"b","engines":[{"name":"a","command":["x"]}]}', /has no engine b/],
    ['{"engines":[{"name":"a","command":["x"]},{"name":"a","command":["x"]}]}', /names an engine twice/],
    ['{"engines":[{"name":"a","apiKey":"hidden","wrong":1}]}', /wrong is not a known member/],
  ]
  for (const [index, [text, message]] of cases.entries()) {
    const path = join(folder, 'faulty.json')
    await writeFile(path, text)
    const database = await openTestDatabase()
    const config = readConfig({
      ...{ NODE_ENV: 'test', RUSHES_PORT: '0', RUSHES_DATA: join(folder, `data-${index}`) },
      RUSHES_SPEECH_ENGINES: path,
    })
    const open = { ...database, timings: {}, stop: database.close }
    await assert.rejects(startService(config, pino({ level: 'silent' }), { database: open }), (error: Error) => {
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /hidden|\n/)
      return true
    })
  }
})
