import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { toPlainText } from '../../../text/text-parts.ts'
import { conformance } from '../testing/schemas.ts'
import { readTtml } from './read.ts'

const namespaces = 'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"'

function read(body: string, head = '') {
  const { document, diagnostics } = readTtml(`<tt ${namespaces}><head>${head}</head><body>${body}</body></tt>`)
  return {
    cues: document.cues.map(({ start, end, textParts }) => `${start}-${end} ${toPlainText(textParts)}`),
    colours: document.cues.map(({ textParts }) =>
      textParts.map(part => (part.type === 'text' ? part.style?.colour : undefined)),
    ),
    codes: diagnostics.map(({ code, severity }) => `${code} ${severity}`),
    document,
  }
}

// TTML1, 11.1.1: "The set element is used as a child element of a Content element or a region element in order to
// express a discrete change of some style parameter value that applies over some time interval."
describe('set', () => {
  test('displays what is hidden otherwise, for its time', () => {
    const hidden = '<p begin="4s" end="9s" tts:display="none"><set begin="1s" dur="2s" tts:display="auto"/>q</p>'
    const { cues, codes } = read(`<div>${hidden}</div>`)
    assert.deepEqual([cues, codes], [['5000-7000 q'], []])
    const span = (set: string) => `<div><p begin="1s" end="9s">a <span tts:display="none">${set}b</span></p></div>`
    assert.deepEqual(read(span('<set begin="2s" dur="1s" tts:display="auto"/>')).cues, [
      '1000-3000 a',
      '3000-4000 a b',
      '4000-9000 a',
    ])
    assert.deepEqual(read(span('')).cues, ['1000-9000 a'])
  })

  test('hides what is seen otherwise, which visibility does for what inherits it', () => {
    const body = (inner: string) =>
      `<div tts:visibility="hidden"><set begin="4s" tts:visibility="visible"/><p begin="1s" end="9s">${inner}</p></div>`
    assert.deepEqual(read(body('a')).cues, ['4000-9000 a'])
    assert.deepEqual(read(body('a<span tts:visibility="visible">b</span>')).cues, ['1000-4000 b', '4000-9000 ab'])
    assert.deepEqual(read(body('<set begin="7s" tts:visibility="hidden"/>a')).cues, ['4000-8000 a'])
  })

  test('of the body or a division counts for all that is inside', () => {
    const body = '<div begin="10s"><set begin="2s" dur="1s" tts:color="lime"/><p begin="1s" end="4s">a</p></div>'
    const { cues, colours } = read(body)
    assert.deepEqual(cues, ['11000-12000 a', '12000-13000 a', '13000-14000 a'])
    assert.deepEqual(colours, [[undefined], ['#00ff00'], [undefined]])
  })

  test('of a span goes with the times of spans', () => {
    const body =
      '<div><p begin="0s" end="9s"><span end="4s">a</span> <span begin="4s"><set begin="2s" tts:color="red"/>b</span></p></div>'
    const { cues, colours } = read(body)
    assert.deepEqual(cues, ['0-4000 a', '4000-6000 b', '6000-9000 b'])
    assert.deepEqual(colours, [[undefined], [undefined], ['#ff0000']])
  })

  test('that changes nothing which is seen makes one cue, and its name is that of the first', () => {
    const body = '<div><p xml:id="x" begin="0s" end="9s"><set begin="2s" dur="1s" tts:display="auto"/>a</p></div>'
    const { cues, document } = read(body)
    assert.deepEqual([cues, document.cues[0]?.id], [['0-9000 a'], 'x'])
  })

  const inRegion = (inner: string) => `<layout><region xml:id="r" begin="2s">${inner}</region></layout>`
  test('of a region counts for what is shown in it', () => {
    const body = '<div><p region="r" begin="1s" end="9s">a</p></div>'
    const hides = read(body, inRegion('<set begin="2s" dur="3s" tts:display="none"/>'))
    assert.deepEqual([hides.cues, hides.codes], [['2000-4000 a', '7000-9000 a'], []])
    const colours = read(body, inRegion('<style tts:color="red"/><set begin="3s" tts:color="lime"/>'))
    assert.deepEqual(colours.cues, ['2000-5000 a', '5000-9000 a'])
    assert.deepEqual(colours.colours, [['#ff0000'], ['#00ff00']])
    assert.equal(colours.document.regions?.length, 1)
  })

  test('of the place of a region gives a region for each place', () => {
    const sets =
      '<set begin="1s" dur="1s" tts:origin="10% 10%" tts:extent="80% 20%"/><set begin="2s" tts:displayAlign="after"/>'
    const { cues, document, codes } = read('<div><p region="r" end="9s">a</p></div>', inRegion(sets))
    assert.deepEqual([cues, codes], [['2000-3000 a', '3000-4000 a', '4000-9000 a'], []])
    const placed = document.regions?.map(({ id, origin, displayAlign }) => [id, origin?.y, displayAlign])
    assert.deepEqual(placed, [
      ['r', 0, 'before'],
      ['r-2', 10, 'before'],
      ['r-3', 0, 'after'],
    ])
    assert.deepEqual(
      document.cues.map(({ region }) => region),
      ['r', 'r-2', 'r-3'],
    )
  })

  test('of what only fades in a region is reported', () => {
    const { cues, codes } = read('<div><p region="r" end="9s">a</p></div>', inRegion('<set tts:opacity="0.5"/>'))
    assert.deepEqual(
      [cues, codes],
      [['2000-9000 a'], ['IMPORT_SETTING_IGNORED info', 'IMPORT_SETTING_IGNORED warning']],
    )
  })

  test('that says nothing known is reported', () => {
    assert.deepEqual(read('<div><p begin="0s" end="9s"><set begin="2s"/>a</p></div>').codes, [
      'IMPORT_SETTING_IGNORED warning',
    ])
  })

  test('without end in one paragraph costs no more than its size', () => {
    const sets = Array.from({ length: 20_000 }, (_, index) => `<set begin="${index}s" tts:color="red"/>`).join('')
    const spans = Array.from({ length: 20_000 }, (_, index) => `<span tts:color="#${index % 10}00">a</span>`).join('')
    const started = process.cpuUsage()
    const { codes } = read(`<div><p begin="0s" end="99999s">${sets}${spans}</p></div>`)
    assert.ok(codes.includes('IMPORT_LIMIT_REACHED warning'))
    assert.ok(process.cpuUsage(started).user < 5_000_000)
  })
})

// TTML1, 10.4, of an anonymous span, and of a span with text alone: "if the parent time container is a parallel time
// container, then the implicit duration is equivalent to the indefinite duration …; if the parent time container is a
// sequential time container, then the implicit duration is equivalent to zero."
describe('in a sequence', () => {
  const cases: readonly [name: string, body: string, cues: readonly string[]][] = [
    [
      'text that is in no span is not shown',
      '<p timeContainer="seq" begin="5s" dur="15s">no <span dur="3s">a</span> no <span dur="2s">b</span></p>',
      ['5000-8000 a', '8000-10000 b'],
    ],
    [
      'a span with text alone is not shown unless it says how long, and one with a span in it is',
      '<p timeContainer="seq">Hello <span>Allo</span><span dur="1s">a</span><span>Guten <span>Tag</span></span> Allo</p>',
      ['0-1000 a', '1000-6000 Guten Tag'],
    ],
    ['a paragraph of such text takes no time', '<p timeContainer="seq">no</p><p dur="1s">a</p>', ['0-1000 a']],
    [
      'what says no end ends with what is in it',
      '<div><p begin="1s" end="2s">a</p><p end="3s">b</p></div><div><p begin="1s" end="2s">c</p></div>',
      ['1000-2000 a', '0-3000 b', '4000-5000 c'],
    ],
    [
      'a sequence ends with its last child',
      '<div timeContainer="seq"><p dur="1s">a</p><p dur="2s">b</p></div><p dur="1s">c</p>',
      ['0-1000 a', '1000-3000 b', '3000-4000 c'],
    ],
  ]
  for (const [name, body, cues] of cases) {
    test(name, () => assert.deepEqual(read(`<div timeContainer="seq">${body}</div>`).cues, cues))
  }

  test('nothing begins after what has no end, which is reported', () => {
    const { cues, codes } = read('<div timeContainer="seq"><p>a</p><p dur="2s">b</p></div>')
    assert.deepEqual(cues, ['0-5000 a'])
    assert.ok(codes.includes('IMPORT_ENTRY_SKIPPED error'))
  })

  test('what begins after the end of all is not shown', () => {
    const { cues, codes } = read('<div timeContainer="seq" dur="3s"><p dur="2s">a</p><p dur="2s">b</p><p>c</p></div>')
    assert.deepEqual(cues, ['0-2000 a', '2000-3000 b'])
    assert.deepEqual(codes, ['IMPORT_ENTRY_SKIPPED info'])
  })
})

// TTML1, 9.3.2: "if the element specifies a region attribute, then the element is associated with the region referenced
// by that attribute"
describe('a region of a span', () => {
  const head =
    '<layout><region xml:id="r1" tts:origin="10% 80%" tts:extent="80% 10%"/><region xml:id="r2" tts:origin="10% 10%" tts:extent="80% 10%" tts:color="red"/></layout>'
  test('is where it is shown, and text beside it is reported', () => {
    const body = '<p begin="0s" end="2s">no <span region="r1">a</span> <span region="r2">b</span></p>'
    const { cues, colours, codes, document } = read(`<div>${body}</div>`, head)
    assert.deepEqual(cues, ['0-2000 a', '0-2000 b'])
    assert.deepEqual(colours, [[undefined], ['#ff0000']])
    assert.deepEqual(
      document.cues.map(({ region }) => region),
      ['r1', 'r2'],
    )
    assert.deepEqual(codes, ['IMPORT_ENTRY_SKIPPED warning'])
  })

  test('inside another region is ignored, and reported', () => {
    const body = '<p begin="0s" end="2s" region="r1">a <span region="r2">b</span></p>'
    const { cues, codes } = read(`<div>${body}</div>`, head)
    assert.deepEqual([cues, codes], [['0-2000 a b'], ['IMPORT_SETTING_IGNORED warning']])
  })
})

const folder = `${conformance}imsc/`
const skip = existsSync(folder) ? false : `${folder} is not there`
const unshown = /must not appear|should not appear|is not visible|only the/i

/** What each of the published files says of itself: when its texts are to be seen. */
const published: Readonly<Record<string, readonly string[]>> = {
  timing_BasicTimeContainment004: ['5000-10000 This first sentence begins'],
  timing_BasicTiming007: ['5000-15000 This text should appear at 5 seconds'],
  timing_MediaParTiming003: [
    '0-5000 This text must appear at 0',
    '5000-10000 This text must appear at 5',
    '15000-20000 This text must appear at 15',
    '10000-20000 This text must appear at 10',
  ],
  timing_MediaSeqTiming002: [
    '5000-10000 This text must appear at 5',
    '15000-20000 This text must appear at 15',
    '25000-30000 This text must appear at 25',
    '35000-40000 This text must appear at 35',
  ],
  timing_MediaSeqTiming004: ['5000-10000 This text must appear at 5', '15000-20000 This text must appear at 15'],
  timing_MediaSeqTiming006: ['5000-10000 This text must appear at 5', '5000-10000 This text must appear at 5'],
  animation_Animation002: ['0-5000 This text', '5000-10000 This text'],
  animation_Animation013: ['0-2000 The line', '2000-4000 The line', '4000-6000 The line', '6000-10000 The line'],
  animation_Animation015: ['0-3000 This text', '8000-10000 This text'],
  'region_nested-region-001': ['0-5000 Bottom Region', '0-5000 Top Region'],
  visibility_Visibility002: ['0-10000 All the words'],
}

describe('the published tests of IMSC', { skip }, () => {
  for (const [name, expected] of Object.entries(published)) {
    test(`${name} is shown when it says`, () => {
      const { document } = readTtml(readFileSync(`${folder}imsc1_ttml_${name}.ttml`))
      const cues = document.cues.map(({ start, end, textParts }) => `${start}-${end} ${toPlainText(textParts)}`)
      assert.deepEqual(
        cues.map((cue, index) => cue.slice(0, expected[index]?.length)),
        expected,
      )
      assert.ok(!cues.some(cue => unshown.test(cue)))
    })
  }
})
