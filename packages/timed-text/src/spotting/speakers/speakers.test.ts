import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Cue, FrameDocument, TextPart } from '../../document/document.ts'
import { readPreset, type SubtitlePreset, showSpeakers } from '../index.ts'
import { listTexts } from '../testing/documents.ts'

const [white, yellow, cyan, green] = ['#ffffff', '#ffff00', '#00ffff', '#00ff00']

function toPreset(speakers: object): SubtitlePreset {
  const { preset, faults } = readPreset({ speakers })
  assert.deepEqual(faults, [])
  return preset
}

/** Each cue is lines of `speaker: text`. */
function toDialogue(...cues: string[][]): FrameDocument {
  return {
    timing: { unit: 'frames', rate: RATE_25 },
    cues: cues.map((lines, index): Cue<number> => {
      const textParts = lines.flatMap((line, lineIndex): TextPart<number>[] => {
        const [speaker = '', content = ''] = line.split(': ')
        const run = { type: 'text' as const, content, ...(speaker && { style: { speaker } }) }
        return lineIndex > 0 ? [{ type: 'lineBreak' }, run] : [run]
      })
      return { start: index * 50, end: index * 50 + 40, textParts }
    }),
  }
}

function listColours(document: FrameDocument): (string | undefined)[] {
  return document.cues.flatMap(({ textParts }) =>
    textParts.flatMap(part => (part.type === 'text' ? [part.style?.colour] : [])),
  )
}

describe('colours', () => {
  test('BBC: "speaker colours in order white, yellow, cyan, green", "by first appearance from preset list"', () => {
    const document = toDialogue(['B: one'], ['A: two'], ['B: three', 'C: four'], ['D: five'], [': six'])
    const shown = showSpeakers(document, toPreset({}))
    assert.deepEqual(listColours(shown), [white, yellow, white, cyan, green, undefined])
    assert.deepEqual(listTexts(shown.cues), listTexts(document.cues))
  })

  test('"more speakers than colours -> label or dash"', () => {
    const document = toDialogue(['A: one'], ['B: two'], ['Carla: three'], ['A: four', 'Carla: five'])
    const rules = { colours: [white, yellow] }
    const dashed = showSpeakers(document, toPreset(rules))
    assert.deepEqual(listColours(dashed), [white, yellow, undefined, white, undefined])
    assert.deepEqual(listTexts(dashed.cues), ['one', 'two', 'three', 'four\n- five'])
    const labelled = showSpeakers(document, toPreset({ ...rules, withoutColour: 'label' }))
    assert.deepEqual(listTexts(labelled.cues), ['one', 'two', 'Carla: three', 'four\nCarla: five'])
  })

  test('"reuse colour only when speakers are far apart"', () => {
    const document = toDialogue(['A: one'], ['B: two'], ['C: three'], ['B: four'], ['C: five'], ['D: six'])
    const rules = { colours: [white, yellow, cyan], withoutColour: 'none' }
    assert.deepEqual(
      listColours(showSpeakers(document, toPreset({ ...rules, reuseColourAfterTurns: 5 }))).at(-1),
      undefined,
    )
    assert.deepEqual(
      listColours(showSpeakers(document, toPreset({ ...rules, reuseColourAfterTurns: 4 }))).at(-1),
      white,
    )
  })
})

describe('dashes', () => {
  const document = toDialogue(['A: one'], ['A: two', 'B: three'], ['B: four', 'B: five'], ['A: six', ': seven'])

  test('stand before the lines of a dialogue: "`- ` both"', () => {
    const shown = showSpeakers(document, toPreset({ mode: 'dash' }))
    assert.deepEqual(listTexts(shown.cues), ['one', '- two\n- three', 'four\nfive', 'six\nseven'])
  })

  test('"no space", "second line only"', () => {
    const texts = (speakers: object) =>
      listTexts(showSpeakers(document, toPreset({ mode: 'dash', ...speakers })).cues)[1]
    assert.equal(texts({ dashSpace: false }), '-two\n-three')
    assert.equal(texts({ dashLines: 'fromSecond' }), 'two\n- three')
    assert.equal(texts({ dashLines: 'fromSecond', dashSpace: false }), 'two\n-three')
  })
})

describe('labels', () => {
  test('are at the beginning of each turn', () => {
    const document = toDialogue(['Ann: one'], ['Ann: two', 'Bob: three'], ['Bob: four'], [': five'], ['Ann: six'])
    const shown = showSpeakers(document, toPreset({ mode: 'label' }))
    assert.deepEqual(listTexts(shown.cues), ['Ann: one', 'two\nBob: three', 'four', 'five', 'Ann: six'])
  })

  test('too long for half a line are none: a dash then says that somebody else speaks', () => {
    const name = 'The Right Honourable Speaker of the House'
    const shown = showSpeakers(toDialogue(['Ann: one', `${name}: two`]), toPreset({ mode: 'label' }))
    assert.deepEqual(listTexts(shown.cues), ['Ann: one\n- two'])
  })
})

test('without a mode nothing changes; comments that are not for transmission never do', () => {
  const document = toDialogue(['A: one', 'B: two'])
  assert.equal(showSpeakers(document, toPreset({ mode: 'none' })), document)
  const hidden = { ...document, cues: document.cues.map(cue => ({ ...cue, hidden: true as const })) }
  assert.equal(showSpeakers(hidden, toPreset({})), hidden)
})
