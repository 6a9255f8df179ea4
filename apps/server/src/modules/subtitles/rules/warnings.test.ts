import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FileBody, type SubtitleAnnotation } from '@rushes/contract'
import { addShots, createProduction, entry, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { findChanged } from './warnings.ts'

const spotting = { maximumLineLength: 20, minimumDurationFrames: 25, minimumGapFrames: 2, chainGapsBelowFrames: 2 }
const presets = [
  { id: 'strict', spotting, warningSeverities: { GAP_TOO_SHORT: 'error' } },
  { id: 'netflix', basedOn: 'netflix' },
  { id: 'plain' },
]

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit, presets)
})
after(() => kit.stop())

const use = (preset: string) => subtitlesOf(kit, prId, { preset })
const list = '/structuredDescription/subtitles'

/** The types of the warnings of every entry. */
function typesOf({ structuredDescription }: SubtitleAnnotation) {
  return structuredDescription.subtitles.map(({ warnings = [] }) => warnings.map(({ type }) => type))
}

describe('"Recompute QC warnings on every PATCH/PUT"', () => {
  // subtitles-39
  test('warnings are made with the entries, as objects with `type` and `value`', async () => {
    const subtitles = await use('strict')
    await subtitles.get()
    const made = await subtitles.add(entry(0, 24), entry(100, 130, 'A line of words that is far too long'))
    assert.deepEqual(made.structuredDescription.subtitles[0]?.warnings, [
      {
        type: 'DURATION_TOO_SHORT',
        value: 24,
        severity: 'warning',
        message: 'It is shown too short',
        limit: 25,
      },
    ])
    assert.ok(typesOf(made)[1]?.includes('LINE_TOO_LONG'))
    assert.deepEqual(await subtitles.get(), made)
  })

  // subtitles-39
  test('an edit recomputes those of the entry and of the next one, and leaves all others', async () => {
    const subtitles = await use('strict')
    await subtitles.get()
    const stale = { type: 'LOW_CONFIDENCE', value: 0.1 }
    await subtitles.add(entry(0, 30), entry(40, 70), entry(80, 110))
    await subtitles.patch([{ op: 'add', path: `${list}/0/warnings`, value: [stale] }])
    assert.deepEqual(typesOf(await subtitles.get()), [[], [], []], 'a warning of ours that does not hold is gone')
    const closer = await subtitles.patch([{ op: 'replace', path: `${list}/1/end`, value: 79 }])
    assert.deepEqual(typesOf(closer), [[], [], ['GAP_TOO_SHORT']])
    assert.equal(closer.structuredDescription.subtitles[2]?.warnings?.[0]?.severity, 'error')
    assert.deepEqual(typesOf(await subtitles.patch([{ op: 'remove', path: `${list}/1` }])), [[], []])
    const between = await subtitles.add(entry(31, 60))
    assert.deepEqual(typesOf(between), [[], ['GAP_TOO_SHORT'], []])
    const moved = await subtitles.patch([{ op: 'add', path: `${list}/1/region`, value: 'topRegion' }])
    assert.deepEqual(typesOf(moved), [[], [], []], 'one at the top is no neighbour of those at the bottom')
  })

  // subtitles-40
  test('warnings of clients and of imports stay', async () => {
    const subtitles = await use('strict')
    await subtitles.get()
    const warnings = [{ type: 'WPM', value: 267 }, { type: 'IMPORT_TIMING_REPAIRED' }, { ours: 1 }]
    const made = await subtitles.add({ ...entry(0, 24), warnings })
    assert.deepEqual(made.structuredDescription.subtitles[0]?.warnings?.slice(0, 3), warnings)
    const longer = await subtitles.patch([{ op: 'replace', path: `${list}/0/end`, value: 30 }])
    assert.deepEqual(longer.structuredDescription.subtitles[0]?.warnings, warnings)
  })

  // subtitles-39
  test('a replacement is checked as a whole', async () => {
    const subtitles = await use('strict')
    const { version } = await subtitles.get()
    const content = { subtitles: [entry(0, 30), entry(31, 60), entry(70, 94)] }
    const replaced = await subtitles.put({ version, structuredDescription: content })
    assert.deepEqual(typesOf(replaced), [[], ['GAP_TOO_SHORT'], ['DURATION_TOO_SHORT']])
  })

  // subtitles-39
  test('a file is checked on import', async () => {
    const subtitles = await use('strict')
    await subtitles.get()
    const file = '1\n00:00:00,000 --> 00:00:00,960\nYes\n\n2\n00:00:04,000 --> 00:00:06,000\nNo\n'
    const imported = await kit.admin.subtitles.replaceSubtitle({
      ...subtitles.place,
      body: new FileBody('application/x-subrip', Buffer.from(file)),
    })
    assert.deepEqual(typesOf(imported), [['DURATION_TOO_SHORT'], []])
  })
})

describe('the rules', () => {
  // subtitles-41
  test('are those of guidelines that a preset names, in the language of the subtitles', async () => {
    const subtitles = await use('netflix')
    await subtitles.get()
    const made = await subtitles.add(entry(0, 20), entry(50, 100, 'x'.repeat(40)), entry(200, 250, 'x'.repeat(41)))
    assert.deepEqual(typesOf(made), [['DURATION_TOO_SHORT'], [], ['READING_SPEED_CPS']])
  })

  // subtitles-41
  test('are none where nobody set any, and those of the production where it has `spottingRules`', async () => {
    const subtitles = await use('plain')
    await subtitles.get()
    assert.deepEqual(typesOf(await subtitles.add(entry(0, 1, 'x'.repeat(50)))), [[]])
    const strictId = await createProduction(kit, [{ id: 'plain' }])
    const body = { maximumLineLength: 50, maximumWordsPerMinute: 100 }
    await kit.admin.productions.updateSetting({ prId: strictId, key: 'spottingRules', body })
    const strict = await subtitlesOf(kit, strictId, { preset: 'plain' })
    await strict.get()
    const types = typesOf(await strict.add(entry(0, 50, 'Four words of text'), entry(200, 300, 'x'.repeat(50))))
    assert.deepEqual(types[0], ['READING_SPEED_WPM'])
    assert.equal(types[1]?.includes('LINE_TOO_LONG'), false)
  })
})

describe('shots of the clip', () => {
  // subtitles-41
  test('are what subtitles are checked by as well, where the preset snaps to them', async () => {
    const subtitles = await use('netflix')
    await addShots(kit, prId, subtitles.moId, 0, 100, 200)
    await subtitles.get()
    const made = await subtitles.add(entry(104, 150), entry(150, 195), entry(300, 350))
    assert.deepEqual(typesOf(made), [['SHOT_CHANGE_IN'], ['GAP_TOO_SHORT', 'SHOT_CHANGE_OUT'], []])
    const moved = await subtitles.patch([{ op: 'replace', path: `${list}/0/start`, value: 100 }])
    assert.deepEqual(typesOf(moved)[0], [])
  })
})

describe('what has changed between two lists', () => {
  const [a, b, c, d] = [{}, {}, {}, {}]
  const cases: [name: string, before: object[], after: object[], changed: number[]][] = [
    ['nothing', [a, b, c], [a, b, c], []],
    ['one put in', [a, c], [a, b, c], [1]],
    ['one taken out', [a, b, c], [a, c], [1]],
    ['the last one taken out', [a, b, c], [a, b], []],
    ['one replaced', [a, b, c], [a, d, c], [1]],
    ['two that changed places', [a, b, c], [b, a, c], [0, 1]],
    ['all new', [], [a, b], [0, 1]],
  ]
  for (const [name, before, after, changed] of cases) {
    test(name, () => assert.deepEqual(findChanged(before, after), changed))
  }
})
