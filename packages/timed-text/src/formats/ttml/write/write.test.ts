import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, RATE_29_97, type SampleRate, TimebaseError } from '@rushes/timebase'
import type { Cue, FrameDocument, MillisecondDocument, TextPart, TextStyle } from '../../../document/document.ts'
import { readWebvtt, writeSrt } from '../../../index.ts'
import { readTtml } from '../read/read.ts'
import { listFaults, skipped } from '../testing/schemas.ts'
import { writeEbutt, writeEbuttd } from '../testing/validated.ts'

const text = (content: string, style?: TextStyle): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
})
const cue = (part: TextPart, rest: Partial<Cue<number>> = {}): Cue<number> => ({
  start: 1000,
  end: 2000,
  textParts: [part],
  ...rest,
})
const document = (...cues: Cue<number>[]): MillisecondDocument => ({ timing: { unit: 'milliseconds' }, cues })
const frames = (rate: SampleRate, start: number, end: number): FrameDocument => ({
  timing: { unit: 'frames', rate },
  cues: [{ start, end, textParts: [text('x')] }],
})

/** The codes of what was lost, each with the number of cues. */
function listLosses(write: typeof writeEbuttd, ...cues: Cue<number>[]): string[] {
  return write(document(...cues)).diagnostics.map(({ code, count }) => `${code} ${count}`)
}

describe('EBU-TT-D', () => {
  test('of a plain subtitle is what players expect: centred, at the bottom, in media time', async () => {
    const { content } = writeEbuttd({ ...document(cue(text('Hi <there>'))), language: 'en' })
    assert.equal(
      content,
      `<?xml version="1.0" encoding="UTF-8"?>
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ebuttm="urn:ebu:tt:metadata" xmlns:ebutts="urn:ebu:tt:style" ttp:timeBase="media" ttp:cellResolution="32 15" xml:lang="en">
<tt:head>
<tt:metadata>
<ebuttm:documentMetadata>
<ebuttm:conformsToStandard>urn:ebu:tt:distribution:2014-01</ebuttm:conformsToStandard>
</ebuttm:documentMetadata>
</tt:metadata>
<tt:styling>
<tt:style xml:id="s1" tts:textAlign="center"/>
<tt:style xml:id="s2" tts:fontFamily="proportionalSansSerif"/>
</tt:styling>
<tt:layout>
<tt:region xml:id="bottom" tts:origin="10% 50%" tts:extent="80% 40%" tts:displayAlign="after" tts:overflow="visible"/>
</tt:layout>
</tt:head>
<tt:body style="s2">
<tt:div>
<tt:p xml:id="sub1" region="bottom" style="s1" begin="00:00:01.000" end="00:00:02.000">Hi &lt;there&gt;</tt:p>
</tt:div>
</tt:body>
</tt:tt>
`,
    )
    assert.deepEqual(await listFaults('ebuttd', [content, writeEbuttd(document()).content]), [])
  })

  test('times either a paragraph or its spans, and line breaks go with their span', () => {
    const textParts: TextPart<number>[] = [
      text('a'),
      { type: 'lineBreak' },
      { type: 'text', content: 'b', start: 1500 },
    ]
    const { content, diagnostics } = writeEbuttd(document({ start: 1000, end: 2000, textParts }))
    assert.deepEqual(diagnostics, [])
    assert.match(
      content,
      /style="s1"><tt:span begin="00:00:01.000" end="00:00:02.000">a<tt:br\/><\/tt:span><tt:span begin="00:00:01.500" end="00:00:02.000">b<\/tt:span><\/tt:p>/,
    )
  })

  test('writes each look and each place once', () => {
    const yellow = { colour: '#ffff00', italic: true } as const
    const top = { line: { unit: 'lines', value: 0 } } as const
    const { content } = writeEbuttd(
      document(
        cue(text('a', yellow), { layout: top }),
        cue(text('b', { ...yellow }), { layout: { ...top } }),
        cue(text('c', { italic: true })),
      ),
    )
    assert.equal(content.match(/<tt:style /g)?.length, 4)
    assert.deepEqual(content.match(/<tt:region xml:id="\w+"/g), [
      '<tt:region xml:id="top"',
      '<tt:region xml:id="bottom"',
    ])
  })

  test('joins neighbouring spans whose difference it does not have', () => {
    const textParts = [text('a', { italic: true, doubleHeight: true }), text('b', { italic: true }), text('c')]
    assert.match(writeEbuttd(document({ start: 0, end: 1000, textParts })).content, />ab<\/tt:span>c<\/tt:p>/)
  })

  test('never says transparent, and never names a colour', () => {
    const { content } = writeEbuttd(document(cue(text('a', { colour: '#ff0000', backgroundColour: '#00000000' }))))
    assert.match(content, /tts:color="#ff0000" tts:backgroundColor="#00000000"/)
    assert.doesNotMatch(content, /transparent/)
  })

  const losses: [string, Cue<number>, string[]][] = [
    [
      'line through, classes, ruby, double height',
      cue(text('a', { strikeThrough: true, classes: ['x'], ruby: 'base', doubleHeight: true })),
      Array(4).fill('STYLE_UNSUPPORTED 1'),
    ],
    ['sizes that are not in percent or cells', cue(text('a', { fontSize: '24px' })), ['STYLE_UNSUPPORTED 1']],
    ['control characters', cue(text('a\u0001\ud800')), ['EXPORT_TEXT_ALTERED 1']],
    ['identifiers that are no names', cue(text('a'), { id: '1' }), ['IDENTIFIER_DROPPED 1']],
    ['hidden cues', cue(text('a'), { hidden: true }), ['COMMENT_DROPPED 1']],
    ['regions that are not there', cue(text('a'), { region: 'r' }), ['POSITION_APPROXIMATED 1']],
    ['times below zero', cue(text('a'), { start: -1 }), ['EXPORT_TIMING_REPAIRED 1']],
    [
      'runs that outlast their cue',
      cue({ type: 'text', content: 'a', start: 500, end: 2500 }),
      ['EXPORT_TIMING_REPAIRED 1'],
    ],
    ['languages that are no tags', cue(text('a', { language: 'e n' })), ['STYLE_UNSUPPORTED 1']],
  ]
  for (const [name, given, expected] of losses) {
    test(`reports ${name}`, () => {
      const losses = listLosses(writeEbuttd, given)
      assert.deepEqual(losses, expected)
      const twice = listLosses(writeEbuttd, given, given)
      assert.deepEqual(
        twice,
        expected.map(loss => loss.replace('1', '2')),
      )
    })
  }

  test('two cues of one id keep it once', () => {
    const { content, diagnostics } = writeEbuttd(document(cue(text('a'), { id: 'x' }), cue(text('b'), { id: 'x' })))
    assert.deepEqual(content.match(/<tt:p xml:id="\w+"/g), ['<tt:p xml:id="x"', '<tt:p xml:id="sub2"'])
    assert.equal(diagnostics[0]?.code, 'IDENTIFIER_DROPPED')
  })

  test('throws for times that are no whole numbers, as every writer does', () => {
    assert.throws(() => writeEbuttd(document(cue(text('a'), { start: 0.5 }))), TimebaseError)
  })

  test('the place that an edit gives counts more than the region of the file', () => {
    const region = {
      id: 'low',
      origin: { x: 10, y: 60 },
      extent: { width: 80, height: 30 },
      displayAlign: 'after',
    } as const
    const write = (layout?: Cue['layout']) => {
      const edited = { ...document(cue(text('a'), { region: 'low', ...(layout && { layout }) })), regions: [region] }
      return /<tt:p [^>]*region="([^"]*)"/.exec(writeEbuttd(edited).content)?.[1]
    }
    assert.equal(write(), 'low')
    assert.equal(write({ line: { unit: 'percent', value: 90, align: 'end' } }), 'low')
    assert.equal(write({ line: { unit: 'lines', value: 0 } }), 'top')
  })

  test('regions of WebVTT are laid where they stand', () => {
    const file =
      'WEBVTT\n\nREGION\nid:fred\nwidth:40%\nlines:3\nregionanchor:0%,100%\nviewportanchor:10%,90%\n\n00:01.000 --> 00:02.000 region:fred\na\n'
    const { content, diagnostics } = writeEbuttd(readWebvtt(file).document)
    assert.match(content, /<tt:region xml:id="fred" tts:origin="10% 70%" tts:extent="40% 20%" tts:displayAlign="after"/)
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['POSITION_APPROXIMATED'],
    )
  })

  test('a cue in a region of the document needs no other region', () => {
    const region = { id: 'low', origin: { x: 10, y: 60 }, extent: { width: 80, height: 30 } }
    const { content } = writeEbuttd({ ...document(cue(text('a'), { region: 'low' })), regions: [region] })
    assert.deepEqual(content.match(/<tt:region xml:id="\w+"/g), ['<tt:region xml:id="low"'])
  })

  test('a region of a file at the top is at the top in SubRip', () => {
    const file =
      '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><head><layout><region xml:id="t" tts:origin="10% 5%" tts:extent="80% 20%"/></layout></head>' +
      '<body><div><p region="t" begin="1s" end="2s" tts:textAlign="center">a</p></div></body></tt>'
    assert.match(writeSrt(readTtml(file).document).content, /\{\\an8\}a/)
  })
})

describe('EBU-TT Part 1', () => {
  const firstTimes = (content: string) => /begin="([^"]*)" end="([^"]*)"/.exec(content)?.slice(1)

  test('is in media time unless it is asked for SMPTE', () => {
    const { content } = writeEbutt(frames(RATE_25, 30, 50))
    assert.match(content, /ttp:timeBase="media"/)
    assert.match(content, /urn:ebu:tt:exchange:2017-05/)
    assert.deepEqual(firstTimes(content), ['00:00:01.200', '00:00:02.000'])
  })

  test('in SMPTE time counts the frames of the document from the start of programme', () => {
    const { content } = writeEbutt(frames(RATE_25, 30, 50), { timeBase: 'smpte', startOfProgramme: '10:00:00:00' })
    assert.deepEqual(firstTimes(content), ['10:00:01:05', '10:00:02:00'])
    assert.match(
      content,
      /ttp:timeBase="smpte" ttp:frameRate="25" ttp:markerMode="discontinuous" ttp:dropMode="nonDrop"/,
    )
    assert.match(content, /<ebuttm:documentStartOfProgramme>10:00:00:00</)
  })

  test('in SMPTE time makes frames of milliseconds, at 25 unless another rate is asked for', () => {
    const given = document(cue(text('a')))
    assert.deepEqual(firstTimes(writeEbutt(given, { timeBase: 'smpte' }).content), ['00:00:01:00', '00:00:02:00'])
    const { content } = writeEbutt(given, { timeBase: 'smpte', rate: RATE_29_97, dropFrame: true })
    assert.match(content, /ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" .*ttp:dropMode="dropNTSC"/)
    assert.deepEqual(firstTimes(content), ['00:00:01:00', '00:00:02:00'])
  })

  test('drops labels', () => {
    const { content } = writeEbutt(frames(RATE_29_97, 1800, 107_892), { timeBase: 'smpte', dropFrame: true })
    assert.deepEqual(firstTimes(content), ['00:01:00:02', '01:00:00:00'])
  })

  test('goes on from zero after midnight, and says so', () => {
    const { content, diagnostics } = writeEbutt(frames(RATE_25, 0, 25), {
      timeBase: 'smpte',
      startOfProgramme: '23:59:59:00',
    })
    assert.deepEqual(firstTimes(content), ['23:59:59:00', '00:00:00:00'])
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['EXPORT_TIMING_REPAIRED'],
    )
  })

  test('refuses a rate and a start that have no timecode', () => {
    const given = frames({ num: 15, den: 1 }, 0, 1)
    assert.throws(() => writeEbutt(given, { timeBase: 'smpte' }), TimebaseError)
    assert.throws(() => writeEbutt(document(), { timeBase: 'smpte', startOfProgramme: '10:00' }), TimebaseError)
  })

  test('has double height, and a grid of teletext', async () => {
    const { content, diagnostics } = writeEbutt(document(cue(text('a', { doubleHeight: true }))), {
      teletextGrid: true,
    })
    assert.deepEqual(diagnostics, [])
    assert.match(content, /ttp:cellResolution="40 24"/)
    assert.match(content, /tts:fontSize="1c 2c"/)
    assert.deepEqual(readTtml(content).document.cues[0]?.textParts, [text('a', { doubleHeight: true })])
    assert.deepEqual(await listFaults('ebutt', [content]), [])
  })

  test('keeps the metadata of the file it came from, as far as it has a place for it', () => {
    const metadata = [
      ['ebuttm:documentPublisher', 'A & B'],
      ['ebuttm:documentOriginalProgrammeTitle', 'T'],
      ['ebuttm:documentCreationDate', 'yesterday'],
      ['ttm:copyright', 'C'],
    ]
    const given = { ...document(), ext: { ttml: { metadata } } }
    const written = writeEbutt(given)
    assert.match(written.content, /<tt:head>\n<ttm:copyright>C</)
    assert.match(written.content, /<ebuttm:documentPublisher>A &amp; B</)
    assert.match(written.content, /<ebuttm:documentOriginalProgrammeTitle>T</)
    assert.doesNotMatch(written.content, /yesterday/)
    assert.deepEqual(
      written.diagnostics.map(({ code }) => code),
      ['COMMENT_DROPPED'],
    )
    assert.doesNotMatch(writeEbuttd(given).content, /documentOriginalProgrammeTitle/)
  })
})

describe('the schemas', { skip: skipped }, () => {
  const { content } = writeEbuttd(document(cue(text('a', { colour: '#ff0000' }))))
  const faults: [string, string, string][] = [
    ['a named colour', '#ff0000', 'transparent'],
    ['SMPTE time', '00:00:01.000', '00:00:01:00'],
    ['a paragraph without an id', 'xml:id="sub1" ', ''],
    ['a missing language', ' xml:lang=""', ''],
    ['a region without extent', 'tts:extent="80% 40%" ', ''],
    ['nested spans', '>a<', '><tt:span>a</tt:span><'],
  ]
  for (const [name, from, to] of faults) {
    test(`find ${name}`, async () => {
      assert.ok(content.includes(from))
      assert.equal((await listFaults('ebuttd', [content.replace(from, to)])).length > 0, true)
    })
  }

  test('of EBU-TT find an unknown time base', async () => {
    const { content } = writeEbutt(document(cue(text('a'))))
    assert.equal((await listFaults('ebutt', [content.replace('"media"', '"sundial"')])).length > 0, true)
  })
})
