import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Cue } from '../../document/document.ts'
import { toPlainText } from '../../text/text-parts.ts'
import { readTtml } from './read/read.ts'
import { conformance, listFaults, skipped } from './testing/schemas.ts'
import { writeEbutt, writeEbuttd } from './testing/validated.ts'

const folder = `${conformance}ebu-tt-d-samples/`
const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []

const bottom = { line: { unit: 'percent', value: 90, align: 'end' } }
const top = { line: { unit: 'percent', value: 10 } }
const twice = (text: string) => [`subtitle1 10-20 ${text}`, `subtitle2 22-30 ${text}`]
const alignment = (text: string) => twice(`This subtitle's multiRowAlign is\n${text}`)

/** The id, seconds and text of each cue, and of the first what else the sample is about. */
const expected: Record<
  string,
  { readonly cues: readonly string[]; readonly first?: Partial<Cue<number>>; readonly style?: object }
> = {
  'backgroundColor-region-p-span-001': {
    cues: twice('One line Subtitle.'),
    style: { backgroundColour: '#808080' },
    first: { ext: { ttml: { style: { backgroundColor: '#000000' } } } },
  },
  'backgroundcolor-rgba-001': { cues: twice('One line Subtitle.'), style: { backgroundColour: '#00000080' } },
  'br-in-span-001': { cues: twice('One\nline Subtitle.') },
  'content-in-multiple-div-001': {
    cues: [1, 2, 3, 4].map(
      number =>
        `subtitle${number} ${number < 3 ? '10-20' : '22-30'} A line within ${number % 2 ? 'one' : 'another'} div element.`,
    ),
  },
  'cumulative-words-002': {
    cues: [12, 24].flatMap((start, set) =>
      ['These', 'These words', 'These words appear', 'These words appear step-by-step.'].map(
        (text, index) => `subtitle${set * 4 + index + 1} ${start + index}-${start + index + 1} ${text}`,
      ),
    ),
    first: { layout: { ...bottom, textAlign: 'left' } as Cue['layout'] & {} },
  },
  'displayalign-before-001': {
    cues: twice('One line Subtitle.'),
    first: { region: 'top', layout: top as Cue['layout'] & {} },
  },
  'font-style-normal-001': { cues: twice('One line Subtitle.'), style: { italic: true } },
  'font-weight-normal-001': { cues: twice('One line Subtitle.'), style: { bold: true } },
  'foreign-namespace-in-header-001': { cues: twice('Foreign namespace test.') },
  'four-active-regions-001': {
    cues: [10, 22].flatMap((start, set) =>
      ['start/before', 'end/before', 'start/after', 'end/after'].map(
        (text, index) => `subtitle${set * 4 + index + 1} ${start}-${set ? 30 : 20} ${text}`,
      ),
    ),
    first: { region: 'startBefore' },
  },
  'linepadding-001': {
    cues: twice('This subtitle uses\nlinepadding'),
    first: { ext: { ttml: { style: { linePadding: '0.5c' } } } },
  },
  'multirow-align-center-end-001': {
    cues: alignment('Center End'),
    first: { layout: bottom as Cue['layout'] & {}, ext: { ttml: { style: { multiRowAlign: 'end' } } } },
  },
  'multirow-align-end-center-001': {
    cues: alignment('End Center'),
    first: { layout: { ...bottom, textAlign: 'end' } as Cue['layout'] & {} },
  },
  'overflow-hidden-001': { cues: twice('Overflow is hidden. One long long long long long long Subtitle.') },
  'padding-four-values-001': { cues: twice('Region padding, four values.'), first: { region: 'center' } },
  'space-preserve-001': { cues: twice(' One \nline Subtitle. ') },
  'styleInheritance-001': {
    cues: twice('Inherited styles'),
    style: { italic: true, fontSize: '10%', fontFamily: 'monospace' },
  },
  'timing-on-span-002': { cues: ['subtitle1 10-20 One line Subtitle.', 'undefined 22-30 One line Subtitle.'] },
  'unicode-bidi-override-direction-rtl-001': { cues: twice('Inline direction LTR and LTR inside.') },
  'writing-mode-rltb-001': { cues: twice('bahrain مصر kuwait') },
  'writing-mode-tbrl-001': {
    cues: [
      'subtitle1 12-16 first line',
      'subtitle2 14-16 second line',
      'subtitle3 24-28 first line',
      'subtitle4 26-28 second line',
    ],
    first: { region: 'right', layout: { writingMode: 'vertical-rl', textAlign: 'start' } },
  },
}

describe('the published samples of EBU-TT-D', { skip: skipped }, () => {
  test('are all here', () => assert.equal(files.length, 31))

  for (const file of files) {
    const name = file.replace('-ttml.xml', '')
    const read = () => readTtml(readFileSync(folder + file))

    test(`${name} is read without a complaint, and is the same after both formats`, () => {
      const { document, diagnostics } = read()
      assert.deepEqual(diagnostics, [])
      assert.ok(document.cues.length >= 2)
      for (const write of [writeEbuttd, writeEbutt]) {
        const written = write(document)
        assert.deepEqual(written.diagnostics, [])
        const again = readTtml(written.content)
        assert.deepEqual(again.diagnostics, [])
        const { ext: _, ...content } = again.document
        const { ext: __, ...before } = document
        assert.deepEqual(content, before)
      }
    })

    const wanted = expected[name]
    if (!wanted) continue
    test(`${name} says what it says`, () => {
      const { cues } = read().document
      assert.deepEqual(
        cues.map(({ id, start, end, textParts }) => `${id} ${start / 1000}-${end / 1000} ${toPlainText(textParts)}`),
        wanted.cues,
      )
      const [run] = cues[0]!.textParts
      assert.partialDeepStrictEqual(cues[0], wanted.first ?? {})
      assert.partialDeepStrictEqual(run?.type === 'text' && wanted.style ? run.style : {}, wanted.style ?? {})
    })
  }

  test('are valid when they have been written', async () => {
    const documents = files.map(file => readTtml(readFileSync(folder + file)).document)
    assert.deepEqual(
      await listFaults(
        'ebuttd',
        documents.map(document => writeEbuttd(document).content),
      ),
      [],
    )
    for (const options of [
      {},
      { teletextGrid: true },
      { timeBase: 'smpte', startOfProgramme: '10:00:00:00' },
    ] as const) {
      assert.deepEqual(
        await listFaults(
          'ebutt',
          documents.map(document => writeEbutt(document, options).content),
        ),
        [],
      )
    }
  })

  test('keep the names of their styles', () => {
    const { document } = readTtml(readFileSync(`${folder}textalign-left-001-ttml.xml`))
    const { content } = writeEbuttd(document)
    assert.match(content, /<tt:style xml:id="textWhite" [^>]*tts:color="#ffffff"/)
    assert.match(content, /<tt:p xml:id="subtitle1" region="top" style="paragraphAlign" .*<tt:span style="textWhite">/)
    const edited = {
      ...document,
      cues: document.cues.map(cue => ({
        ...cue,
        textParts: [{ type: 'text' as const, content: 'x', style: { italic: true as const } }],
      })),
    }
    assert.doesNotMatch(writeEbuttd(edited).content, /textWhite/)
  })
})
