import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CueLayout, TextStyle } from '../../../document/document.ts'
import { readTtml } from '../read/read.ts'
import { parseColour } from './style-values.ts'

const namespaces =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ' +
  'xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ebutts="urn:ebu:tt:style" xmlns:itts="http://www.w3.org/ns/ttml/profile/imsc1#styling"'

interface Parts {
  readonly root?: string
  readonly styling?: string
  readonly layout?: string
  readonly body?: string
  readonly p?: string
  readonly text: string
}

function readFirst({ root = '', styling = '', layout = '', body = '', p = '', text }: Parts) {
  const head = `<head><styling>${styling}</styling><layout>${layout}</layout></head>`
  const file = `<tt ${namespaces} ${root}>${head}<body ${body}><div><p begin="1s" end="2s" ${p}>${text}</p></div></body></tt>`
  const { document, diagnostics } = readTtml(file)
  const cue = document.cues[0]!
  const styles = cue.textParts.map(part => (part.type === 'text' ? part.style : undefined))
  return { document, cue, styles, problems: diagnostics.map(({ message }) => message) }
}

describe('colours', () => {
  const cases: [string, string | undefined][] = [
    ['#FFff00', '#ffff00'],
    ['#f00', '#ff0000'],
    ['#12345678', '#12345678'],
    ['#123456FF', '#123456'],
    ['rgb(255, 0,16)', '#ff0010'],
    ['rgba(0,0,0,128)', '#00000080'],
    ['rgba(1,2,3,255)', '#010203'],
    ['lime', '#00ff00'],
    ['Transparent', '#00000000'],
    ['rgb(256,0,0)', undefined],
    ['rgb(1,2,3,4)', undefined],
    ['rgba(1,2,3)', undefined],
    ['mauve', undefined],
    ['', undefined],
  ]
  for (const [text, expected] of cases) {
    test(`"${text}" is ${expected}`, () => assert.equal(parseColour(text), expected))
  }
})

describe('styles', () => {
  const cases: [string, Parts, TextStyle | undefined][] = [
    [
      'stand on the element itself',
      { text: '<span tts:color="red" tts:fontStyle="italic">x</span>' },
      { colour: '#ff0000', italic: true },
    ],
    [
      'are referred to, later ones winning, and those of the element itself win over them',
      {
        styling: '<style xml:id="a" tts:color="red" tts:fontWeight="bold"/><style xml:id="b" tts:color="lime"/>',
        text: '<span style="a b" tts:fontWeight="normal">x</span>',
      },
      { colour: '#00ff00' },
    ],
    [
      'refer to other styles, also to later ones',
      {
        styling:
          '<style xml:id="a" style="b" tts:fontStyle="italic"/><style xml:id="b" tts:color="lime" tts:fontStyle="normal"/>',
        text: '<span style="a">x</span>',
      },
      { colour: '#00ff00', italic: true },
    ],
    [
      'are inherited from the body and the paragraph',
      { body: 'tts:color="lime" tts:textDecoration="underline"', p: 'tts:fontFamily="Arial, serif"', text: 'x' },
      { colour: '#00ff00', underline: true, fontFamily: 'Arial, serif' },
    ],
    [
      'are inherited from the region, before the body',
      {
        layout: '<region xml:id="r" tts:color="red" tts:fontWeight="bold"><style tts:fontFamily="serif"/></region>',
        body: 'tts:color="lime"',
        p: 'region="r"',
        text: 'x',
      },
      { colour: '#00ff00', bold: true, fontFamily: 'serif' },
    ],
    [
      'begin with the initial values of the document',
      {
        styling: '<initial tts:color="yellow" tts:fontStyle="italic"/>',
        text: '<span tts:fontStyle="normal">x</span>',
      },
      { colour: '#ffff00' },
    ],
    [
      'of the background are not inherited from a paragraph',
      { p: 'tts:backgroundColor="red"', text: '<span>x</span>' },
      undefined,
    ],
    [
      'of the background shine through spans',
      { text: '<span tts:backgroundColor="black"><span tts:backgroundColor="transparent">x</span></span>' },
      { backgroundColour: '#000000' },
    ],
    [
      'multiply percentages of the font size',
      { body: 'tts:fontSize="80%"', text: '<span tts:fontSize="50%">x</span>' },
      { fontSize: '40%' },
    ],
    [
      'count percentages of cells in cells',
      { body: 'tts:fontSize="1.5c"', text: '<span tts:fontSize="50%">x</span>' },
      { fontSize: '0.75c' },
    ],
    [
      'count pixels in cells where the picture is known',
      { root: 'tts:extent="640px 480px"', text: '<span tts:fontSize="64px">x</span>' },
      { fontSize: '2c' },
    ],
    ['leave pixels as they are where it is not', { text: '<span tts:fontSize="64px">x</span>' }, { fontSize: '64px' }],
    [
      'know double height',
      { root: 'ttp:cellResolution="40 24"', text: '<span tts:fontSize="1c 2c">x</span>' },
      { doubleHeight: true },
    ],
    [
      'know underline and line through at once',
      { text: '<span tts:textDecoration="underline lineThrough">x</span>' },
      { underline: true, strikeThrough: true },
    ],
    [
      'know who speaks and in what language',
      { root: 'xml:lang="en"', p: 'ttm:agent="a1"', text: '<span xml:lang="fr">x</span>' },
      { speaker: 'a1', language: 'fr' },
    ],
  ]
  for (const [name, parts, expected] of cases) {
    test(name, () => {
      const { styles, problems } = readFirst(parts)
      assert.deepEqual(styles, [expected])
      assert.deepEqual(problems, [])
    })
  }

  test('that refer to each other in a circle end somewhere', () => {
    const styling = '<style xml:id="a" style="b" tts:color="red"/><style xml:id="b" style="a" tts:fontWeight="bold"/>'
    assert.deepEqual(readFirst({ styling, text: '<span style="a">x</span>' }).styles, [
      { bold: true, colour: '#ff0000' },
    ])
  })

  test('what cannot be used is reported with its line', () => {
    const { problems } = readFirst({ text: '<span style="none" tts:color="mauve" tts:zIndex="1">x</span>' })
    assert.deepEqual(problems, [
      '"mauve" is no value of color and was ignored',
      'tts:zIndex is not supported and was ignored',
      'There is no style "none"',
    ])
  })

  test('of ruby are read, and its fallback is not', () => {
    const ruby = (kind: string, text: string) => `<span tts:ruby="${kind}">${text}</span>`
    const text = ruby(
      'container',
      ruby('base', '漢') + ruby('delimiter', '(') + ruby('text', 'kan') + ruby('delimiter', ')'),
    )
    assert.deepEqual(readFirst({ text }).cue.textParts, [
      { type: 'text', content: '漢', style: { ruby: 'base' } },
      { type: 'text', content: 'kan', style: { ruby: 'text' } },
    ])
  })

  test('without a member in documents are kept beside the cue and the run', () => {
    const { cue } = readFirst({
      body: 'ebutts:linePadding="0.5c" itts:fillLineGap="true" tts:wrapOption="wrap"',
      p: 'ebutts:multiRowAlign="start" tts:lineHeight="125%"',
      text: 'a <span tts:direction="rtl" tts:unicodeBidi="bidiOverride">b</span>',
    })
    assert.deepEqual(cue.ext, {
      ttml: { style: { lineHeight: '125%', multiRowAlign: 'start', linePadding: '0.5c', fillLineGap: 'true' } },
    })
    const last = cue.textParts.at(-1)
    assert.deepEqual(last?.type === 'text' && last.ext, {
      ttml: { style: { direction: 'rtl', unicodeBidi: 'bidiOverride' } },
    })
  })
})

describe('places', () => {
  const region = (attributes: string) => `<region xml:id="r" ${attributes}/>`
  const cases: [string, string, string, CueLayout | undefined][] = [
    [
      'a region at the bottom',
      region('tts:origin="10% 60%" tts:extent="80% 30%" tts:displayAlign="after"'),
      'tts:textAlign="center"',
      { line: { unit: 'percent', value: 90, align: 'end' } },
    ],
    [
      'a region in cells, from its top',
      region('tts:origin="3.2c 1.5c" tts:extent="25.6c 3c"'),
      'tts:textAlign="center"',
      { line: { unit: 'percent', value: 10 } },
    ],
    [
      'a region on one side',
      region('tts:origin="50% 0%" tts:extent="50% 50%" tts:displayAlign="center"'),
      'tts:textAlign="end"',
      {
        line: { unit: 'percent', value: 25, align: 'center' },
        position: { percent: 50, align: 'line-left' },
        size: 50,
        textAlign: 'end',
      },
    ],
    [
      'a vertical region',
      region('tts:origin="10% 10%" tts:extent="80% 80%" tts:writingMode="tbrl"'),
      'tts:textAlign="center"',
      { writingMode: 'vertical-rl' },
    ],
    [
      'no alignment in a region, which is that at the start',
      region('tts:origin="0% 0%" tts:extent="100% 100%"'),
      '',
      { line: { unit: 'percent', value: 0 }, textAlign: 'start' },
    ],
  ]
  for (const [name, layout, p, expected] of cases) {
    test(name, () => {
      const { cue, problems } = readFirst({ layout, p: `region="r" ${p}`, text: 'x' })
      assert.deepEqual([cue.region, cue.layout, problems], ['r', expected, []])
    })
  }

  test('without a region a cue stands where subtitles stand', () => {
    assert.equal(readFirst({ text: 'x' }).cue.layout, undefined)
    assert.deepEqual(readFirst({ text: 'x', body: 'tts:textAlign="left"' }).cue.layout, { textAlign: 'left' })
  })

  test('a region that is not there is reported', () => {
    assert.deepEqual(readFirst({ text: 'x', p: 'region="s"' }).problems, ['There is no region "s"'])
  })

  test('a division hands its region on', () => {
    const layout = region('tts:origin="0% 0%" tts:extent="100% 50%"')
    assert.equal(readFirst({ layout, body: 'region="r"', text: 'x' }).cue.region, 'r')
  })
})
