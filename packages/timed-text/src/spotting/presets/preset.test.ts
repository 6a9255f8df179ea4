import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_50 } from '@rushes/timebase'
import fc from 'fast-check'
import { readPreset, shippedPresets } from '../index.ts'
import { scaleZone, toFrames } from './preset.ts'

const { broadcast, online, social, vertical } = shippedPresets

function listFaults(value: unknown): string[] {
  return readPreset(value).faults.map(({ path, message }) => `${path} ${message}`)
}

describe('a preset', () => {
  test('that says nothing is the one for broadcast, or another base, without its names', () => {
    const { id: _id, name: _name, ...unnamed } = broadcast
    for (const value of [{}, undefined, { id: null }]) {
      assert.deepEqual(readPreset(value), { preset: { ...unnamed, default: false }, faults: [] })
    }
    assert.deepEqual(readPreset({}, online).preset.spotting, online.spotting)
    assert.deepEqual(readPreset({ basedOn: 'vertical' }, online).preset.spotting, vertical.spotting)
  })

  test('says what it says, and the rest is taken from its base', () => {
    const { preset, faults } = readPreset({
      id: 'preset_001',
      name: 'Television',
      default: true,
      language: 'nl',
      ownMember: 'is nobody else’s',
      regions: ['topRegion', { id: 'low', vertical: 'bottom', row: 22, align: 'left', colour: 'any' }],
      styling: { colour: '#FFFF00', fontSize: '80%', region: 'low' },
      spotting: { maximumLineLength: 30, minimumGapFrames: 4, maximumDurationMs: 6500, countSpaces: false },
      shots: { in: { snapBefore: 7 }, outGapFrames: 3 },
      speakers: { mode: 'label', colours: ['#00FF0080'] },
      ebuStl: { displayStandardCode: 0, marginBottom: 2 },
      warningSeverities: { READING_SPEED_CPS: 'info', GAP_TOO_SHORT: 'off' },
    })
    assert.deepEqual(faults, [])
    assert.deepEqual(
      [preset.id, preset.name, preset.default, preset.languages],
      ['preset_001', 'Television', true, ['nl']],
    )
    assert.deepEqual(preset.regions, [{ id: 'topRegion' }, { id: 'low', vertical: 'bottom', row: 22, align: 'left' }])
    assert.deepEqual(preset.styling, { ...broadcast.styling, colour: '#ffff00', fontSize: '80%', region: 'low' })
    assert.deepEqual(preset.spotting, {
      ...broadcast.spotting,
      preferredLineLength: 30,
      maximumLineLength: 30,
      minimumGap: { unit: 'frames', value: 4 },
      maximumDuration: { unit: 'milliseconds', value: 6500 },
      counting: { spaces: false },
    })
    assert.deepEqual(preset.shots, {
      ...broadcast.shots,
      in: { ...broadcast.shots.in, snapBefore: 7 },
      outGapFrames: 3,
    })
    assert.deepEqual(preset.speakers, { ...broadcast.speakers, mode: 'label', colours: ['#00ff0080'] })
    assert.deepEqual(preset.ebuStl, { ...broadcast.ebuStl, displayStandardCode: 0, marginBottom: 2 })
    assert.deepEqual(
      [...preset.warningSeverities],
      [
        ['READING_SPEED_CPS', 'info'],
        ['GAP_TOO_SHORT', 'off'],
      ],
    )
  })

  test('takes the members of the setting `spottingRules` for its spotting', () => {
    const spottingRules = {
      preferredLineLength: 37,
      maximumLineLength: 40,
      preferredLineCount: 2,
      maximumLineCount: 3,
      maximumWordsPerMinute: 180,
    }
    const { preset, faults } = readPreset({ spotting: spottingRules })
    assert.deepEqual(faults, [])
    assert.deepEqual(preset.spotting, { ...broadcast.spotting, ...spottingRules })
  })

  test('with faults tells where they are, and takes its base there', () => {
    assert.deepEqual(
      listFaults({
        id: 5,
        basedOn: 'nothing',
        languages: ['en', 7],
        regions: [{}, 'a', null],
        styling: [],
        spotting: {
          maximumLineLength: 0,
          preferredLineCount: 4,
          maximumLineCount: 3,
          minimumGapMs: 40,
          minimumGapFrames: 2,
          minimumDurationMs: 9000,
          maximumDurationMs: 8000,
          maximumWordsPerMinute: Number.NaN,
          maxLineLength: 37,
        },
        shots: { in: { snapBefore: 13, clearBefore: 12 } },
        speakers: { colours: ['red', '#ff0000'] },
        warningSeverities: { READING_SPEED_CPS: 'fatal', lower: 'error' },
      }),
      [
        '/basedOn must be one of broadcast, online, social, vertical',
        '/id must be a text of 1 to 200 characters',
        '/regions/0/id is needed',
        '/regions/2 must be an object',
        '/languages must hold language tags',
        '/styling must be an object',
        '/spotting/maximumLineLength must be a whole number from 1 to 200',
        '/spotting/preferredLineCount must not exceed maximumLineCount',
        '/spotting/minimumDuration must not exceed maximumDuration',
        '/spotting/maximumWordsPerMinute must be a number from 1 to 2000',
        '/spotting/minimumGapFrames must not be given beside minimumGapMs',
        '/spotting/maxLineLength is not known here',
        '/shots/in/snapBefore must not exceed clearBefore',
        '/speakers/colours/0 must be a colour as #rrggbb or #rrggbbaa',
        '/warningSeverities must give each code one of error, warning, info, off: READING_SPEED_CPS',
        '/warningSeverities must give each code one of error, warning, info, off: lower',
      ],
    )
    assert.deepEqual(listFaults('text'), [' must be an object'])
  })

  test('out of any JSON is usable: no exception, no member that is not of its kind, no polluted prototype', () => {
    const members = [
      'spotting',
      'styling',
      'shots',
      'in',
      'colours',
      'maximumLineLength',
      'minimumGapMs',
      '__proto__',
      'regions',
    ]
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, true, -1, 0, 2, 1e308, '', 'a', '#ffffff', [], {}),
        fc.dictionary(fc.constantFrom(...members), tie('any'), { maxKeys: 4 }),
        fc.array(tie('any'), { maxLength: 3 }),
      ),
    })).any
    fc.assert(
      fc.property(value, value => {
        const { preset } = readPreset(JSON.parse(JSON.stringify(value)))
        const { spotting } = preset
        assert.ok(spotting.preferredLineLength <= spotting.maximumLineLength && spotting.preferredLineLength >= 1)
        assert.ok(preset.regions.every(({ id }) => typeof id === 'string') && preset.regions.length > 0)
        assert.equal(Object.getPrototypeOf(preset.spotting), Object.prototype)
      }),
      { numRuns: 1000 },
    )
    assert.equal(Reflect.get({}, 'maximumLineLength'), undefined)
  })
})

describe('durations are "in ms or frames", converted "once with the media rate"', () => {
  test('milliseconds to the nearest frame, frames as they are', () => {
    assert.equal(toFrames({ unit: 'milliseconds', value: 833 }, RATE_25), 21)
    assert.equal(toFrames({ unit: 'milliseconds', value: 833 }, RATE_23_976), 20)
    assert.equal(toFrames({ unit: 'frames', value: 2 }, RATE_50), 2)
  })

  test('zones are "frames at 24 fps", scaled "by fps/24"', () => {
    assert.deepEqual(
      [RATE_23_976, RATE_25, RATE_50].map(rate => scaleZone(12, rate)),
      [12, 13, 25],
    )
  })
})

test('the shipped presets have the numbers of their sources', () => {
  const measures = [broadcast, online, social, vertical].map(({ spotting }) => [
    spotting.preferredLineLength,
    spotting.maximumLineLength,
    spotting.preferredLineCount,
    spotting.maximumLineCount,
  ])
  assert.deepEqual(measures, [
    [36, 37, 2, 3],
    [42, 42, 2, 2],
    [26, 26, 3, 3],
    [25, 29, 3, 4],
  ])
  assert.equal(broadcast.spotting.maximumWordsPerMinute, 180)
  for (const [id, preset] of Object.entries(shippedPresets)) {
    assert.equal(preset.id, id)
    assert.equal(
      preset.regions.some(region => region.id === preset.styling.region),
      true,
    )
  }
})
