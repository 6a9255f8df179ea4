import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { JsonValue, MillisecondDocument } from '../../../document/document.ts'
import { readTtml } from '../read/read.ts'
import { writeEbutt, writeEbuttd } from '../testing/validated.ts'

const file = (head: string, paragraph = '', root = '') =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:x="urn:example:x" xmlns:e="urn:ebu:tt:metadata" ${root}><head><metadata>${head}</metadata></head>` +
  `<body><div><p begin="1s" end="2s">${paragraph}a</p></div></body></tt>`

const listKept = (text: string) => readTtml(text).document.ext?.ttml?.foreign

const document = (foreign: JsonValue, ofCue?: JsonValue): MillisecondDocument => ({
  timing: { unit: 'milliseconds' },
  cues: [
    {
      id: 'a',
      start: 1000,
      end: 2000,
      textParts: [{ type: 'text', content: 'a' }],
      ...(ofCue !== undefined && { ext: { ttml: { foreign: ofCue } } }),
    },
  ],
  ext: { ttml: { foreign } },
})

describe('metadata of other namespaces', () => {
  const by = '<x:by x:when="today">Ann &amp; <!-- and -->\n<x:who/></x:by>'
  const standalone = by.replace('<x:by', '<x:by xmlns:x="urn:example:x"')

  test('is kept as it stands, with the namespaces it needs', () => {
    assert.deepEqual(listKept(file(by)), [standalone])
    assert.deepEqual(listKept(file('<by xmlns="urn:y"><who/></by>')), ['<by xmlns="urn:y"><who/></by>'])
    const unprefixed =
      '<y:tt xmlns:y="http://www.w3.org/ns/ttml" xmlns="urn:y"><y:head><y:metadata><by/></y:metadata></y:head></y:tt>'
    assert.deepEqual(listKept(unprefixed), ['<by xmlns="urn:y"/>'])
  })

  test('of a paragraph stays with its cue', () => {
    const { document: read, diagnostics } = readTtml(
      file('', `<metadata>${by}<ttm:desc xmlns:ttm="http://www.w3.org/ns/ttml#metadata">n</ttm:desc></metadata>`),
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(read.cues[0]?.ext, { ttml: { foreign: [standalone] } })
    assert.deepEqual(read.cues[0]?.notes, ['n'])
    assert.equal(read.ext, undefined)
  })

  test('includes binary data, under any prefix', () => {
    const data = '<e:binaryData textEncoding="BASE64" binaryDataType="EBU STL" fileName="a.stl">ODUw</e:binaryData>'
    assert.deepEqual(listKept(file(data)), [data.replace(' ', ' xmlns:e="urn:ebu:tt:metadata" ')])
  })

  test('is the same after both formats, and valid there', () => {
    const data =
      '<e:binaryData xmlns:e="urn:ebu:tt:metadata" textEncoding="BASE64" binaryDataType="EBU STL">ODUw</e:binaryData>'
    const given = document([standalone, data], ['<by xmlns="urn:y" xml:id="m1" xml:lang="en"/>'])
    for (const write of [writeEbuttd, writeEbutt]) {
      const { content, diagnostics } = write(given)
      assert.deepEqual(diagnostics, [])
      const { document: read } = readTtml(content)
      const { embeddedWith, ...ttml } = read.ext?.ttml ?? {}
      assert.equal(typeof embeddedWith, 'string')
      assert.deepEqual({ ...read, ext: { ttml } }, given)
      assert.equal(write(read).content, content)
    }
  })

  test('that has no place is reported: outside of the head and of paragraphs, broken, or too large', () => {
    const listProblems = (text: string) => readTtml(text).diagnostics.map(({ code, severity }) => `${severity} ${code}`)
    const ofDivision = file('').replace('<div>', `<div><metadata>${by}</metadata>`)
    assert.deepEqual(listProblems(ofDivision), ['info IMPORT_SETTING_IGNORED'])
    assert.deepEqual(listProblems(file(`<x:by>${'a'.repeat(5_000_000)}</x:by>`)), ['info IMPORT_SETTING_IGNORED'])
    const broken = listProblems(file('<x:by><x:who></x:by>'))
    assert.deepEqual(broken, ['warning IMPORT_MARKUP_REPAIRED', 'info IMPORT_SETTING_IGNORED'])
  })

  test('cannot be what makes a file wrong: what a client put there is checked', () => {
    const forged: JsonValue[] = [
      7,
      '',
      'text',
      '<x:by/>',
      '<x:by xmlns:x="urn:x">',
      '<x:by xmlns:x="urn:x"/><x:by xmlns:x="urn:x"/>',
      '<!DOCTYPE a><a xmlns="urn:x"/>',
      '<?xml version="1.0"?><a xmlns="urn:x"/>',
      '<a/>',
      '<p xmlns="http://www.w3.org/ns/ttml"/>',
      '<a xmlns="urn:x"><p xmlns="http://www.w3.org/ns/ttml"/></a>',
      '<a xmlns="urn:x" xmlns:tts="http://www.w3.org/ns/ttml#styling" tts:color="x"/>',
      '<a xmlns="urn:x" y:b="1"/>',
      '<a xmlns="urn:x" xml:lang="e n"/>',
      '<a xmlns="urn:x" xml:id="a"/>',
      '<a xmlns="urn:x" xml:id="1"/>',
      '<e:binaryData xmlns:e="urn:ebu:tt:metadata">x</e:binaryData>',
      '<e:binaryData xmlns:e="urn:ebu:tt:metadata" textEncoding="BASE64" binaryDataType="x" creationDate="today"/>',
      '<e:documentMetadata xmlns:e="urn:ebu:tt:metadata"/>',
    ]
    for (const write of [writeEbuttd, writeEbutt]) {
      for (const foreign of forged) {
        const { content, diagnostics } = write(document([foreign], [foreign]))
        assert.equal(content, write(document([])).content, String(foreign))
        assert.deepEqual(
          diagnostics.map(({ code, count }) => `${code} ${count}`),
          ['COMMENT_DROPPED 1'],
        )
      }
      assert.equal(write(document('x', 'y')).content, write(document([])).content)
    }
  })
})

test('every test of this package writes EBU-TT through the writers that validate', () => {
  const folder = fileURLToPath(new URL('../../../', import.meta.url))
  const others = globSync('**/*.test.ts', { cwd: folder }).filter(name => {
    const text = readFileSync(folder + name, 'utf8')
    if (!/\bwrite(?:Ebuttd?)?\(/.test(text)) return false
    return Array.from(text.matchAll(/import \{([^}]*)\} from '([^']*)'/g)).some(([, names = '', from = '']) => {
      return /\b(?:writeEbuttd?|formats|ebuttd?)\b/.test(names) && !from.endsWith('/testing/validated.ts')
    })
  })
  assert.deepEqual(others, [])
})
