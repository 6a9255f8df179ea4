import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_23_976, RATE_29_97 } from '@rushes/timebase'
import { findFormatByFileName, readTtml, toPlainText, writeWebvtt } from '../../../index.ts'
import { writeEbutt } from '../testing/validated.ts'

const namespaces =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'
const toFile = (body: string, { head = '', root = namespaces } = {}) =>
  `<tt ${root}><head>${head}</head><body><div>${body}</div></body></tt>`

function read(file: string) {
  const { document, diagnostics } = readTtml(file)
  return {
    document,
    cues: document.cues.map(({ start, end, textParts }) => [start, end, toPlainText(textParts)]),
    diagnostics: diagnostics.map(({ code, severity }) => `${code} ${severity}`),
  }
}

describe('namespaces', () => {
  for (const draft of ['2004/11', '2006/04', '2006/10']) {
    test(`of the draft of ${draft} are read`, () => {
      const root = `xmlns="http://www.w3.org/${draft}/ttaf1"`
      assert.deepEqual(read(toFile('<p begin="1s" end="2s">x</p>', { root })).cues, [[1000, 2000, 'x']])
    })
  }

  test('that are not those of TTML are reported', () => {
    const { cues, diagnostics } = read(toFile('<p begin="1s" end="2s">x</p>', { root: 'xmlns="urn:foo"' }))
    assert.deepEqual([cues, diagnostics], [[], ['IMPORT_ENTRY_SKIPPED error']])
  })
})

describe('what Flash wrote', () => {
  const root = 'xmlns="http://www.w3.org/2006/10/ttaf1" xmlns:tts="http://www.w3.org/2006/10/ttaf1#styling"'

  test('times without a unit are seconds, and reported', () => {
    const { cues, diagnostics } = read(toFile('<p begin="04.7" end="11.4">x</p><p begin="12" dur="3">y</p>', { root }))
    assert.deepEqual(cues, [
      [4700, 11_400, 'x'],
      [12_000, 15_000, 'y'],
    ])
    assert.deepEqual(diagnostics, Array(2).fill('IMPORT_TIMING_REPAIRED warning'))
  })

  test('styles are found by `id`', () => {
    const head = '<styling><style id="c1" tts:color="red"/></styling>'
    const { document } = read(toFile('<p begin="1s" end="2s" style="c1">x</p>', { head, root }))
    const style = { colour: '#ff0000' }
    assert.deepEqual(document.cues[0]?.textParts, [{ type: 'text', content: 'x', style }])
  })
})

describe('what streamers deliver as DFXP', () => {
  test('ticks, regions by place, and white space that is text', () => {
    const root = `${namespaces} ttp:tickRate="10000000" ttp:timeBase="media" xml:space="preserve" tts:extent="640px 480px"`
    const head =
      '<styling><style xml:id="s1" tts:textAlign="center" tts:fontFamily="Arial" tts:fontSize="100%"/></styling>' +
      '<layout><region xml:id="region_00" tts:displayAlign="before" tts:origin="64px 48px" tts:extent="512px 384px"/></layout>'
    const body = '<p begin="107607500t" end="134134000t" region="region_00" style="s1">ONE<br/>TWO</p>'
    const { document, cues, diagnostics } = read(toFile(body, { head, root }))
    assert.deepEqual(cues, [[10_761, 13_413, 'ONE\nTWO']])
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(document.cues[0]?.layout, { line: { unit: 'percent', value: 10 } })
  })

  test('SMPTE-TT with prefixes of its own, frames, and what it says of the captions it was', () => {
    const file =
      '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:s="http://www.w3.org/ns/ttml#styling"' +
      ' xmlns:m608="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt#cea608" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:timeBase="media">' +
      '<tt:head><tt:metadata><m608:channel>CC1</m608:channel></tt:metadata></tt:head>' +
      '<tt:body><tt:div><tt:p begin="00:00:01:15" end="00:00:02:00"><tt:span s:color="yellow">x</tt:span></tt:p></tt:div></tt:body></tt:tt>'
    const { cues, document, diagnostics } = read(file)
    assert.deepEqual(cues, [[1501, 2000, 'x']])
    assert.deepEqual(document.cues[0]?.textParts, [{ type: 'text', content: 'x', style: { colour: '#ffff00' } }])
    assert.deepEqual(diagnostics, [])
  })

  test('times with a comma, which are reported', () => {
    const { cues, diagnostics } = read(toFile('<p begin="00:00:01,500" end="00:00:02,000">x</p>'))
    assert.deepEqual([cues, diagnostics], [[[1500, 2000, 'x']], ['IMPORT_TIMING_REPAIRED warning']])
  })
})

describe('iTunes Timed Text', () => {
  for (const [frameRate, rate] of [
    [24, RATE_23_976],
    [30, RATE_29_97],
  ] as const) {
    test(`with the multiplier "999 1000" of ${frameRate} has the rate of NTSC`, () => {
      const root = `${namespaces} ttp:timeBase="smpte" ttp:frameRate="${frameRate}" ttp:frameRateMultiplier="999 1000" ttp:dropMode="nonDrop"`
      const { document } = read(toFile('<p begin="00:00:01:00" end="00:00:02:00">x</p>', { root }))
      assert.deepEqual(document.timing, { unit: 'frames', rate })
      assert.match(writeEbutt(document, { timeBase: 'smpte' }).content, /begin="00:00:01:00"/)
    })
  }

  test('is known by its extension', () => assert.equal(findFormatByFileName('a.itt')?.id, 'itt'))
})

test('entities of HTML are read, and reported', () => {
  const { cues, diagnostics } = read(toFile('<p begin="1s" end="2s">Caf&eacute; &unknown;</p>'))
  assert.deepEqual(cues, [[1000, 2000, 'Café &unknown;']])
  assert.deepEqual(diagnostics, Array(2).fill('IMPORT_MARKUP_REPAIRED warning'))
})

describe('ruby', () => {
  const span = (ruby: string, text: string) => `<span tts:ruby="${ruby}">${text}</span>`
  const [base, text] = [span('base', '利用許諾'), span('text', 'ライセンス')]
  for (const [how, content] of [
    ['in one line', span('container', base + text)],
    ['with white space between its parts', span('container', `\n  ${base}\n  ${text}\n`)],
    [
      'with containers of its own for them',
      span('container', ` ${span('baseContainer', ` ${base} `)} ${span('textContainer', ` ${text} `)} `),
    ],
  ] as const) {
    test(`${how} stays one, and white space around it is text`, () => {
      const { document } = read(toFile(`<p begin="1s" end="2s">a ${content} b</p>`))
      assert.match(writeWebvtt(document).content, /^a <ruby>利用許諾<rt>ライセンス<\/rt><\/ruby> b$/m)
    })
  }
})

// TTML2, tts:ruby: a container has one base container, and one or two text containers
test('two rubies over one base are apart', () => {
  const span = (ruby: string, text: string) => `<span tts:ruby="${ruby}">${text}</span>`
  const over = (text: string) => `\n ${span('textContainer" tts:rubyPosition="before', span('text', text))}`
  const content = span('container', span('baseContainer', span('base', '東南')) + over('とうなん') + over('たつみ'))
  const { document } = read(toFile(`<p begin="1s" end="2s">${content}の</p>`))
  assert.match(writeWebvtt(document).content, /^<ruby>東南<rt>とうなん たつみ<\/rt><\/ruby>の$/m)
})

describe('the times of a region', () => {
  const head = '<layout><region xml:id="r" begin="10s" end="20s"/></layout>'

  test('cut those of what it shows', () => {
    const body =
      '<p region="r" begin="5s" end="15s">a</p><p region="r">b</p><p region="r" begin="12s" end="30s">c</p><p begin="5s" end="15s">d</p>'
    assert.deepEqual(read(toFile(body, { head })).cues, [
      [10_000, 15_000, 'a'],
      [10_000, 20_000, 'b'],
      [12_000, 20_000, 'c'],
      [5000, 15_000, 'd'],
    ])
  })

  test('hide what is over before or comes after', () => {
    const body = '<p region="r" begin="5s" end="10s">a</p><p region="r" begin="20s" end="25s">b</p>'
    const { cues, diagnostics } = read(toFile(body, { head }))
    assert.deepEqual([cues, diagnostics], [[], Array(2).fill('IMPORT_ENTRY_SKIPPED info')])
  })
})
