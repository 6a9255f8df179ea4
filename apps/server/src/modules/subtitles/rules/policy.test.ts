import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubtitleLayout } from '@rushes/contract'
import fc from 'fast-check'
import { negotiate } from '../../../platform/http/index.ts'
import { parseLanguage } from '../../../platform/text/language.ts'
import { toCuePlace, toEntryPlace } from '../files/places.ts'
import { defaultRegions, listPresets, pickSubtitle } from './presets.ts'

describe('a language', () => {
  const cases: [string, string][] = [
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['zh-hant-TW', 'zh-Hant-TW'],
    ['sr-latn', 'sr-Latn'],
    ['es-419', 'es-419'],
    ['de-1996', 'de-1996'],
    ['en-x-us-latn', 'en-x-us-latn'],
    ['x-klingon', 'x-klingon'],
    ['mul', 'mul'],
    // RFC 5646, 2.1.1: "_" is not a separator, but what many systems write
    ['en_US', 'en-US'],
    // CLDR aliases: ISO 639-2 of both kinds, and codes of former times
    ['eng', 'en'],
    ['ger', 'de'],
    ['DEU-at', 'de-AT'],
    ['dut', 'nl'],
    ['nld-Latn-BE', 'nl-Latn-BE'],
    ['iw', 'he'],
    ['in', 'id'],
    ['en-UK', 'en-GB'],
    // RFC 5646, 2.2.2 and 2.2.8
    ['zh-yue', 'yue'],
    ['i-klingon', 'tlh'],
    // RFC 5646, 2.2: "reserved for private use"
    ['qaa', 'qaa'],
    ['qtz-Qabx-QM', 'qtz-Qabx-QM'],
    ['und-x-cc1', 'und-x-cc1'],
  ]
  for (const [given, expected] of cases) {
    // subtitles-4
    test(`${given} is spelled ${expected}`, () => assert.equal(parseLanguage(given), expected))
  }
  const unknown = ['xx', 'jp', 'deutsch', 'en-XQZ', 'en-YY', 'en-Abcd', 'en-variant', 'en-yue', 'constructor']
  for (const given of ['', 'e', 'en--US', '-en', 'en-', 'languages', 'en-ninesigns', '*', 'x', 'en ', ...unknown]) {
    // subtitles-4
    test(`"${given}" is none`, () => {
      assert.throws(() => parseLanguage(given), { name: 'BadRequestError' })
    })
  }
})

describe('negotiation', () => {
  const offers = ['a/one', 'b/two', 'b/three'] as const
  const cases: [string | undefined, string | undefined][] = [
    [undefined, 'a/one'],
    ['', 'a/one'],
    ['B/Two', 'b/two'],
    ['b/*', 'b/two'],
    ['b/*, b/three', 'b/three'],
    ['b/*;q=1, b/two;q=0', 'b/three'],
    ['a/one;q=0.1, b/three;q=0.2', 'b/three'],
    ['b/three, a/one', 'b/three'],
    ['*/*;q=0.1, c/four', 'a/one'],
    ['a/one;q=0', undefined],
    ['c/four', undefined],
    ['a/one;q=nonsense', undefined],
    ['a/one; charset=utf-8 ; Q=0.5', 'a/one'],
  ]
  for (const [accept, expected] of cases) {
    test(`answers ${accept} with ${expected}`, () => assert.equal(negotiate(accept, offers), expected))
  }
})

describe('presets', () => {
  // subtitles-3
  test('have their regions, or top and bottom', () => {
    const [a, b] = [
      { id: 'a', default: true, regions: [{ id: 'x' }, 'y', 5] },
      { id: 'b', regions: [] },
    ]
    assert.deepEqual(listPresets([a, b]), [
      { id: 'a', isDefault: true, regions: ['x', 'y'], setting: a },
      { id: 'b', isDefault: false, regions: defaultRegions, setting: b },
    ])
  })

  test('without an id are none', () => {
    for (const setting of [undefined, null, {}, 'preset', [null, 1, 'a', {}, { id: 1 }]]) {
      assert.deepEqual(listPresets(setting), [])
    }
  })

  const row = (subtitle_preset_id: string | null) => ({ subtitle_preset_id })
  const picks: [(string | null)[], string | undefined, string | null | undefined][] = [
    [['a', 'b', null], 'b', null],
    [['a', 'b'], 'b', 'b'],
    [['a'], 'b', 'a'],
    [['a'], undefined, 'a'],
    [[], 'b', undefined],
  ]
  for (const [presets, byDefault, expected] of picks) {
    // subtitles-9
    test(`of ${presets} with the default ${byDefault}, ${expected} is picked`, () => {
      assert.equal(pickSubtitle(presets.map(row), byDefault)?.subtitle_preset_id, expected)
    })
  }
  // subtitles-9
  test('"with several candidates none of which qualifies, the call fails"', () => {
    assert.throws(() => pickSubtitle([row('a'), row('b')], 'c'), { name: 'ValidationError' })
    assert.throws(() => pickSubtitle([row('a'), row('b')], undefined), { name: 'ValidationError' })
  })
})

describe('the place of an entry', () => {
  const align = fc.constantFrom('start' as const, 'center' as const, 'end' as const)
  const line = fc.record(
    { unit: fc.constantFrom('lines' as const, 'percent' as const), value: fc.integer({ min: 0, max: 99 }), align },
    { requiredKeys: ['unit', 'value'] },
  )
  const layouts: fc.Arbitrary<SubtitleLayout> = fc.record(
    { line, size: fc.integer({ min: 0, max: 100 }), textAlign: align },
    { requiredKeys: [] },
  )
  const regions = new Set([...defaultRegions, 'fred'])

  test('is the same again after a file, once it has been through one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...regions), layouts, (region, layout) => {
        const once = toEntryPlace(toCuePlace(region, layout), regions)
        assert.equal(once.region, region)
        assert.deepEqual(toEntryPlace(toCuePlace(once.region, once.layout), regions), once)
      }),
    )
  })

  test('in a region that nobody knows goes to the half of the picture where its line is', () => {
    const layout = { line: { unit: 'percent', value: 10 } } as const
    assert.deepEqual(toEntryPlace({ region: 'unknown', layout }, regions), { region: 'topRegion', layout })
    assert.deepEqual(toEntryPlace({ region: 'unknown' }, regions), { region: 'bottomRegion' })
    assert.deepEqual(toEntryPlace({ region: 'unknown', layout }, new Set(['fred'])), { layout })
  })
})
