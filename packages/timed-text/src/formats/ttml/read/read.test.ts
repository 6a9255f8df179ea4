import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { toPlainText } from '../../../text/text-parts.ts'
import { readTtml } from './read.ts'

const tt =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"'

/** A document with a body; `root` are further attributes of its root element. */
function document(body: string, root = '', head = ''): string {
  return `<?xml version="1.0"?>\n<tt ${tt} ${root}><head>${head}</head><body>${body}</body></tt>`
}

/** Start, end and text of every cue; times of runs that differ stand before their text. */
function listCues(file: string | Uint8Array): string[] {
  return readTtml(file).document.cues.map(({ start, end, textParts }) => {
    const text = textParts.map(part => {
      if (part.type !== 'text') return '|'
      return part.start === undefined && part.end === undefined
        ? part.content
        : `[${part.start ?? ''}-${part.end ?? ''}]${part.content}`
    })
    return `${start}-${end} ${text.join('')}`
  })
}

function listProblems(file: string | Uint8Array): string[] {
  return readTtml(file).diagnostics.map(({ code, severity, line }) => `${line} ${severity} ${code}`)
}

test('a style that comes between paragraphs counts from there on', () => {
  const head =
    '<styling><style xml:id="s" xmlns:tts="http://www.w3.org/ns/ttml#styling" tts:color="#ff0000"/></styling>' +
    '<layout><region xml:id="top"/></layout>'
  const p = (id: number) => `<p xml:id="p${id}" region="top" style="s" begin="00:00:01.000" end="00:00:02.000">a</p>`
  const style = '<style xml:id="s" xmlns:tts="http://www.w3.org/ns/ttml#styling" tts:color="#00ff00"/>'
  const { cues } = readTtml(
    document(`<div>${p(1)}${p(2)}${p(3)}${style}${p(4)}</div><div>${p(5)}</div>`, '', head),
  ).document
  const colours = cues.map(({ textParts: [part] }) => (part?.type === 'text' ? part.style?.colour : undefined))
  assert.deepEqual(colours, ['#ff0000', '#ff0000', '#ff0000', '#00ff00', '#00ff00'])
})

describe('nested times', () => {
  const cases: [string, string, string[]][] = [
    ['of a paragraph', '<div><p begin="1s" end="2s">a</p></div>', ['1000-2000 a']],
    [
      'are counted from the start of what is around them',
      '<div begin="10s"><p begin="1s" end="2s">a</p></div>',
      ['11000-12000 a'],
    ],
    ['last for their duration', '<div><p begin="1s" dur="500ms">a</p></div>', ['1000-1500 a']],
    ['end at the earlier of end and duration', '<div><p begin="1s" dur="3s" end="2s">a</p></div>', ['1000-2000 a']],
    ['do not outlast what is around them', '<div end="1500ms"><p begin="1s" end="2s">a</p></div>', ['1000-1500 a']],
    ['come from the division alone', '<div begin="1s" end="2s"><p>a</p></div>', ['1000-2000 a']],
    [
      'of a sequence follow each other',
      '<div timeContainer="seq" begin="10s"><p dur="1s">a</p><p begin="500ms" dur="1s">b</p><p dur="1s">c</p></div>',
      ['10000-11000 a', '11500-12500 b', '12500-13500 c'],
    ],
    [
      'of a sequence of divisions follow each other',
      '<div timeContainer="seq"><div dur="5s"><p begin="1s" end="2s">a</p></div><div dur="5s"><p begin="1s" end="2s">b</p></div></div>',
      ['1000-2000 a', '6000-7000 b'],
    ],
    [
      'of spans that overlap are one cue',
      '<div><p begin="1s" end="9s"><span begin="0s">a</span><br/><span begin="2s">b</span></p></div>',
      ['1000-9000 a|[3000-]b'],
    ],
    [
      'of spans that do not overlap are cues of their own',
      '<div><p><span begin="1s" end="2s">a</span> <span begin="2s" end="3s">b</span></p></div>',
      ['1000-2000 a', '2000-3000 b'],
    ],
    [
      'of spans beside text without times are those of runs',
      '<div><p begin="1s" end="9s">a <span begin="2s" end="3s">b</span></p></div>',
      ['1000-9000 a [3000-4000]b'],
    ],
    [
      'without an end last until the next',
      '<div><p begin="1s">a</p><p begin="3s">b</p></div>',
      ['1000-3000 a', '3000-8000 b'],
    ],
    ['fall between two milliseconds', '<div begin="0.0004s"><p begin="0.0004s" end="1s">a</p></div>', ['1-1000 a']],
  ]
  for (const [name, body, expected] of cases) {
    test(name, () => assert.deepEqual(listCues(document(body)), expected))
  }

  test('that cannot be read cost their cue, and are reported', () => {
    const file = document(
      '<div>\n<p begin="soon" end="2s">a</p>\n<p begin="1s" end="2s">b<span begin="x">c</span></p></div>',
    )
    assert.deepEqual(listCues(file), ['1000-2000 b'])
    assert.deepEqual(listProblems(file), ['3 error IMPORT_ENTRY_SKIPPED', '4 error IMPORT_ENTRY_SKIPPED'])
  })

  test('that run backwards are reported', () => {
    assert.deepEqual(listProblems(document('<div><p begin="2s" end="1s">a</p></div>')), ['2 warning TIMING_ORDER'])
  })
})

describe('SMPTE time', () => {
  const smpte = 'ttp:timeBase="smpte" ttp:frameRate="25"'
  test('gives frames at the rate of the file', () => {
    const { document: read } = readTtml(document('<div><p begin="00:00:01:05" end="00:00:02:00">a</p></div>', smpte))
    assert.deepEqual(read.timing, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual([read.cues[0]?.start, read.cues[0]?.end], [30, 50])
  })

  test('drops labels at 29.97', () => {
    const ntsc = 'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"'
    const { document: read } = readTtml(document('<div><p begin="00:01:00:02" end="01:00:00:00">a</p></div>', ntsc))
    assert.deepEqual(read.timing, { unit: 'frames', rate: RATE_29_97 })
    assert.deepEqual([read.cues[0]?.start, read.cues[0]?.end], [1800, 107_892])
  })

  test('is counted from the start of programme, unless a cue lies before it', () => {
    const head =
      '<metadata xmlns:ebuttm="urn:ebu:tt:metadata"><ebuttm:documentMetadata><ebuttm:documentStartOfProgramme>10:00:00:00' +
      '</ebuttm:documentStartOfProgramme></ebuttm:documentMetadata></metadata>'
    const late =
      '<div><p><span begin="10:00:01:00" end="10:00:03:00">a</span><span begin="10:00:02:00" end="10:00:03:00">b</span></p></div>'
    assert.deepEqual(listCues(document(late, smpte, head)), ['25-75 a[50-]b'])
    const early = '<div><p begin="09:59:59:00" end="10:00:00:00">a</p></div>'
    assert.deepEqual(listCues(document(early, smpte, head)), ['899975-900000 a'])
  })

  test('is not counted from what is around an element: a label is a label', () => {
    const body = '<div begin="00:00:01:00"><p begin="00:00:01:05" end="00:00:02:00">a</p></div>'
    assert.deepEqual(listCues(document(body, smpte)), ['30-50 a'])
    assert.deepEqual(listCues(document(body, `${smpte} ttp:markerMode="continuous"`)), ['55-75 a'])
  })
})

describe('white space', () => {
  const read = (text: string, p = '') => {
    const [cue] = readTtml(document(`<div><p begin="1s" end="2s" ${p}>${text}</p></div>`)).document.cues
    return toPlainText(cue!.textParts)
  }
  const cases: [string, string, string, string][] = [
    ['is one space, and none at the ends of lines', '\n\t a \n b<br/>\n c <span> d</span> <br/> \n', '', 'a b\nc d\n'],
    ['between spans is kept', '<span>a</span> <span>b</span>\n<span>c</span>', '', 'a b c'],
    ['is text where the file says so', ' a \n b', 'xml:space="preserve"', ' a \n b'],
    ['that does not break is text', '\u00a0a\u00a0\u00a0b', '', '\u00a0a\u00a0\u00a0b'],
    ['in sections that are not parsed', '<![CDATA[<b> & c]]>', '', '<b> & c'],
    ['as the five entities and by number', '&lt;&amp;&gt;&quot;&apos;&#233;&#x1F600;', '', '<&>"\'é😀'],
  ]
  for (const [name, text, p, expected] of cases) test(name, () => assert.equal(read(text, p), expected))
})

describe('a file', () => {
  const plain = '<div><p begin="1s" end="2s">é</p></div>'
  const xml = (encoding: string) => document(plain).replace('?>', ` encoding="${encoding}"?>`)
  const encodings: [string, Uint8Array][] = [
    ['UTF-8', Buffer.from(document(plain))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${document(plain)}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(xml('UTF-16'), 'utf16le')],
    ['the encoding that it declares', Buffer.from(xml('ISO-8859-1'), 'latin1')],
    ['UTF-8 although it declares UTF-16', Buffer.from(xml('UTF-16'))],
  ]
  for (const [name, bytes] of encodings) {
    test(`in ${name} is read`, () => assert.deepEqual(listCues(bytes), ['1000-2000 é']))
  }

  test('has any prefix for its namespaces, and those of old drafts', () => {
    const files = [
      '<x:tt xmlns:x="http://www.w3.org/ns/ttml" xmlns:y="http://www.w3.org/ns/ttml#parameter" y:frameRate="25"><x:body><x:div><x:p begin="25f" end="2s">a</x:p></x:div></x:body></x:tt>',
      '<tt xmlns="http://www.w3.org/2006/10/ttaf1" xmlns:s="http://www.w3.org/2006/10/ttaf1#styling"><body><div><p begin="1s" end="2s" s:color="red">a</p></div></body></tt>',
      '<tt xmlns="http://www.w3.org/2006/04/ttaf1"><body><div><p begin="1s" end="2s">a</p></div></body></tt>',
      '<tt><body><div><p begin="1s" end="2s">a</p></div></body></tt>',
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><x:div xmlns:x="http://www.w3.org/ns/ttml"><x:p begin="1s" end="2s">a</x:p></x:div></body></tt>',
    ]
    for (const file of files) assert.deepEqual(listCues(file), ['1000-2000 a'], file)
    assert.deepEqual(readTtml(files[1]!).document.cues[0]?.textParts, [
      { type: 'text', content: 'a', style: { colour: '#ff0000' } },
    ])
  })

  test('says who speaks, what it is about, and keeps it', () => {
    const head =
      '<metadata xmlns:ebuttm="urn:ebu:tt:metadata"><ttm:title>T</ttm:title><ttm:agent xml:id="m" type="person"><ttm:name type="full"> Mary \n Ann </ttm:name></ttm:agent>' +
      '<ebuttm:documentMetadata><ebuttm:conformsToStandard>x</ebuttm:conformsToStandard><ebuttm:documentPublisher>P</ebuttm:documentPublisher></ebuttm:documentMetadata></metadata>'
    const body =
      '<div><p xml:id="a" begin="1s" end="2s" ttm:agent="m"><metadata><ttm:desc>by hand</ttm:desc></metadata>a</p></div>'
    const { document: read, diagnostics } = readTtml(document(body, 'xml:lang="nl"', head))
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(read, {
      timing: { unit: 'milliseconds' },
      cues: [
        {
          id: 'a',
          start: 1000,
          end: 2000,
          textParts: [{ type: 'text', content: 'a', style: { speaker: 'Mary Ann' } }],
          notes: ['by hand'],
        },
      ],
      language: 'nl',
      ext: {
        ttml: {
          metadata: [
            ['ttm:title', 'T'],
            ['ebuttm:documentPublisher', 'P'],
          ],
        },
      },
    })
  })

  test('with animation and images is read without them, and says so', () => {
    const body =
      '<div xmlns:smpte="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt" smpte:backgroundImage="#i"><p begin="1s" end="2s">a<set begin="0s"/></p></div><div><image src="x"/></div>'
    assert.deepEqual(listCues(document(body)), ['1000-2000 a'])
    assert.deepEqual(listProblems(document(body)), [
      '2 warning IMPORT_SETTING_IGNORED',
      '2 error IMPORT_ENTRY_SKIPPED',
      '2 error IMPORT_ENTRY_SKIPPED',
    ])
  })

  // IMSC 1.3, ittm:altText: "a text string equivalent for an element, which MAY be used to support indexing of the
  // content", and "is not intended to be displayed in place of the element"
  test('with an image that says what it shows has that as a comment', () => {
    const said = (element: string) =>
      `<metadata xmlns:ittm="http://www.w3.org/ns/ttml/profile/imsc1#metadata">${element}</metadata>`
    const alternative = said('<ittm:altText>Hello</ittm:altText>')
    for (const image of [
      `<div xmlns:smpte="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt" smpte:backgroundImage="#i" begin="1s" end="2s">${alternative}</div>`,
      `<div begin="1s" end="2s">${alternative}<image src="x"/></div>`,
      `<div begin="1s" end="2s"><image src="x">${said('<ttm:item name="altText">Hello</ttm:item>')}</image></div>`,
    ]) {
      assert.deepEqual(listCues(document(image)), ['1000-2000 Hello'])
      assert.equal(readTtml(document(image)).document.cues[0]?.hidden, true)
      assert.deepEqual(listProblems(document(image)), ['2 error IMPORT_ENTRY_SKIPPED'])
    }
  })

  test('that is no TTML is refused', () => {
    for (const file of [
      '',
      '   ',
      'WEBVTT\n\n',
      '<html><body><p>a</p></body></html>',
      '<tt:region xmlns:tt="http://www.w3.org/ns/ttml"><tt:p/></tt:region>',
      '{"a":1}',
      '1\n00:00:01,000 --> 00:00:02,000\na\n',
      '<?xml version="1.0"?>',
    ]) {
      const { document: read, diagnostics } = readTtml(file)
      assert.deepEqual(read.cues, [])
      assert.equal(diagnostics.at(-1)?.code, 'IMPORT_SIGNATURE_MISSING', file)
      assert.equal(diagnostics.at(-1)?.severity, 'error')
    }
  })

  test('that ends too early, or has a wrong tag, gives what could be read', () => {
    const whole = document('<div>\n<p begin="1s" end="2s">a</p>\n<p begin="3s" end="4s">b c</p></div>')
    const cut = whole.slice(0, whole.indexOf(' c</p>'))
    assert.deepEqual(listCues(cut), ['1000-2000 a', '3000-4000 b'])
    assert.deepEqual(listProblems(cut), ['4 error IMPORT_MARKUP_REPAIRED'])
    for (const [from, to] of [
      ['>a</p>', '>a</b></p>'],
      ['>a</p>', '>a<i></p>'],
      ['>a</p>', '>a&nbsp;</p>'],
      ['>a</p>', ' x=1>a</p>'],
    ] as const) {
      const file = whole.replace(from, to)
      const cues = listCues(file)
      assert.equal(cues.length, 2, to)
      assert.match(cues[0]!, /^1000-2000 a/)
      assert.equal(cues[1], '3000-4000 b c')
      assert.match(listProblems(file)[0]!, /^3 warning IMPORT_MARKUP_REPAIRED$/)
    }
  })
})

describe('hostile files', () => {
  const head = `<tt ${tt}><body><div><p begin="1s" end="2s">`

  test('no entity is replaced but the five of XML', () => {
    const lols = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
      '',
    )
    const file = `<!DOCTYPE tt [<!ENTITY l0 "lol">${lols}<!ENTITY x SYSTEM "file:///etc/passwd">]>${head}&l9;&x;</p></div></body></tt>`
    assert.deepEqual(listCues(file), ['1000-2000 &l9;&x;'])
    assert.deepEqual(listProblems(file).slice(0, 1), ['1 warning IMPORT_SETTING_IGNORED'])
  })

  test('elements nested without end stop the reading, and what was read is kept', () => {
    for (const tag of ['span', 'div', 'metadata', 'x']) {
      const { document: read, diagnostics } = readTtml(`${head}a</p>${`<${tag}>`.repeat(100_000)}`)
      assert.equal(read.cues.length, 1)
      assert.ok(
        diagnostics.some(({ code }) => code === 'IMPORT_LIMIT_REACHED'),
        tag,
      )
    }
  })

  test('faults without end stop the reading', () => {
    const { document: read, diagnostics } = readTtml(`${head}a</p>${'</b>'.repeat(100_000)}`)
    assert.equal(read.cues.length, 1)
    assert.ok(diagnostics.length <= 60)
  })

  const large = 200_000
  const files: [string, string][] = [
    ['a large attribute', `${head.replace('begin', `style="${'a '.repeat(large)}" begin`)}a</p></div></body></tt>`],
    ['a large number', `${head.replace('"1s"', `"${'9'.repeat(large)}s"`)}a</p></div></body></tt>`],
    [
      'many attributes',
      `${head.replace('begin', `${Array.from({ length: large / 10 }, (_, i) => `a${i}="1"`).join(' ')} begin`)}a</p></div></body></tt>`,
    ],
    ['many spans', `${head}${'<span begin="0s">a</span><br/>'.repeat(large / 20)}</p></div></body></tt>`],
    [
      'many different styles',
      `${head}${Array.from({ length: large / 20 }, (_, i) => `<span xmlns:tts="http://www.w3.org/ns/ttml#styling" tts:fontFamily="f${i}">a</span>`).join('')}</p></div></body></tt>`,
    ],
    [
      'styles that all refer to all',
      `<tt ${tt}><head><styling>${Array.from({ length: 1000 }, (_, i) => `<style xml:id="s${i}" style="${Array.from({ length: 100 }, (_, j) => `s${(i + j * 7) % 1000}`).join(' ')}"/>`).join('')}</styling></head><body><div><p begin="1s" end="2s" style="s1">a</p></div></body></tt>`,
    ],
    [
      'a name for who speaks without end',
      `${head.replace('begin', `ttm:agent="${'a'.repeat(large)}" begin`)}a</p></div></body></tt>`,
    ],
  ]
  for (const [name, file] of files) {
    test(`${name} costs no more than its size`, () => {
      const begin = process.cpuUsage()
      readTtml(file)
      const { user, system } = process.cpuUsage(begin)
      assert.ok(user + system < 5_000_000, `${(user + system) / 1000} ms`)
    })
  }

  test('names from the prototype are names like others', () => {
    const styles =
      '<styling><style xml:id="__proto__" style="constructor"/><style xml:id="constructor" style="toString"/></styling>'
    const body =
      '<div><p xml:id="__proto__" region="__proto__" begin="1s" end="2s" style="__proto__ hasOwnProperty" ttm:agent="__proto__">a</p></div>'
    const file = document(body, 'xml:lang="__proto__"', styles)
    assert.deepEqual(readTtml(file).document.cues[0]?.textParts, [
      { type: 'text', content: 'a', style: { speaker: '__proto__' } },
    ])
    assert.equal(Reflect.get({}, 'style'), undefined)
  })
})
