import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_25 } from '@rushes/timebase'
import fc from 'fast-check'
import type { Cue, FrameDocument, TextPart, TextStyle } from '../../document/document.ts'
import { deliveryIds } from '../../format-facts.ts'
import { toPlainText } from '../../text/text-parts.ts'
import { breakLines } from './break-lines.ts'
import { findDeliveryProfile, listDeliveryProfiles, prepareDelivery } from './index.ts'

function cue(start: number, end: number, content: string, style?: TextStyle): Cue<number> {
  return { start, end, textParts: [{ type: 'text', content, ...(style && { style }) }] }
}
const document = (...cues: Cue<number>[]): FrameDocument => ({ timing: { unit: 'frames', rate: RATE_25 }, cues })

describe('the profiles', () => {
  for (const profile of [...listDeliveryProfiles(), findDeliveryProfile('netflix', 'ja')!]) {
    test(`${profile.name}: each value has a source with its section and its date, and nothing else has`, () => {
      const { id: _id, name: _name, sources, limits, ...facts } = profile
      const members = [...Object.keys(facts), ...Object.keys(limits)]
      assert.deepEqual(Object.keys(sources).sort(), members.sort())
      for (const { title, section, date } of Object.values(sources)) {
        assert.ok(title !== '' && section !== '')
        assert.match(date, /^(?:read )?\d{4}-\d\d-\d\d$/)
      }
    })
  }

  test('are those that lists offer', () => {
    assert.deepEqual(
      listDeliveryProfiles().map(({ id }) => id),
      [...deliveryIds],
    )
  })

  test('depend on the language where the guide does', () => {
    assert.equal(findDeliveryProfile('netflix', 'ja-JP')?.format, 'imsc')
    assert.equal(findDeliveryProfile('netflix', 'ja')?.limits.maximumLineLength, 23)
    assert.equal(findDeliveryProfile('netflix', 'nl')?.limits.maximumLineLength, 42)
    assert.equal(findDeliveryProfile('nobody'), undefined)
  })
})

describe('a delivery', () => {
  const ard = findDeliveryProfile('ard')!
  const list = (document: FrameDocument, { profile = ard, fix = false } = {}) => {
    const { diagnostics } = prepareDelivery(document, profile, fix)
    return diagnostics.map(({ code, cueIndex, message }) => `${code} ${cueIndex ?? ''} ${message}`)
  }
  const faulty = document(
    cue(0, 20, 'Kurz'),
    cue(20, 120, 'x'.repeat(38)),
    cue(130, 180, 'Rot', { colour: '#ff0000', italic: true }),
    cue(190, 220, 'Nicht so schnell zu lesen'),
  )

  test('lists what would be rejected, and nothing that nobody asks for', () => {
    assert.deepEqual(list(document(cue(0, 50, 'Guten Abend', { italic: true }), cue(51, 90, 'Gut'))), [])
    assert.deepEqual(list(faulty), [
      'DELIVERY_REJECTED 0 It is shown too short: 20, where 25 is the limit',
      'DELIVERY_REJECTED 1 It follows the subtitle before it too closely: 0, where 1 is the limit',
      'DELIVERY_REJECTED 1 A line has too many characters: 38, where 37 is the limit',
      'DELIVERY_REJECTED 2 The colour #ff0000 is not taken',
      'DELIVERY_REJECTED 3 It has more characters than can be read in its time: 20.9, where 15 is the limit',
    ])
    const film: FrameDocument = { timing: { unit: 'frames', rate: RATE_24 }, cues: [cue(0, 48, 'a')] }
    const arte = findDeliveryProfile('arte')!
    assert.deepEqual(list(film, { profile: arte }), ['DELIVERY_REJECTED  Times are counted at 24/1, and not at 25/1'])
  })

  test('is fixed where no word is touched, and the document stays as it was', () => {
    const before = structuredClone(faulty)
    const { document: fixed } = prepareDelivery(faulty, ard, true)
    assert.deepEqual(list(faulty, { fix: true }), [
      'DELIVERY_FIXED 2 Its colour became white',
      'DELIVERY_FIXED 1 It was from frame 20 to 120, and is from 21 to 120',
      'DELIVERY_FIXED 3 It was from frame 190 to 220, and is from 190 to 232',
      'DELIVERY_REJECTED 0 It is shown too short: 20, where 25 is the limit',
      'DELIVERY_REJECTED 1 A line has too many characters: 38, where 37 is the limit',
    ])
    assert.deepEqual(fixed.cues[2]?.textParts, [{ type: 'text', content: 'Rot', style: { italic: true } }])
    assert.deepEqual(faulty, before)
    assert.deepEqual(prepareDelivery(fixed, ard, true).document, fixed)
  })

  test('has times within the limits: overlaps, the longest duration, words a minute', () => {
    const times = (id: string, ...cues: Cue<number>[]) => {
      const profile = findDeliveryProfile(id)!
      return prepareDelivery(document(...cues), profile, true).document.cues.map(({ start, end }) => [start, end])
    }
    assert.deepEqual(times('ard', cue(0, 100, 'Eins'), cue(60, 120, 'Zwei')), [
      [0, 59],
      [60, 120],
    ])
    // It cannot be read in its time, and ends a frame earlier all the same.
    assert.deepEqual(times('ard', cue(0, 40, 'x'.repeat(37)), cue(40, 90, 'Zwei')), [
      [0, 39],
      [40, 90],
    ])
    assert.deepEqual(times('netflix', cue(0, 400, 'One')), [[0, 175]])
    // 180 words a minute are 3 a second, 8 1/3 frames a word.
    assert.deepEqual(times('bbc-online', cue(0, 10, 'Three words here'), cue(100, 110, 'Go'), cue(112, 140, 'On')), [
      [0, 25],
      [100, 110],
      [112, 140],
    ])
  })

  test('has the characters of the code table, before its lines are measured', () => {
    const text = 'Ich wei\u00df es nicht \u2026 vielleicht doch \u2026'
    assert.deepEqual(list(document(cue(0, 100, text)), { fix: true }), [
      'DELIVERY_FIXED 0 Characters are not in the code table: \u2026 became ...',
      'DELIVERY_FIXED 0 Its lines were broken elsewhere',
    ])
    const lost = 'DELIVERY_REJECTED 0 Not in the code table: \u{1f600}'
    assert.deepEqual(list(document(cue(0, 100, 'Ja \u{1f600}'))), [lost])
    assert.deepEqual(list(document(cue(0, 100, 'Ja \u{1f600}')), { fix: true }), [lost])
    const online = { profile: findDeliveryProfile('bbc-online')!, fix: true }
    assert.deepEqual(list(document(cue(0, 100, 'Yes \u2026 \u{1f600}')), online), [])
  })
})

describe('lines', () => {
  const limits = { maximumLineLength: 20, maximumLineCount: 2, language: 'en' }
  const run = (content: string, style?: TextStyle): TextPart<number> => ({
    type: 'text',
    content,
    ...(style && { style }),
  })
  const brk: TextPart<number> = { type: 'lineBreak' }
  const rebreak = (...parts: TextPart<number>[]) => breakLines(parts, limits)
  const italic = { italic: true } as const
  const yellow = { colour: '#ffff00' } as const

  test('are broken where a phrase ends, and keep their looks', () => {
    assert.deepEqual(rebreak(run('When it rained, we stayed at home')), [
      run('When it rained,'),
      brk,
      run('we stayed at home'),
    ])
    assert.deepEqual(rebreak(run('When it '), run('rained, we stayed home', italic)), [
      run('When it '),
      run('rained,', italic),
      brk,
      run('we stayed home', italic),
    ])
    assert.deepEqual(rebreak(run('All'), brk, run('of'), brk, run('it')), [run('All of it')])
    assert.deepEqual(rebreak(run('\u4eca\u65e5\u306f'), brk, run('\u6674\u308c'), brk, run('\u3067\u3059')), [
      run('\u4eca\u65e5\u306f\u6674\u308c\u3067\u3059'),
    ])
  })

  test('of two people stay apart', () => {
    assert.deepEqual(rebreak(run('- No'), brk, run('- Yes, of'), brk, run('course')), [
      run('- No'),
      brk,
      run('- Yes, of course'),
    ])
    assert.deepEqual(rebreak(run('No'), brk, run('Yes, of', yellow), brk, run('course', yellow)), [
      run('No'),
      brk,
      run('Yes, of course', yellow),
    ])
    assert.equal(rebreak(run('No'), brk, run('Why?', yellow), brk, run('Yes')), undefined)
  })

  test('are left where words would be cut, or there are too many', () => {
    assert.equal(rebreak(run('x'.repeat(21))), undefined)
    assert.equal(rebreak(run('nineteen letters or more in three lines and not in two')), undefined)
    assert.equal(rebreak(run(' '), brk), undefined)
  })

  const anyText = fc.stringMatching(/^[ab.\- \u00a0\u4eca]{1,12}$/)
  const anyPart = fc.oneof(
    fc.constant(brk),
    fc
      .record({ content: anyText, style: fc.constantFrom(undefined, italic, yellow) })
      .map(({ content, style }) => run(content, style)),
  )
  const anyCue = fc
    .tuple(fc.nat(300), fc.integer({ min: 1, max: 300 }), fc.array(anyPart, { maxLength: 10 }))
    .map(([start, length, textParts]): Cue<number> => ({ start, end: start + length, textParts }))
  const frameDocuments = fc
    .array(anyCue, { maxLength: 8 })
    .map(cues => document(...cues.toSorted((a, b) => a.start - b.start)))

  test('have the same words, whatever the subtitles', () => {
    const words = (document: FrameDocument) =>
      document.cues.map(({ textParts }) => toPlainText(textParts).replaceAll(/\s+/g, '').normalize('NFC'))
    const online = findDeliveryProfile('bbc-online')!
    fc.assert(
      fc.property(frameDocuments, generated => {
        const before = structuredClone(generated)
        const { document: fixed } = prepareDelivery(generated, online, true)
        assert.deepEqual(words(fixed), words(generated))
        assert.deepEqual(generated, before)
        assert.deepEqual(prepareDelivery(fixed, online, true).document, fixed)
      }),
    )
  })
})
