/**
 * The web platform tests of WebVTT, as the repository w3c/webvtt.js carries them in its folder `test`. They are not part
 * of this project: RUSHES_WPT names that folder, and without it nothing of this is run.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { toPlainText } from '../../text/text-parts.ts'
import { listBlocks } from './blocks.ts'
import { readWebvtt } from './read.ts'
import { printCueTree } from './testing/cue-tree.ts'
import { toTextTrackCues } from './testing/text-track-cues.ts'

const folder = process.env.RUSHES_WPT
const isThere = folder !== undefined && existsSync(join(folder, 'wpt-file-parsing'))
const skip = isThere ? false : 'RUSHES_WPT does not name the folder of the web platform tests'

/** Names of the tests in a folder, with the text of the file that each reads. */
function listTests(kind: string): { readonly name: string; readonly file: string; readonly path: string }[] {
  if (!isThere) return []
  const names = readdirSync(join(folder, kind)).filter(name => name.endsWith('.vtt'))
  return names.map(name => {
    const path = join(folder, kind, name)
    return { name: name.replace('.vtt', ''), file: readFileSync(path, 'utf8'), path }
  })
}

describe('web platform tests: files', { skip }, () => {
  const tests = listTests('wpt-file-parsing')

  test('are all here', () => assert.equal(tests.length, 37))

  for (const { name, file, path } of tests) {
    test(name, () => {
      const { document, diagnostics } = readWebvtt(file, { isStrict: true })
      const isSame = (actual: unknown, expected: unknown, message?: string) => {
        assert.ok(Object.is(actual, expected), `${message ?? ''}: ${String(actual)} is not ${String(expected)}`)
      }
      runInNewContext(readFileSync(path.replace(/vtt$/, 'js'), 'utf8'), {
        cues: toTextTrackCues(document),
        assert_equals: isSame,
        assert_not_equals: (actual: unknown, other: unknown) => assert.ok(!Object.is(actual, other)),
        assert_true: (value: unknown, message?: string) => isSame(value, true, message),
        assert_false: (value: unknown, message?: string) => isSame(value, false, message),
      })
      // No script can see the style sheets of a track; here they are read.
      if (name !== 'stylesheets') return
      assert.deepEqual(
        document.styleSheets?.map(sheet => sheet.split('\n').length),
        [9],
      )
      assert.equal(diagnostics.filter(({ code }) => code === 'IMPORT_ENTRY_SKIPPED').length, 2)
    })
  }
})

describe('web platform tests: texts of cues', { skip }, () => {
  const tests = listTests('wpt-cue-parsing')

  test('are all here', () => {
    const count = tests.reduce((sum, { path }) => sum + readExpected(path).length, 0)
    assert.equal(count, 77)
  })

  for (const { name, file, path } of tests) {
    const text = file.replaceAll('\0', '\ufffd')
    const payloads = Array.from(listBlocks(text, 'WEBVTT'.length))
      .filter(({ kind }) => kind === 'cue')
      .map(({ from, end }) => text.slice(from, end))
    const { cues } = readWebvtt(file, { isStrict: true }).document

    for (const [index, { text: given, expectedTree }] of readExpected(path).entries()) {
      test(`${name}: ${JSON.stringify(given.trimEnd())}`, () => {
        assert.equal(printCueTree(payloads[index] ?? ''), expectedTree)
        const texts = Array.from(expectedTree.matchAll(/^\| *"([\s\S]*?)"$/gm), ([, content]) => content)
        assert.equal(toPlainText(cues[index]?.textParts ?? []), texts.join(''))
      })
    }
  }
})

function readExpected(path: string): { readonly text: string; readonly expectedTree: string }[] {
  return JSON.parse(readFileSync(path.replace(/vtt$/, 'json'), 'utf8'))
}
