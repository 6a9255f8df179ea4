import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { type FrameDocument, readEbuStl, readTtml, writeEbuStl } from '../index.ts'
import { writeEbutt, writeEbuttd } from './ttml/testing/validated.ts'

const document: FrameDocument = {
  timing: { unit: 'frames', rate: RATE_25 },
  language: 'nl',
  cues: [{ start: 25, end: 50, textParts: [{ type: 'text', content: 'Ja' }] }],
}
const description = {
  originalProgrammeTitle: 'Größe',
  originalEpisodeTitle: 'One',
  translatedProgrammeTitle: 'Grootte',
  translatedEpisodeTitle: 'Een',
  translator: 'T. Translator',
  translatorContact: 't@example.org',
  reference: 'REF 1',
  publisher: 'Publisher',
  editor: 'E. Editor',
  editorContact: 'e@example.org',
  country: 'DEU',
  creationDate: '180419',
  revisionDate: '991231',
  revisionNumber: 3,
  maxCharacters: 37,
}
const stl = writeEbuStl(document, { ...description, startTimecode: '10:00:00:00' }).content

// EBU Tech 3360, mapping of the GSI block to ebuttm:documentMetadata
describe('the header of EBU STL', () => {
  const written = writeEbutt(readEbuStl(stl).document)
  const elements = Object.fromEntries(
    Array.from(written.content.matchAll(/<ebuttm:document((?!Metadata)\w+)>([^<]*)</g), ([, name, text]) => [
      name,
      text,
    ]),
  )

  test('is the metadata of EBU-TT', () => {
    assert.deepEqual(elements, {
      TranslatorsName: 'T. Translator',
      TranslatorsContactDetails: 't@example.org',
      CreationDate: '2018-04-19',
      RevisionDate: '1999-12-31',
      RevisionNumber: '3',
      CountryOfOrigin: 'DE',
      Publisher: 'Publisher',
      EditorsName: 'E. Editor',
      EditorsContactDetails: 'e@example.org',
      OriginalProgrammeTitle: 'Größe',
      OriginalEpisodeTitle: 'One',
      TranslatedProgrammeTitle: 'Grootte',
      TranslatedEpisodeTitle: 'Een',
      SubtitleListReferenceCode: 'REF 1',
      TotalNumberOfSubtitles: '1',
      MaximumNumberOfDisplayableCharacterInAnyRow: '37',
      StartOfProgramme: '10:00:00:00',
    })
  })

  test('gives timecodes and the grid of teletext', () => {
    assert.match(written.content, / ttp:timeBase="smpte" ttp:frameRate="25" .*ttp:cellResolution="40 24"/)
    assert.match(written.content, / begin="10:00:01:00" end="10:00:02:00"/)
  })

  test('is the same after EBU-TT', () => {
    const back = readTtml(written.content).document
    const gsi = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
    assert.equal(gsi(writeEbuStl(back).content), gsi(stl))
  })

  test('is reported where EBU-TT-D has no place for it', () => {
    const { diagnostics } = writeEbuttd(readEbuStl(stl).document)
    assert.ok(diagnostics.some(({ code, message }) => code === 'COMMENT_DROPPED' && message.includes('metadata')))
  })

  test('has data of its user, which are reported', () => {
    const bytes = Uint8Array.from(stl)
    bytes.set([0x41], 448)
    const { diagnostics } = writeEbutt(readEbuStl(bytes).document)
    assert.ok(diagnostics.some(({ message }) => message.includes('user data')))
  })
})

const pipelines = new URL('../../../../../shared/conformance/scf-pipelines/', import.meta.url)
const pipeline = new URL('test_pipeline_1/', pipelines)

test('the metadata of EBU-TT are those of the published pipeline', { skip: !existsSync(pipeline) && 'absent' }, () => {
  const listMetadata = (xml: string) =>
    Array.from(xml.matchAll(/<ebuttm:document((?!Metadata)\w+)>([^<]*)</g), ([, name, text]) => `${name} ${text}`)
      // The dates and the revision of the EBU-TT file are those of its own making there; its version is not stated here.
      .filter(entry => !/^(?:EbuttVersion|CreationDate|Revision)/.test(entry))
      .toSorted()
  const ours = writeEbutt(readEbuStl(readFileSync(new URL('1_STL.stl', pipeline))).document).content
  assert.deepEqual(listMetadata(ours), listMetadata(readFileSync(new URL('3_EBU-TT.xml', pipeline), 'utf8')))
})

// EBU Tech 3360, vertical position
test('rows and times of EBU STL are those of the published pipeline', {
  skip: !existsSync(pipelines) && 'absent',
}, () => {
  const listPlaces = (bytes: Uint8Array) =>
    Array.from({ length: (bytes.length - 1024) / 128 }, (_, index) =>
      bytes.subarray(1024 + index * 128 + 5, 1024 + index * 128 + 14).join(' '),
    )
  const { document } = readTtml(readFileSync(new URL('test_pipeline_2/1_EBU-TT.xml', pipelines)))
  const expected = listPlaces(readFileSync(new URL('test_pipeline_2/3_STL.stl', pipelines)))
  assert.deepEqual(listPlaces(writeEbuStl(document).content), expected)
})
