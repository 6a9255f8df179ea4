import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Cue, FrameDocument } from '../../document/document.ts'
import { countInputs } from '../../testing/arbitraries.ts'
import { ebustl } from './index.ts'
import { getCharacters } from './layout/characters.ts'
import { findLanguage, findLanguageCode } from './layout/languages.ts'
import { listParameters, runSchematron } from './testing/schematron.ts'
import { toStlXml } from './testing/stl-xml.ts'

const conformance = new URL('../../../../../../shared/conformance/', import.meta.url)
const files = new URL('stl/files/', conformance)
const skip = existsSync(files) ? false : 'the conformance data is absent'
const names = skip === false ? readdirSync(files).map(name => name.replace(/\.stl$/, '')) : []

const readFile = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.stl`, files)))
const readSchema = (name: string) => readFileSync(new URL(`stl/expected/${name}.sch`, conformance), 'utf8')
const readTable = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`tables/${name}.json`, conformance), 'utf8'))

function withoutSources(document: FrameDocument): FrameDocument {
  const cues = document.cues.map(({ ext: _ext, ...cue }): Cue<number> => cue)
  return { ...document, cues }
}

describe('the published STL files', { skip }, () => {
  test('are there', () => {
    assert.equal(names.length, 54)
  })

  for (const name of names) {
    test(`${name}: every assertion about its header, blocks and characters holds`, () => {
      const schema = readSchema(name)
      const parameters = listParameters(schema)
      const xml = toStlXml(readFile(name), {
        clearUserData: parameters.includes('-a'),
        ...(parameters.includes('-b') && { sourceName: `${name}.stl` }),
      })
      const { checked, failures } = runSchematron(schema, xml)
      assert.deepEqual(failures, [])
      assert.ok(checked >= 2)
    })

    test(`${name}: comes back byte for byte, and nothing is lost`, () => {
      const file = readFile(name)
      const { document, diagnostics } = ebustl.read(file)
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity !== 'info'),
        [],
      )
      const written = ebustl.write(document)
      assert.deepEqual(written.diagnostics, [])
      assert.deepEqual(written.content, file)
    })

    test(`${name}: says the same when every block is laid out again`, () => {
      const { document } = ebustl.read(readFile(name))
      const bare = withoutSources(document)
      const again = ebustl.read(ebustl.write(bare).content).document
      assert.deepEqual(withoutSources(again).cues, bare.cues)
    })

    test(`${name}: an edited cue changes its own blocks only`, () => {
      const file = readFile(name)
      const { document } = ebustl.read(file)
      const cues = document.cues.map((cue, index) => (index === 0 ? { ...cue, end: cue.end + 1 } : cue))
      const written = ebustl.write({ ...document, cues }).content
      assert.equal(written.length, file.length)
      assert.notDeepEqual(written.subarray(1024, 1152), file.subarray(1024, 1152))
      assert.deepEqual(written.subarray(1152), file.subarray(1152))
    })
  }

  test('damaged anywhere still read and write, in time', () => {
    const damage = fc.array(fc.tuple(fc.nat(1700), fc.nat(255)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom(...names), damage, fc.nat(1700), (name, changes, length) => {
        const file = readFile(name)
        for (const [offset, byte] of changes) file[offset % file.length] = byte
        for (const damaged of [file, file.subarray(0, length)]) {
          const { document } = ebustl.read(damaged)
          const written = ebustl.write(document)
          if (document.ext?.stl) assert.deepEqual(written.content, damaged)
          ebustl.write(withoutSources(document))
        }
      }),
      { numRuns: countInputs(2000) },
    )
  })

  test('a check that cannot hold is reported: the schemas do fail', () => {
    const xml = toStlXml(readFile('requirement-0165-001')).replace('%', '$')
    assert.equal(runSchematron(readSchema('requirement-0165-001'), xml).failures.length, 1)
    assert.ok(runSchematron(readSchema('requirement-0165-001'), '<StlXml/>').failures.length > 0)
  })
})

describe('the published tables', { skip }, () => {
  test('code table 00 has these characters, and these accents before their letters', () => {
    const { single, diacritics_precede_base: accents } = readTable('cct00') as Record<string, Record<string, string>>
    const { decode, marks, encode } = getCharacters('00')
    for (const [hex, character] of Object.entries(single!)) {
      const byte = Number.parseInt(hex, 16)
      if (byte === 0x8a) continue
      assert.equal(decode[byte], character, hex)
      assert.equal(encode.get(character), byte, hex)
    }
    for (const [hex, name] of Object.entries(accents!)) {
      assert.equal(marks[Number.parseInt(hex, 16)], String.fromCodePoint(Number.parseInt(name.slice(2), 16)))
    }
  })

  test('the language codes mean these languages', () => {
    for (const [code, language] of Object.entries(readTable('stl-language-codes') as Record<string, string>)) {
      assert.equal(findLanguage(code) ?? '', language, code)
      if (language) assert.equal(findLanguageCode(language), language === 'nl' ? '1D' : code)
    }
  })
})
