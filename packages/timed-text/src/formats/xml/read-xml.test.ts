import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { countInputs } from '../../testing/arbitraries.ts'
import { listEvents, listSaxesEvents } from '../../testing/list-xml-events.ts'

const numRuns = countInputs(2000, 50_000)

describe('a well-formed document', () => {
  const cases: [name: string, text: string, events: string[]][] = [
    ['of one empty element', '<a/>', ['open a []', 'close']],
    [
      'with attributes in both quotes, and white space around their signs',
      `<a b="1" c = '"2"'\n\td\n=\n"3" />`,
      ['open a [["b","1"],["c","\\"2\\""],["d","3"]]', 'close'],
    ],
    ['with ">" in a value', '<a b="x>y"><c/></a>', ['open a [["b","x>y"]]', 'open c []', 'close', 'close']],
    ['with white space in a value', '<a b="1\t2\n3&#10;4"/>', ['open a [["b","1 2 3\\n4"]]', 'close']],
    [
      'with references',
      '<a b="&lt;&quot;&#65;">&amp;&apos;&gt;&#x1F600;&#0000065;</a>',
      ['open a [["b","<\\"A"]]', "text &'>😀A", 'close'],
    ],
    [
      'with sections that are not parsed',
      '<a>1<![CDATA[<b>&amp;]]]]>2</a>',
      ['open a []', 'text 1<b>&amp;]]2', 'close'],
    ],
    [
      'with comments and instructions anywhere',
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!-- <x> --><?p q?><a>1<!-- - -->2<?p?>3</a><!--e-->\n',
      ['open a []', 'text 123', 'close'],
    ],
    [
      'with tags that are spelled alike',
      '<a><b c="1"/><b c="1"/><b c="2"></b></a>',
      ['open a []', ...b(1), ...b(1), ...b(2), 'close'],
    ],
    ['with names beyond ASCII', '<é:ü ñ="1"/>', ['open é:ü [["ñ","1"]]', 'close']],
    [
      'with names of the prototype',
      '<a __proto__="1" constructor="2"/>',
      ['open a [["__proto__","1"],["constructor","2"]]', 'close'],
    ],
    [
      'whose document type is passed over',
      `<!DOCTYPE a [<!ENTITY x "]>"><!-- ' > --><?p > ?>]><a/>`,
      ['open a []', 'close'],
    ],
  ]
  for (const [name, text, events] of cases) {
    test(`${name} is read`, () => {
      assert.deepEqual(listEvents(text), { events, faults: [] })
      assert.deepEqual(listSaxesEvents(text), { events, faults: [] })
    })
  }

  function b(value: number): string[] {
    return [`open b [["c","${value}"]]`, 'close']
  }
})

describe('what is not well-formed is reported where it stands', () => {
  const cases: [text: string, fault: string][] = [
    ['', '0 truncated'],
    ['<a>', '3 truncated'],
    ['<a', '0 <a has no end'],
    ['<a b="1>x</a>', '5 A value has no end'],
    ['<a b=1/>', '5 A value stands without quotes'],
    ['<a b/>', '4 The attribute b has no value'],
    ['<a b="1"c="2"/>', '8 There is no space before an attribute'],
    ['<a b="1" b="2"/>', '10 b is said twice'],
    ['<a "1"/>', '3 A tag contains something that is not an attribute'],
    ['<a b="<"/>', '5 A value has no end'],
    ['<a:b:c/>', '1 "a:b:c" is no name'],
    ['<a -b="1"/>', '3 "-b" is no name'],
    ['<a>x < y</a>', '5 A "<" begins no tag'],
    ['<a><3</a>', '3 A "<" begins no tag'],
    ['<a>&</a>', '3 An "&" begins no reference'],
    ['<a>& x;</a>', '3 An "&" begins no reference'],
    ['<a>&nbsp;</a>', '3 There is no entity &nbsp;'],
    ['<a>&#0;</a>', '3 &#0; is no character'],
    ['<a>&#xD800;</a>', '3 &#xD800; is no character'],
    ['<a>&#1114112;</a>', '3 &#1114112; is no character'],
    ['<a b="&x;"/>', '6 There is no entity &x;'],
    ['<a>]]></a>', '3 "]]>" is in a text'],
    ['<a>\u0001</a>', '3 U+0001 is no character of XML'],
    ['<a b="\uffff"/>', '6 U+FFFF is no character of XML'],
    ['<a>\ud800</a>', '3 U+D800 is no character of XML'],
    ['<a></b></a>', '3 </b> closes nothing'],
    ['<a><b></a>', '6 <b> is not closed'],
    ['<a></a', '3 </a has no end'],
    ['<a/><b/>', '4 A second element stands beside the first'],
    ['<a/>x', '4 Text stands outside of the element'],
    ['x<a/>', '0 Text stands outside of the element'],
    ['<a/><![CDATA[x]]>', '4 A section stands outside of the element'],
    ['<a><![CDATA[x</a>', '3 A section has no end'],
    ['<a><!-- x</a>', '3 A comment has no end'],
    ['<a><!-- -- --></a>', '3 "--" is in a comment'],
    ['<a><?p </a>', '3 An instruction has no end'],
    ['<a><? p?></a>', '3 An instruction has no name'],
    [' <?xml version="1.0"?><a/>', '1 A declaration is none, or not at the beginning'],
    ['<?xml encoding="UTF-8"?><a/>', '0 A declaration is none, or not at the beginning'],
    ['<!DOCTYPE a [<a/>', '0 A document type has no end'],
    ['<a/><!DOCTYPE a>', '4 A document type stands where none may be'],
    ['<a><!x></a>', '3 A "<!" begins nothing that is known'],
  ]
  for (const [text, fault] of cases) test(text || 'nothing', () => assert.equal(listEvents(text).faults[0], fault))

  test('each time that it stands there', () => {
    assert.equal(listEvents(`<a>${'<b c=1></b>'.repeat(5)}</a>`).faults.length, 5)
  })

  test('and is read over: a wrong end tag costs nothing', () => {
    const { events } = listEvents('<a><p>1</x></p><p b="2>3</p><p>4</p></a>')
    assert.deepEqual(events, [
      'open a []',
      'open p []',
      'text 1',
      'close',
      'open p [["b","2"]]',
      'text 3',
      'close',
      'open p []',
      'text 4',
      'close',
      'close',
    ])
  })
})

describe('beside another parser', () => {
  const name = fc.constantFrom('a', 'tt:p', 'b-1', '_c', 'é', '__proto__')
  const text = fc
    .string({ unit: fc.constantFrom(...'abé &<>"\'\n\t]-\u00a0😀\u0085') })
    .map(content => content.replaceAll('\r', ''))
  const escapeText = (content: string) => content.replace(/[&<>]/g, mark => `&#${mark.charCodeAt(0)};`)
  const escapeValue = (value: string) => value.replace(/[&<"\n\t]/g, mark => `&#x${mark.charCodeAt(0).toString(16)};`)
  const { element } = fc.letrec<{ element: string }>(tie => ({
    element: fc
      .tuple(
        name,
        fc.uniqueArray(fc.tuple(name, text), { maxLength: 4, selector: ([key]) => key }),
        fc.array(
          fc.oneof(
            { depthSize: 'small' },
            text.map(escapeText),
            fc.constantFrom('<!-- c -->', '<?p x?>', '<![CDATA[ <&]] ]]>'),
            tie('element'),
          ),
          { maxLength: 4 },
        ),
      )
      .map(([tag, attributes, content]) => {
        const said = attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')
        return content.length === 0 ? `<${tag}${said}/>` : `<${tag}${said}>${content.join('')}</${tag}>`
      }),
  }))

  /** Both find the same, or both find faults. */
  const compare = (file: string) => {
    const [ours, theirs] = [listEvents(file), listSaxesEvents(file)]
    assert.equal(ours.faults.length === 0, theirs.faults.length === 0, `${ours.faults[0]} / ${theirs.faults[0]}`)
    if (ours.faults.length === 0) assert.deepEqual(ours.events, theirs.events)
  }

  test('generated documents say the same', () => {
    fc.assert(
      fc.property(element, file => {
        compare(file)
        assert.deepEqual(listEvents(file).faults, [])
      }),
      { numRuns },
    )
  })

  const mutation = fc.tuple(
    fc.nat(),
    fc.nat(6),
    fc.oneof(
      fc.string({ maxLength: 3, unit: fc.constantFrom(...'<>/="\'&;! ?-[]ax1:\n') }),
      fc.constantFrom('</a>', '<b>', '&amp;', '&#65;', '<!--', '-->', ']]>', '<![CDATA[', '<?p ?>', ' a="1"', '\u0001'),
    ),
  )
  const mutate = (file: string, mutations: readonly [number, number, string][]) => {
    let mutated = file
    for (const [at, length, text] of mutations) {
      const index = at % (mutated.length + 1)
      mutated = mutated.slice(0, index) + text + mutated.slice(index + length)
    }
    // The other parser does not look for halves of surrogate pairs.
    return mutated.toWellFormed()
  }

  test('mutated documents are faulty to both, or say the same', () => {
    fc.assert(
      fc.property(element, fc.array(mutation, { minLength: 1, maxLength: 3 }), (file, mutations) => {
        compare(mutate(file, mutations))
      }),
      { numRuns },
    )
  })

  const folder = fileURLToPath(new URL('../../../../../../shared/conformance/ebu-tt-d-samples/', import.meta.url))
  const samples = existsSync(folder) ? globSync('*.xml', { cwd: folder }).map(file => readSample(folder + file)) : []
  test('the published samples of EBU-TT-D say the same, whole and mutated', { skip: samples.length === 0 }, () => {
    for (const sample of samples) {
      compare(sample)
      assert.deepEqual(listEvents(sample).faults, [])
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (file, mutations) => {
          compare(mutate(file, mutations))
        },
      ),
      { numRuns: numRuns / 10 },
    )
  })
})

function readSample(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
}

describe('hostile documents', () => {
  const patterns = [
    '<',
    '<a',
    '<a b="',
    "<a b='",
    '<a b=',
    '<a b=1 ',
    '</',
    '</a',
    '<!--',
    '<![CDATA[',
    '<?',
    '<?p',
    '<!DOCTYPE',
  ]
  const others = [
    '<!DOCTYPE a [',
    '&',
    '&#',
    '&a',
    ']]>',
    '>',
    '"',
    ' ',
    '\n',
    '<a>',
    '<a/>',
    '</a>',
    '<a b="1" b="1">',
    'a="1" ',
  ]
  for (const pattern of [...patterns, ...others]) {
    test(`of ${JSON.stringify(pattern)} without end are read in time`, () => {
      for (const head of ['', '<r>', '<r ']) {
        const cost = (length: number) => {
          const file = head + pattern.repeat(length / pattern.length)
          const begin = process.cpuUsage()
          listEvents(file)
          const { user, system } = process.cpuUsage(begin)
          return (user + system) / 1000
        }
        cost(20_000)
        const [smallMs, largeMs] = [cost(20_000), cost(160_000)]
        assert.ok(largeMs < 30 * smallMs + 150, `${head}: ${smallMs} ms, then ${largeMs} ms`)
      }
    })
  }
})
