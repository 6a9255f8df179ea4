import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Fault, ServiceError } from '@rushes/contract'
import { refusalAt } from '../../../../test/refusal.ts'
import { entry, readAnnotation, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const set = (key: string, body: unknown) => kit.admin.productions.updateSetting({ prId, key, body })

describe('the setting `subtitlePresets`', () => {
  // subtitles-37
  test('holds those that are shipped until a house sets its own: none is the default', async () => {
    const { id: fresh } = await kit.createProduction()
    const presets = await kit.admin.productions.getSetting({ prId: fresh, key: 'subtitlePresets' })
    assert.deepEqual(
      (presets as { id: string }[]).map(({ id }) => id),
      ['broadcast', 'online', 'social', 'vertical'],
    )
    const vertical = await subtitlesOf(kit, fresh, { preset: 'vertical' })
    await vertical.get()
    const long = await vertical.add(entry(0, 100, 'x'.repeat(30)))
    assert.ok(long.structuredDescription.subtitles[0]?.warnings?.some(({ type }) => type === 'LINE_TOO_LONG'))
    const { place } = vertical
    const plain = await readAnnotation(await kit.admin.subtitles.getSubtitleOfLanguage({ ...place, language: 'nl' }))
    assert.equal(plain.subtitlePresetId, undefined)
  })

  const house = { spotting: { maximumLineLength: 40 }, regions: ['topRegion', { id: 'sign', vertical: 'top' }] }
  // subtitles-37
  test('takes presets that are based on others, and what belongs to their owner', async () => {
    const names = ['broadcast', 'online', 'social', 'vertical', 'netflix', 'bbc', 'ebuTeletext']
    const presets = names.map((basedOn, index) => ({
      id: basedOn,
      name: basedOn,
      basedOn,
      default: index === 2,
      ours: 1,
    }))
    assert.deepEqual(await set('subtitlePresets', [...presets, { id: 'house', ...house }]), [
      ...presets,
      { id: 'house', ...house },
    ])
    await set('spottingRules', { maximumLineLength: 42, maximumWordsPerMinute: 200 })
  })

  const faulty: [string, unknown, ...string[]][] = [
    ['no list', {}, '/subtitlePresets'],
    ['a preset that is a text', ['a'], '/subtitlePresets/0'],
    ['one without an id', [{ name: 'A' }], '/subtitlePresets/0/id'],
    ['one with an empty id', [{ id: '' }], '/subtitlePresets/0/id'],
    ['two of the same id', [{ id: 'a' }, { id: 'a' }], '/subtitlePresets/1/id'],
    ['an id with a semicolon', [{ id: 'a;b' }], '/subtitlePresets/0/id'],
    [
      'two defaults',
      [
        { id: 'a', default: true },
        { id: 'b', default: true },
      ],
      '/subtitlePresets/1/default',
    ],
    ['an unknown base', [{ id: 'a', basedOn: 'nobody' }], '/subtitlePresets/0/basedOn'],
    [
      'a limit that is none',
      [{ id: 'a', spotting: { maximumLineLength: 'many' } }],
      '/subtitlePresets/0/spotting/maximumLineLength',
    ],
    ['a misspelt limit', [{ id: 'a', spotting: { maxLineLength: 40 } }], '/subtitlePresets/0/spotting/maxLineLength'],
    ['a colour that is none', [{ id: 'a', styling: { colour: 'red' } }], '/subtitlePresets/0/styling/colour'],
    [
      'a region that it does not have',
      [{ id: 'a', ...house, styling: { region: 'bottomRegion' } }],
      '/subtitlePresets/0/styling/region',
    ],
    [
      'several faults at once',
      [
        { id: 'a', spotting: { minimumGapMs: -1 }, shots: { snap: 1 } },
        { id: 'b', speakers: { mode: 'x' } },
      ],
      '/subtitlePresets/0/spotting/minimumGapMs',
      '/subtitlePresets/0/shots/snap',
      '/subtitlePresets/1/speakers/mode',
    ],
  ]
  for (const [name, body, ...paths] of faulty) {
    // subtitles-37
    test(`refuses ${name} with the path`, async () => {
      await assert.rejects(set('subtitlePresets', body), (error: ServiceError) => {
        assert.equal(error.type, 'ValidationError', error.message)
        assert.deepEqual(
          (error.data as Fault[]).map(({ path }) => path),
          paths,
        )
        return true
      })
    })
  }

  // subtitles-37
  test('is checked when all settings are set, and when a production is made with them', async () => {
    const settings = { subtitlePresets: [{ id: 'a' }, { id: 'a' }] }
    const refused = refusalAt('ValidationError', '/subtitlePresets/1/id')
    await assert.rejects(kit.admin.productions.updateSettings({ prId, body: settings }), refused)
    const body = { accountId: kit.accountId, name: 'Faulty', settings }
    await assert.rejects(kit.admin.productions.createProduction({ body }), refused)
  })
})

// subtitles-38
test('the setting `spottingRules` is refused with the path of what is wrong', async () => {
  await assert.rejects(
    set('spottingRules', { maximumLineCount: 0 }),
    refusalAt('ValidationError', '/spottingRules/maximumLineCount'),
  )
  await assert.rejects(set('spottingRules', { words: 180 }), refusalAt('ValidationError', '/spottingRules/words'))
  await assert.rejects(set('spottingRules', []), refusalAt('ValidationError', '/spottingRules'))
})
