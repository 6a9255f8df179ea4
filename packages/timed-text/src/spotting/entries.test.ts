import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, TimebaseError } from '@rushes/timebase'
import type { FrameDocument } from '../document/document.ts'
import { type Disclaimer, insertDisclaimers, removeBlankCues, shippedPresets } from './index.ts'
import { listTexts, listTimes, toDocument } from './testing/documents.ts'

const { online } = shippedPresets

describe('removal of blank subtitles', () => {
  test('takes those that show nothing, whatever they consist of', () => {
    const blanks = ['', ' ', '\n', '\u00a0\n\u200b', '\ufeff', '\u3000', '\u2800', '\u0000\u200e']
    const document = toDocument(RATE_25, [0, 1, 'a'], ...blanks.map((text): [number, number, string] => [1, 2, text]))
    assert.deepEqual(listTexts(removeBlankCues(document).cues), ['a'])
    const shown = toDocument(RATE_25, [0, 1, '.'], [1, 2, '♪'], [2, 3, '🎵'], [3, 4, '\u0301'], [4, 5, '\ue000'])
    assert.equal(removeBlankCues(shown), shown)
  })

  test('keeps comments, and hands notes on', () => {
    const document: FrameDocument = {
      timing: { unit: 'frames', rate: RATE_25 },
      notes: ['last'],
      cues: [
        { start: 0, end: 1, textParts: [], notes: ['one'] },
        { start: 1, end: 2, textParts: [], hidden: true },
        { start: 2, end: 3, textParts: [], notes: ['two'] },
        { start: 3, end: 4, textParts: [{ type: 'text', content: 'a' }], notes: ['three'] },
        { start: 4, end: 5, textParts: [], notes: ['four'] },
      ],
    }
    assert.deepEqual(removeBlankCues(document), {
      ...document,
      notes: ['four', 'last'],
      cues: [
        { ...document.cues[1], notes: ['one'] },
        { ...document.cues[3], notes: ['two', 'three'] },
      ],
    })
  })
})

describe('disclaimers are "ordinary entries inserted before/after, … checked against neighbours"', () => {
  const document = toDocument(RATE_25, [100, 150, 'first'], [200, 250, 'last'])
  const start: Disclaimer = { text: 'Made by\nus', position: 'start', durationFrames: 75, style: { italic: true } }
  const insert = (disclaimers: Disclaimer[], frameCount?: number) =>
    insertDisclaimers(document, disclaimers, online, frameCount === undefined ? {} : { frameCount })

  test('at the start, at the end, and at a given frame', () => {
    const end: Disclaimer = { text: 'Thanks', position: 'end', durationFrames: 50 }
    const absolute: Disclaimer = { text: 'Live', position: 'absolute', start: 160, durationFrames: 30 }
    const known = insert([end, start, absolute], 400)
    assert.deepEqual(known.diagnostics, [])
    assert.deepEqual(listTexts(known.document.cues), ['Made by\nus', 'first', 'Live', 'last', 'Thanks'])
    assert.deepEqual(listTimes(known.document), [
      [0, 75],
      [100, 150],
      [160, 190],
      [200, 250],
      [350, 400],
    ])
    assert.deepEqual(known.document.cues[0]?.textParts, [
      { type: 'text', content: 'Made by', style: { italic: true } },
      { type: 'lineBreak' },
      { type: 'text', content: 'us', style: { italic: true } },
    ])
    assert.deepEqual(listTimes(insert([end]).document).at(-1), [252, 302], 'the length of the clip not known')
  })

  test('one that would run into a neighbour ends before it, and that is reported', () => {
    const { document: inserted, diagnostics } = insert([{ ...start, durationFrames: 120 }])
    assert.deepEqual(listTimes(inserted)[0], [0, 98])
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['DURATION_TOO_SHORT'],
    )
  })

  test('one that has no room overlaps for the shortest duration, and that is reported', () => {
    const codes = (disclaimer: Disclaimer, frameCount?: number) =>
      insert([disclaimer], frameCount).diagnostics.map(({ code }) => code)
    const absolute: Disclaimer = { text: 'x', position: 'absolute', start: 120, durationFrames: 20 }
    assert.deepEqual(codes(absolute), ['TIMING_OVERLAP'])
    assert.deepEqual(codes({ ...absolute, region: 'topRegion' }), [], 'the other half of the picture is free')
    assert.deepEqual(codes({ ...absolute, position: 'end', durationFrames: 50 }, 260), [
      'TIMING_OVERLAP',
      'DURATION_TOO_SHORT',
    ])
    assert.deepEqual(codes({ ...absolute, start: 390 }, 400), ['TIMING_OUT_OF_MEDIA'])
  })

  test('other disclaimers than before replace them', () => {
    const once = insert([start]).document
    assert.deepEqual(insertDisclaimers(once, [], online).document, document)
  })

  test('of a variable rate, for as long as their labels count', () => {
    // 50 pictures at 25 a second, then 50 at five
    const times = Array.from({ length: 100 }, (_, frame) => (frame < 50 ? frame * 40 : 2000 + (frame - 50) * 200))
    const base = toDocument(RATE_25, [60, 65, 'first'])
    const variable = { ...base, timing: { ...base.timing, times: { times, end: 12_000 } } }
    const end: Disclaimer = { text: 'Thanks', position: 'end', durationFrames: 50 }
    const absolute: Disclaimer = { text: 'Live', position: 'absolute', start: 70, durationFrames: 25 }
    const { document: made, diagnostics } = insertDisclaimers(variable, [start, absolute, end], online, {
      frameCount: 100,
    })
    assert.deepEqual([diagnostics, made.timing], [[], variable.timing])
    assert.deepEqual(listTimes(made), [
      [0, 55],
      [60, 65],
      [70, 75],
      [90, 100],
    ])
    assert.deepEqual(insertDisclaimers(made, [start, absolute, end], online, { frameCount: 100 }).document, made)
  })

  test('fractions of frames are refused', () => {
    for (const durationFrames of [1.5, Number.NaN]) {
      assert.throws(() => insert([{ ...start, durationFrames }]), TimebaseError)
    }
    assert.throws(() => insert([{ ...start, position: 'absolute', start: 0.5 }]), TimebaseError)
  })
})
