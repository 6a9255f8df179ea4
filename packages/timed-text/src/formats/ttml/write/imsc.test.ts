import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cue, MillisecondDocument, TextPart, TextStyle } from '../../../document/document.ts'
import { readTtml } from '../read/read.ts'
import { writeEbuttd } from '../testing/validated.ts'
import { writeImsc } from './write.ts'

const text = (content: string, style?: TextStyle, more: object = {}): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
  ...more,
})
const document = (textParts: TextPart<number>[], more: Partial<Cue<number>> = {}): MillisecondDocument => ({
  timing: { unit: 'milliseconds' },
  cues: [{ start: 1000, end: 4000, textParts, ...more }],
})
const paragraph = (content: string) => /<tt:p [^>]*>(.*)<\/tt:p>/.exec(content)?.[1]

function assertComesBack(given: MillisecondDocument): string {
  const { content, diagnostics } = writeImsc(given)
  assert.deepEqual(diagnostics, [])
  const read = readTtml(content)
  assert.deepEqual(
    read.diagnostics.filter(({ severity }) => severity !== 'info'),
    [],
  )
  assert.deepEqual(read.document, given)
  return content
}

describe('IMSC Text', () => {
  // IMSC 1.3, Profile Signaling: "The ttp:contentProfiles attribute SHOULD be present on the tt element, with exactly one
  // of its values equal to the designator Text Profile."
  test('says which profile it keeps: 1.1, and 1.3 with what came with it', () => {
    const designate = (content: string) => /ttp:contentProfiles="([^"]*)"/.exec(content)?.[1]
    assert.equal(designate(assertComesBack(document([text('a')]))), 'http://www.w3.org/ns/ttml/profile/imsc1.1/text')
    const raised = document([text('m'), text('2', undefined, { ext: { ttml: { style: { fontVariant: 'super' } } } })])
    assert.equal(designate(assertComesBack(raised)), 'http://www.w3.org/ns/ttml/profile/imsc1.3/text')
  })

  // TTML2, tts:ruby: a container has a base and a text
  test('has ruby, also in time', () => {
    const [base, over] = [text('利用許諾', { ruby: 'base' }), text('ライセンス', { ruby: 'text' })]
    const content = assertComesBack(document([text('a '), base, over, text(' b', { italic: true })]))
    assert.match(
      paragraph(content)!,
      /^a <tt:span tts:ruby="container"><tt:span tts:ruby="base">利用許諾<\/tt:span><tt:span tts:ruby="text">ライセンス<\/tt:span><\/tt:span><tt:span style="s\d"> b/,
    )
    const late = { start: 2000 }
    assertComesBack(
      document([text('a '), { ...base, ...late } as TextPart<number>, { ...over, ...late } as TextPart<number>]),
    )
    assert.match(paragraph(writeImsc(document([over])).content)!, /<tt:span tts:ruby="base"><\/tt:span>/)
    const under = text(' under', { ruby: 'text' }, { ext: { ttml: { style: { rubyPosition: 'after' } } } })
    const twice = assertComesBack(document([base, over, under]))
    assert.equal(twice.match(/tts:ruby="textContainer"/g)?.length, 2)
  })

  test('has lines in several places, and their ground without gaps', () => {
    const style = {
      lineHeight: '125%',
      multiRowAlign: 'start',
      linePadding: '0.5c',
      fillLineGap: 'true',
      forcedDisplay: 'true',
    }
    const content = assertComesBack(document([text('a')], { ext: { ttml: { style } } }))
    assert.match(content, /ebutts:multiRowAlign="start" ebutts:linePadding="0.5c" itts:fillLineGap="true"/)
  })

  test('has what Japanese needs, which EBU-TT-D does not, and says so', () => {
    const style = { rubyReserve: 'outside 1em', shear: '16.78842%', textEmphasis: 'filled circle before' }
    const given = document([text('a')], { ext: { ttml: { style } } })
    assertComesBack(given)
    assert.deepEqual(
      writeEbuttd(given).diagnostics.map(({ code }) => code),
      Array(3).fill('STYLE_UNSUPPORTED'),
    )
  })

  test('has lines through text, and one size of a font', () => {
    assertComesBack(document([text('a', { underline: true, strikeThrough: true, fontSize: '1.5c' })]))
    const { diagnostics } = writeImsc(document([text('a', { doubleHeight: true })]))
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['STYLE_UNSUPPORTED'],
    )
  })

  // IMSC 1.3, ittp:activeArea: "leftOffset topOffset width height", each "non-negative and not greater than 100%"
  test('has the active area of the file it was read from', () => {
    const given = { ...document([text('a')]), ext: { ttml: { activeArea: '10% 10% 80% 80%' } } }
    assert.match(assertComesBack(given), /ittp:activeArea="10% 10% 80% 80%"/)
    assert.doesNotMatch(writeImsc({ ...given, ext: { ttml: { activeArea: '"' } } }).content, /activeArea/)
    assert.deepEqual(
      writeEbuttd(given).diagnostics.map(({ code }) => code),
      ['POSITION_APPROXIMATED'],
    )
  })
})
