/** What loading parts of the package timed-text costs a page, so that it grows only when somebody means it to. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'

type TimedText = typeof import('../../packages/timed-text/src/index.ts')

const index = join(import.meta.dirname, '../../packages/timed-text/src/index.ts')

/** What is made of a page that imports these names. */
async function bundle(names: readonly string[]): Promise<readonly OutputChunk[]> {
  const id = '\0page'
  const page = {
    name: 'page',
    resolveId: (source: string) => (source === 'page' ? id : null),
    load: (source: string) => (source === id ? `export { ${names.join(', ')} } from ${JSON.stringify(index)}` : null),
  }
  // As applications are built, whose pages export nothing to others.
  const preserveEntrySignatures = 'allow-extension'
  await using build = await rolldown({ input: 'page', platform: 'browser', plugins: [page], preserveEntrySignatures })
  const { output } = await build.generate({ format: 'esm', minify: true })
  return output.filter(file => file.type === 'chunk')
}

/** Bytes of what a page loads at once, minified and zipped; the rest may be loaded later. */
function measure(chunks: readonly OutputChunk[]): { now: number; later: number } {
  const entry = chunks.find(({ isEntry }) => isEntry)!
  const names = new Set([entry.fileName])
  for (const name of names)
    for (const other of chunks.find(({ fileName }) => fileName === name)!.imports) names.add(other)
  const size = (code: string) => gzipSync(code, { level: 9 }).length
  const sizes = chunks.map(({ fileName, code }) => [names.has(fileName), size(code)] as const)
  const sum = (isNow: boolean) => sizes.reduce((total, [is, bytes]) => (is === isNow ? total + bytes : total), 0)
  return { now: sum(true), later: sum(false) }
}

describe('a page that loads', () => {
  const parts: readonly (readonly [name: string, names: readonly string[], most: number])[] = [
    ['SubRip and WebVTT', ['readSrt', 'writeSrt', 'readWebvtt', 'writeWebvtt'], 20_000],
    ['TTML', ['readTtml', 'writeEbuttd', 'writeEbutt', 'writeImsc', 'writeItt'], 41_000],
    ['EBU STL', ['readEbuStl', 'writeEbuStl'], 21_000],
  ]
  for (const [name, names, most] of parts) {
    test(`${name} loads less than ${most} bytes, and nothing else`, async () => {
      const { now, later } = measure(await bundle(names))
      assert.ok(now < most && later === 0, `${now}, ${later}`)
    })
  }

  test('all formats begins with less than 93000 bytes, and has the rest on demand', async t => {
    const chunks = await bundle(['formats', 'loadLibraries'])
    const { now, later } = measure(chunks)
    assert.ok(now < 93_000 && later > 0 && later < 40_000, `${now}, ${later}`)
    const folder = await mkdtemp(join(tmpdir(), 'timed-text-'))
    t.after(() => rm(folder, { recursive: true }))
    for (const { fileName, code } of chunks) await writeFile(join(folder, fileName), code)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const page: Pick<TimedText, 'formats' | 'loadLibraries'> = await import(
      pathToFileURL(join(folder, chunks.find(({ isEntry }) => isEntry)!.fileName)).href
    )
    const cyrillic = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xea, 0xe0, 0xea])
    const head = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\n&eacute;&#233; &lt; ')
    const read = () => {
      const { document, diagnostics } = page.formats.srt.read(Uint8Array.from([...head, ...cyrillic]))
      const [part] = document.cues[0]!.textParts
      return [part?.type === 'text' && part.content, diagnostics.map(({ code, severity }) => `${code} ${severity}`)]
    }
    assert.deepEqual(read(), [
      '&eacute;é < Ïðèâåò, êàê',
      ['IMPORT_ENCODING_GUESSED warning', 'IMPORT_MARKUP_REPAIRED error'],
    ])
    await page.loadLibraries()
    assert.deepEqual(read(), ['éé < Привет, как', ['IMPORT_ENCODING_GUESSED warning']])
  })
})
