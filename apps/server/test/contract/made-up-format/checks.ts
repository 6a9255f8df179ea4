/** What is asked of a format that only the registry knows, in a process that has registered it before anything else. */

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { type Annotation, FileBody } from '@rushes/contract'
import type { FormatId } from '@rushes/timed-text/format-facts'
import { type CommandLine, openCommandLine } from '../../../../cli/test/command-line.ts'
import { partsOf } from '../../../src/modules/transcripts/testing/scene.ts'
import { createClip, createProduction, type entry, presetId, readAnnotation } from '../../scene/subtitles.ts'
import { startTestService, type TestService } from '../../service.ts'
import { registration } from './own-process.ts'

const id = 'madeup' as FormatId
const mediaType = 'application/x-made-up'
const file = 'MADE UP\n1000 2000 One|Two\n3000 4000 Three\n'

let kit: TestService
let cli: CommandLine
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
  cli = await openCommandLine({
    NODE_OPTIONS: `--import=${registration}`,
    RUSHES_URL: kit.url,
    RUSHES_TOKEN: kit.admin.options.token ?? '',
  })
})
after(async () => {
  await cli?.remove()
  await kit?.stop()
})

/** The subtitles of a new clip, stored from the file. */
async function createSubtitles() {
  const place = { prId, moId: await createClip(kit, prId, { num: 25, den: 1 }), language: 'en', presetId }
  const stored = await kit.admin.subtitles.replaceSubtitle({
    ...place,
    body: new FileBody(mediaType, Buffer.from(file)),
  })
  return { place, stored }
}

const linesOf = (annotation: { structuredDescription: { subtitles: readonly object[] } }) =>
  annotation.structuredDescription.subtitles.map(subtitle => {
    const { start, end, textParts = [] } = subtitle as ReturnType<typeof entry>
    return [start, end, textParts.map(({ content }) => content).join('')]
  })
const lines = [
  [25, 50, 'One\nTwo'],
  [75, 100, 'Three'],
]

/** What a paragraph of a transcript says. */
function toWords(paragraph: Annotation): string {
  return partsOf(paragraph)
    .map(({ word }) => word)
    .join('')
}

describe('a format that is registered', () => {
  test('is stored by PUT and answered by GET, by each of its media types', async () => {
    const { place, stored } = await createSubtitles()
    assert.deepEqual(linesOf(stored), lines)
    for (const accept of [mediaType, 'text/x-made-up']) {
      const response = await kit.admin.subtitles.getSubtitle({ ...place, headers: { accept } })
      assert.equal(response.headers.get('content-type'), `${accept}; charset=utf-8`)
      assert.equal(await response.text(), file)
    }
  })

  test('is named where another one is refused', async () => {
    const { place } = await createSubtitles()
    const refused = kit.admin.subtitles.getSubtitle({ ...place, headers: { accept: 'text/plain' } })
    await assert.rejects(refused, { name: 'NotAcceptableError', message: /application\/x-made-up, text\/x-made-up/ })
  })

  test('is a form of lists, by its extension', async () => {
    const { place } = await createSubtitles()
    const response = await fetch(`${kit.url}/production/${prId}/mo/${place.moId}/an.made-up?fq=funnel:Subtitle`, {
      headers: { authorization: `Bearer ${kit.admin.options.token}` },
    })
    assert.equal(response.headers.get('content-type'), `${mediaType}; charset=utf-8`)
    assert.equal(await response.text(), file)
  })

  // subtitles-57
  test('is exported, named by its extension, in the time bases that it has', async () => {
    const { place } = await createSubtitles()
    const { workflowId } = await kit.admin.subtitles.exportSubtitle({
      ...place,
      body: { format: id, downloadName: 'mine' },
    })
    const { location } = await waitForWorkflow(kit.admin, { prId, id: workflowId })
    const response = await fetch(location ?? '')
    assert.equal(response.headers.get('content-type'), `${mediaType}; charset=utf-8`)
    assert.match(response.headers.get('content-disposition') ?? '', /filename="mine\.mup"/)
    assert.equal(await response.text(), file)
    const smpte = kit.admin.subtitles.exportSubtitle({ ...place, body: { format: id, timeBase: 'smpte' } })
    await assert.rejects(smpte, { name: 'BadRequestError' })
  })

  for (const [how, named] of [
    ['its id', { format: id }],
    ['an alias', { format: 'Made-Up' }],
    ['a media type', { format: mediaType }],
    ['its first bytes', {}],
  ] as const) {
    test(`is imported, told by ${how}`, async () => {
      const moId = await createClip(kit, prId, { num: 25, den: 1 })
      const importFileResource = { content: Buffer.from(file).toString('base64'), fileName: 'a.txt', ...named }
      const body = { language: 'en', subtitlePresetId: presetId, importFileResource }
      const workflow = await kit.admin.subtitles.createAdvancedSubtitle({ prId, moId, body })
      await waitForWorkflow(kit.admin, { prId, id: workflow.id! })
      const place = { prId, moId, language: 'en', presetId }
      assert.deepEqual(linesOf(await readAnnotation(await kit.admin.subtitles.getSubtitle(place))), lines)
    })
  }

  test('gives its words to a transcript, since it is text', async () => {
    const moId = await createClip(kit, prId, { num: 25, den: 1 })
    const body = new FileBody(mediaType, Buffer.from(file))
    const { paragraphs } = await kit.admin.transcripts.replaceTranscript({ prId, moId, language: 'en', body })
    assert.equal(paragraphs.map(toWords).join(' '), 'One Two Three')
  })

  test('is a small file of its media type', async () => {
    const body = new FileBody(mediaType, Buffer.from(file))
    const { mimeType } = await kit.admin.files.createFile({ prId, body, query: { filename: 'a.mup' } })
    assert.equal(mimeType, mediaType)
  })

  test('is converted by the command line, from and to, and put and got', async () => {
    const { place } = await createSubtitles()
    const folder = await mkdtemp(join(tmpdir(), 'rushes-made-up-'))
    try {
      const call = async (...args: string[]) => {
        const { code, stderr } = await cli.runWith({ cwd: folder }, 'subtitle', ...args)
        assert.equal(code, 0, stderr)
      }
      await writeFile(join(folder, 'one.mup'), file)
      await call('convert', 'one.mup', 'one.srt')
      assert.match(await readFile(join(folder, 'one.srt'), 'utf8'), /00:00:01,000 --> 00:00:02,000\r?\nOne\r?\nTwo/)
      await call('convert', 'one.srt', 'two.madeup')
      await call('convert', 'one.srt', '--format', id, '--folder', 'other')
      await call('put', '-p', `${prId}`, `${place.moId}`, 'nl', 'one.mup', '--format', id)
      await call('get', '-p', `${prId}`, `${place.moId}`, 'nl', '--format', id, '-o', 'got.mup')
      await call('export', '-p', `${prId}`, `${place.moId}`, 'nl', '--format', id, '-o', 'exported.mup')
      for (const name of ['two.madeup', 'other/one.mup', 'got.mup', 'exported.mup']) {
        assert.equal(await readFile(join(folder, name), 'utf8'), file, name)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('is in the documents: the page of formats, the reference, OpenAPI', async () => {
    const { toFormatsPage } = await import('../../../../../scripts/documents/document-formats.ts')
    const page = toFormatsPage('')
    assert.match(page, /\| Made-up format \|/)
    assert.match(page, /## Made-up format\n\nNames: `madeup`, `made-up`\. Media types: `application\/x-made-up`/)
    const { toReferencePages } = await import('../../../../../scripts/documents/document-reference.ts')
    const pages = toReferencePages('')
    assert.match(pages['docs/reference/subtitles.md']!(), /`application\/x-made-up`/)
    assert.match(pages['docs/reference/annotations.md']!(), /`\w+`, `made-up`/)
    assert.match(pages['docs/reference/shapes.md']!(), /`\w+`, `madeup`/)
    const openApi = await (await fetch(`${kit.url}/openapi.json`)).text()
    for (const name of [mediaType, '"madeup"', '"made-up"']) assert.ok(openApi.includes(name), name)
  })

  test('is in the menus of the web app', async () => {
    const { acceptedExtensions, formatOptions } = await import('../../../../web/src/subtitles/files/file-formats.ts')
    assert.deepEqual(formatOptions.at(-1), [id, 'Made-up format (.mup)'])
    assert.ok(acceptedExtensions.endsWith(',.mup,.madeup'), acceptedExtensions)
  })
})
