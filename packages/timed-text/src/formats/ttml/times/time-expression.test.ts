import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { add, round } from './moment.ts'
import { parseTime, readTimeParameters } from './time-expression.ts'

/** The rounded time of an expression under `ttp:` parameters; undefined where it is none. */
function parse(text: string, parameters: Record<string, string> = {}): number | undefined {
  const attributes = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`ttp:${name}`, value]))
  const moment = parseTime(
    text,
    readTimeParameters(attributes, problem => assert.fail(problem)),
  )
  return moment === undefined ? undefined : round(moment)
}

const smpte = { timeBase: 'smpte', frameRate: '25' }
const ntsc = { frameRate: '30', frameRateMultiplier: '1000 1001' }

describe('time expressions', () => {
  const cases: [string, Record<string, string>, number | undefined][] = [
    ['00:00:01', {}, 1000],
    ['01:02:03.5', {}, 3_723_500],
    ['100:00:00.000', {}, 360_000_000],
    [' 00:00:01.000 ', {}, 1000],
    ['00:00:00.0004', {}, 0],
    ['00:00:00.0005', {}, 1],
    ['00:00:00.99949999999999999999', {}, 999],
    ['00:00:60', {}, 60_000],
    // "the default of ttp:frameRate is 30"
    ['00:00:01:15', {}, 1500],
    ['00:00:01:12', { frameRate: '25' }, 1480],
    ['00:00:01:01', ntsc, 1033],
    ['00:00:01:01.1', { frameRate: '25', subFrameRate: '2' }, 1060],
    ['1.5h', {}, 5_400_000],
    ['2m', {}, 120_000],
    ['0.5s', {}, 500],
    ['1500ms', {}, 1500],
    ['0.5ms', {}, 1],
    ['25f', { frameRate: '25' }, 1000],
    ['30f', ntsc, 1001],
    ['10000001t', { tickRate: '10000000' }, 1000],
    // "the default of ttp:tickRate is the frame rate times the sub-frame rate, and 1 without a frame rate"
    ['3t', {}, 3000],
    ['50t', { frameRate: '25', subFrameRate: '2' }, 1000],
    ['10:00:00:00', smpte, 900_000],
    ['00:00:01:24', smpte, 49],
    ['00:00:01:25', smpte, undefined],
    ['00:00:01;24', smpte, 49],
    ['2s', smpte, 50],
    ['49f', smpte, 49],
    ['00:01:00:02', { timeBase: 'smpte', ...ntsc, dropMode: 'dropNTSC' }, 1800],
    ['01:00:00:00', { timeBase: 'smpte', ...ntsc, dropMode: 'dropNTSC' }, 107_892],
    ['01:00:00:00', { timeBase: 'smpte', ...ntsc, dropMode: 'nonDrop' }, 108_000],
    [
      '00:01:00:04',
      { timeBase: 'smpte', frameRate: '60', frameRateMultiplier: '1000 1001', dropMode: 'dropNTSC' },
      3600,
    ],
    ['00:02:00:04', { timeBase: 'smpte', frameRate: '30', dropMode: 'dropPAL' }, 3600],
    ['09:00:00', { timeBase: 'clock' }, 32_400_000],
    ['', {}, undefined],
    ['1', {}, undefined],
    ['-1s', {}, undefined],
    ['00:60:00', {}, undefined],
    ['00:00:00,5', {}, undefined],
    ['1.s', {}, undefined],
    ['wallclock(2020-01-01)', {}, undefined],
  ]
  for (const [text, parameters, expected] of cases) {
    test(`"${text}" ${JSON.stringify(parameters)} is ${expected}`, () =>
      assert.equal(parse(text, parameters), expected))
  }

  test('are rounded once, after nested times have been added', () => {
    const parameters = readTimeParameters({ 'ttp:tickRate': '3000' }, () => {})
    const third = parseTime('1t', parameters)!
    assert.equal(round(third), 0)
    assert.equal(round(add(add(third, third), third)), 1)
    assert.equal(add(add(third, third), third), 1)
  })

  test('parameters that cannot be used are reported and have their default', () => {
    const problems: string[] = []
    const attributes = {
      'ttp:frameRate': '0',
      'ttp:frameRateMultiplier': 'x',
      'ttp:timeBase': 'sundial',
      'ttp:tickRate': '1e9',
    }
    const parameters = readTimeParameters(attributes, problem => problems.push(problem))
    assert.equal(problems.length, 4)
    assert.deepEqual([parameters.timeBase, parameters.frameRate, parameters.rate], ['media', 30, { num: 30, den: 1 }])
  })
})
