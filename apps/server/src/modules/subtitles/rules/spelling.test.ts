import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { refusalAt } from '../../../../test/refusal.ts'
import { createClip, createProduction, entry } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { Dictionaries } from './dictionaries.ts'
import { createSpelling } from './spelling.ts'

describe('the dictionaries that come with the service', () => {
  const dictionaries = new Dictionaries()
  const listUnknown = async (language: string, text: string, own: readonly string[] = []) => {
    const { isKnown } = createSpelling(await dictionaries.get(language, '/nowhere'), own)
    return text.split(' ').filter(word => !isKnown(word))
  }

  test('know words at the beginning of a sentence, in capitals, with apostrophes and hyphens', async () => {
    const text = "Hello LONDON I don't can’t Anna's well-known rewritten OK x colour color"
    assert.deepEqual(await listUnknown('en', text), [])
    assert.deepEqual(await listUnknown('en', 'recieve well-knwon london doesnt Recieve'), [
      'recieve',
      'well-knwon',
      'london',
      'doesnt',
      'Recieve',
    ])
  })

  test('are those of the region, where there are any, and else those of the language', async () => {
    assert.deepEqual(await listUnknown('en-GB', 'colour color'), ['color'])
    assert.deepEqual(await listUnknown('en-US', 'colour color'), ['colour'])
    assert.deepEqual(await listUnknown('en-AU', 'colour color'), [])
  })

  test('know the compounds of Dutch', async () => {
    const text = "Zonsondergang programma's programma’s verjaardagstaart fietspompje zo-even één Nederlandse"
    assert.deepEqual(await listUnknown('nl-BE', text), [])
    assert.deepEqual(await listUnknown('nl', 'gebeurdt geloopt'), ['gebeurdt', 'geloopt'])
  })

  test('are held once, however many languages they are for', async () => {
    const [first, second] = await Promise.all(['nl', 'nl-x-made-up'].map(one => dictionaries.get(one, '/nowhere')))
    assert.equal(first?.[0], second?.[0])
  })

  test('are joined by the words of the production', async () => {
    assert.deepEqual(await listUnknown('en', "Kowalski Kowalski's KOWALSKI rushes Rushes", ['Kowalski']), [])
    assert.deepEqual(await listUnknown('de', 'Wort'), ['Wort'])
  })
})

describe('subtitles of a production whose preset asks for it', () => {
  let kit: TestService
  let prId: number
  let moId: number
  before(async () => {
    kit = await startTestService()
    prId = await createProduction(kit, [{ id: 'spelled', warningSeverities: { SPELLING: 'warning' } }])
    moId = await createClip(kit, prId, RATE_25, 1000)
  })
  after(() => kit.stop())

  async function check(language: string, ...parts: { content: string; style?: object }[]) {
    const subtitles = [{ ...entry(0, 50), textParts: parts }]
    const place = { prId, moId, language, presetId: 'spelled' }
    const before = (await (await kit.admin.subtitles.getSubtitle(place)).json()) as { version: number }
    const body = { version: before.version, structuredDescription: { subtitles } }
    const { structuredDescription } = await kit.admin.subtitles.replaceSubtitle({ ...place, body })
    return structuredDescription.subtitles[0]!.warnings ?? []
  }

  // subtitles-80
  test('have a warning for each word that is none, with its place', async () => {
    assert.deepEqual(await check('en', { content: 'A ' }, { content: 'mispelled', style: { bold: true } }), [
      {
        type: 'SPELLING',
        value: 2,
        severity: 'warning',
        message: 'A word is not in the dictionary',
        line: 0,
        partIndex: 1,
        text: 'mispelled',
      },
    ])
    assert.deepEqual(await check('en', { content: 'Room 12b, ann@rushes.test' }), [])
    assert.deepEqual(await check('fr', { content: 'mispelled' }), [], 'there is no dictionary')
  })

  // subtitles-81
  test('take the words of the production, and dictionaries that the administrator has installed', async () => {
    const set = (body: object) => kit.admin.productions.updateSetting({ prId, key: 'spellingWords', body })
    await assert.rejects(set({ words: 1 }), refusalAt('ValidationError', '/spellingWords'))
    await set(['mispelled'])
    assert.deepEqual(await check('en', { content: 'mispelled' }), [])
    const folder = join(kit.service.platform.config.dataDir, 'dictionaries')
    await mkdir(folder)
    await writeFile(join(folder, 'de.txt'), 'Wort\nein\n')
    const found = await check('de', { content: 'Ein Wort, ein Satz' })
    assert.deepEqual(
      found.map(({ text }) => text),
      ['Satz'],
    )
  })
})
