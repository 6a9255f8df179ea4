import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { countInputs } from '../../../testing/arbitraries.ts'
import { readScc, writeScc } from '../index.ts'
import { listCodes, listCues } from './files.ts'

const folder = new URL('../../../../../../../shared/conformance/scc/', import.meta.url)
const skip = existsSync(folder) ? false : 'the conformance data is absent'
const readFile = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.scc`, folder)))

/** What a decoder shows of the published files, by 47 CFR 15.119; the comment of ../index.ts says where readers differ. */
const expected: Readonly<Record<string, { cues: readonly string[]; codes: readonly string[] }>> = {
  'pop-on': {
    cues: [
      '113224-113264 ( horn ho)',
      '114255-128764 HEY, THE®E.',
      '128766-128804 Test ½ Caption|Test  test  Captions',
    ],
    codes: ['IMPORT_MARKUP_REPAIRED 3'],
  },
  'paint-on': {
    cues: [
      '5208-5284 Lorem ipsum dolor sit amet,|consectetur adipiscing elit.',
      '5284-5310 Pellentesque interdum lacin.|consectetur adipiscing elit.',
      '5310-5449 Pellentesque interdum lacin.|Integer luctus et ligula ac.',
    ],
    codes: [
      'IMPORT_MARKUP_REPAIRED 3',
      'IMPORT_MARKUP_REPAIRED 5',
      'IMPORT_MARKUP_REPAIRED 5',
      'IMPORT_TIMING_REPAIRED 7',
      'IMPORT_MARKUP_REPAIRED 7',
      'IMPORT_MARKUP_REPAIRED 7',
      'IMPORT_TIMING_REPAIRED 7',
    ],
  },
  'mix-rows-roll-up': {
    cues: [
      '28-85 >>> HI.',
      "85-139 >>> HI.|I'M KEVIN CUNNING AND AT",
      "139-186 I'M KEVIN CUNNING AND AT|INVESTOR'S BANK WE BELIEVE IN",
      "186-293 INVESTOR'S BANK WE BELIEVE IN|HELPING THE LOCAL NEIGHBORHOODS",
      '293-339 HELPING THE LOCAL NEIGHBORHOODS|AND  IMPROVING  THE LIVES OF ALL',
      '339-369 AND  IMPROVING  THE LIVES OF ALL|WE SERVE.',
      '369-399 WE SERVE.|®°½',
      '399-429 ®°½|ABCDEû',
      '429-513 ABCDEû|¡',
      "513-561 ABCDEû|¡|WHERE YOU'RE STANDING NOW,",
      "561-608 ¡|WHERE YOU'RE STANDING NOW,|LOOKING OUT THERE, THAT'S ALL",
      "608-656 WHERE YOU'RE STANDING NOW,|LOOKING OUT THERE, THAT'S ALL|THE CROWD.",
      "656-1048 LOOKING OUT THERE, THAT'S ALL|THE CROWD.|>> IT WAS GOOD TO BE IN THE",
      "1048-1093 LOOKING OUT THERE, THAT'S ALL|THE CROWD.|>> IT WAS GOOD TO BE IN THE|And restore Iowa's land, water",
      "1093-1329 THE CROWD.|>> IT WAS GOOD TO BE IN THE|And restore Iowa's land, water|And wildlife.",
      "1329-1466 >> IT WAS GOOD TO BE IN THE|And restore Iowa's land, water|And wildlife.|>> Bike Iowa, your source for",
    ],
    codes: ['IMPORT_MARKUP_REPAIRED 17', 'IMPORT_MARKUP_REPAIRED 27', 'IMPORT_TIMING_REPAIRED 33'],
  },
  'pycaption-example': {
    cues: [
      '34-158 Letra traducida al Español|♪ ¡Uooye! ¡Vámonos! ♪',
      '259-305 ♪ Lo le lo lai, lo lai lai|  TODOS: Sí, es cierto Alma.',
      '306-333 MAMI: ¡Vamos a divertirno',
    ],
    codes: [],
  },
}

describe('the published SCC files', { skip }, () => {
  for (const [name, { cues, codes }] of Object.entries(expected)) {
    test(`${name}: is what a decoder shows, frame by frame`, () => {
      const { document, diagnostics } = readScc(readFile(name))
      assert.deepEqual(listCues(document), cues)
      assert.deepEqual(listCodes(diagnostics), codes)
    })

    test(`${name}: is the same once written, but for captions that need more time`, () => {
      const { document } = readScc(readFile(name))
      const written = writeScc(document)
      const late = written.diagnostics.find(({ code }) => code === 'EXPORT_TIMING_REPAIRED')
      const again = readScc(written.content)
      assert.deepEqual(again.diagnostics, [])
      const moved = listCues(again.document).filter(cue => !cues.includes(cue))
      // A caption that is late ends the one before it late where that would else follow without a gap.
      assert.ok(moved.length <= 2 * (late?.count ?? 0), moved.join())
      assert.equal(again.document.cues.length, cues.length)
    })
  }

  test('damaged anywhere still read and write', () => {
    const damage = fc.array(fc.tuple(fc.nat(1600), fc.nat(255)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(expected)), damage, (name, changes) => {
        const file = readFile(name)
        for (const [offset, byte] of changes) file[offset % file.length] = byte
        const { document } = readScc(file)
        readScc(writeScc(document).content)
      }),
      { numRuns: countInputs(1000) },
    )
  })
})
