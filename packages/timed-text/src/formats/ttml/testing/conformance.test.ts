import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { TimedTextDocument } from '../../../document/document.ts'
import { toMillisecondDocument } from '../../../document/times.ts'
import { listShown } from '../../../testing/shown-cues.ts'
import { toPlainText } from '../../../text/text-parts.ts'
import { readTtml } from '../read/read.ts'
import { writeImsc } from '../write/write.ts'
import { conformance } from './schemas.ts'

function listFiles(folder: string, extension: string): string[] {
  const path = conformance + folder
  return existsSync(path) ? readdirSync(path).filter(name => name.endsWith(extension)) : []
}

const read = (path: string) => readTtml(readFileSync(conformance + path))
const listTexts = (document: TimedTextDocument) =>
  listShown(toMillisecondDocument(document).cues).map(
    ({ start, end, textParts }) => `${start}-${end} ${toPlainText(textParts)}`,
  )

const skipImsc = existsSync(`${conformance}imsc`) ? false : `${conformance}imsc is not there`
/** Files with images, of which only the words are read that are said to be the same. */
const images = /altText1|aspectRatio_aspectRatio[46]|displayAspectRatio004/
/** What the files of the W3C leave open on purpose. */
const told = /^(?:Nothing says when a cue ends|Animation is not supported|Text beside spans|tts:zIndex is not)/

describe('the published tests of IMSC', { skip: skipImsc }, () => {
  for (const name of listFiles('imsc', '.ttml')) {
    test(`${name} is read, and the same after IMSC`, () => {
      const { document, diagnostics } = read(`imsc/${name}`)
      const problems = diagnostics.filter(({ severity, message }) => severity !== 'info' && !told.test(message))
      assert.equal(problems.length > 0, images.test(name), JSON.stringify(problems))
      const written = writeImsc(document)
      const again = readTtml(written.content)
      assert.deepEqual(
        again.diagnostics.filter(({ severity }) => severity !== 'info'),
        [],
      )
      const shown = { ...document, cues: document.cues.filter(({ hidden }) => !hidden) } as TimedTextDocument
      assert.deepEqual(listTexts(again.document), listTexts(shown))
    })
  }
})

const skipDfxp = existsSync(`${conformance}flash-dfxp`) ? false : `${conformance}flash-dfxp is not there`

describe('the published files of Flash', { skip: skipDfxp }, () => {
  const subtitles = ['16000-17800', '19200-20800', '22200-23900', '29500-33200', '33300-35500']
  const five = subtitles.map((times, index) => `${times} Subtitle ${index + 1}`)
  const expected: Readonly<Record<string, readonly string[]>> = {
    'requirement-2050-001.xml': ['4700-11400 Subtitle 1', '103900-107400 Subtitle 2 first row\nSubtitle 2 second row'],
    'requirement-2052-001.xml': five,
    'requirement-2054-001.xml': ['4700-11400 Yes.\nYes?', '13700-16400 Text with span.'],
    'requirement-2056-001.xml': ['4700-11400 Subtitle 1', '14900-15400 '],
    'requirement-2058-002.xml': ['4700-11400 Subtitle 1'],
    'requirement-2060-001.xml': five,
  }
  for (const [name, cues] of Object.entries(expected)) {
    test(name, () => {
      const { document, diagnostics } = read(`flash-dfxp/${name}`)
      assert.deepEqual(listTexts(document), cues)
      assert.ok(diagnostics.every(({ code }) => code === 'IMPORT_TIMING_REPAIRED'))
    })
  }
})
