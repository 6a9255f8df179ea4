import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Colour, TextPart } from '../../index.ts'
import { readSrt, writeSrt } from '../../index.ts'

function read(text: string) {
  const { document, diagnostics } = readSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)
  const { textParts, layout } = document.cues[0]!
  return { textParts, layout, codes: diagnostics.map(({ code, severity }) => `${code} ${severity}`), document }
}
const run = (content: string, style?: Extract<TextPart, { type: 'text' }>['style']) =>
  style ? { type: 'text', content, style } : { type: 'text', content }
const top = { line: { unit: 'lines', value: 0 } }
const colour = (value: Colour) => ({ colour: value })

describe('override tags of ASS', () => {
  const cases: [string, readonly object[]][] = [
    ['{\\i1}slanted{\\i0} plain', [run('slanted', { italic: true }), run(' plain')]],
    ['{\\b1\\u1}a{\\b0}b', [run('a', { bold: true, underline: true }), run('b', { underline: true })]],
    ['{\\b700}a{\\b400}b', [run('a', { bold: true }), run('b')]],
    ['{\\i1}{\\i1}a{\\i0}b', [run('a', { italic: true }), run('b')]],
    ['{\\c&H00FFFF&}y{\\1c&HFF0000&}b{\\r}p', [run('y', colour('#ffff00')), run('b', colour('#0000ff')), run('p')]],
    ['{\\fnArial\\fs20}a', [run('a', { fontFamily: 'Arial', fontSize: '20' })]],
    ['{\\i1}a\\Nb\\hc{\\i0}', [run('a', { italic: true }), { type: 'lineBreak' }, run('b\u00a0c', { italic: true })]],
    ['<i>{\\b1}a</i>b', [run('a', { bold: true, italic: true }), run('b', { bold: true })]],
  ]
  for (const [text, expected] of cases) {
    test(`${text} is a style`, () => {
      const { textParts, document } = read(text)
      assert.deepEqual(textParts, expected)
      assert.deepEqual(readSrt(writeSrt(document).content).document, document)
    })
  }

  test('are known in the order in which they stand, without a report', () => {
    const { textParts, layout, codes } = read('{\\an8\\i1}Top{\\i0}')
    assert.deepEqual([textParts, layout, codes], [[run('Top', { italic: true })], top, []])
  })

  test('place a cue by the older `\\a`, too', () => assert.deepEqual(read('{\\a6}x').layout, top))

  test('that place or move text in other ways are left out, and reported', () => {
    const { textParts, codes } = read('{\\pos(192,50)}a{\\fad(200,200)\\t(0,5,\\fs40)}b')
    assert.deepEqual(textParts, [run('ab')])
    assert.deepEqual(codes, Array(2).fill('IMPORT_MARKUP_REPAIRED warning'))
  })

  for (const text of ['C:\\New\\home', '{note}', '{\\an8}a\\Nb', '{ \\i1}', '{\\}']) {
    test(`${text} stays text where there are none`, () => {
      const content = text.replace('{\\an8}', '')
      assert.deepEqual(read(text).textParts, [run(content)])
    })
  }

  test('`<strike>` is `<s>`', () => {
    assert.deepEqual(read('<strike>a</strike>').textParts, [run('a', { strikeThrough: true })])
  })

  // WebVTT, section 4.2.2, cue text: voices, classes, ruby and languages
  test('tags of WebVTT are left out, and reported', () => {
    const { textParts, codes, document } = read('<v Bob>a</v><c.yellow>b</c> <ruby>c<rt>d</rt></ruby> <value> <cut')
    assert.deepEqual(textParts, [run('ab cd <value> <cut')])
    assert.deepEqual(codes, Array(8).fill('IMPORT_MARKUP_REPAIRED warning'))
    assert.deepEqual(readSrt(writeSrt(document).content).document, document)
  })

  test('in the text of a document are escaped', () => {
    const textParts = [{ type: 'text' as const, content: '{\\i1}a{\\pos(1,2)}\\N' }]
    const document = { timing: { unit: 'milliseconds' as const }, cues: [{ start: 0, end: 1000, textParts }] }
    assert.deepEqual(readSrt(writeSrt(document).content).document, document)
  })
})
