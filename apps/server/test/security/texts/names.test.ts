/** Names, texts and files that users bring. */

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { addFile } from '../../scene/add-file.ts'
import { beginUpload, makeBytes, putChunk } from '../../scene/begin-upload.ts'
import { startTestService, type TestService } from '../../service.ts'
import { call, endpoints } from '../calls/calls.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { item } from '../checklist.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

const hostile = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32',
  '/etc/passwd',
  'C:\\escape.mov',
  '....//....//escape',
  'escape\u0001\u001b[2J.mov',
  '.',
  '..',
  '~/escape',
  'con',
  '-rf',
  '%2e%2e%2fescape',
  'a'.repeat(900),
]

async function getLink(instanceId: number): Promise<string> {
  const place = { prId: estate.prId, id: estate.moId, moiId: instanceId }
  return (await estate.member.media.getDownloadLink(place)).text()
}

describe(item(26), () => {
  const listFiles = () => globSync('**/*', { cwd: kit.service.platform.config.dataDir }).sort()

  // uploads-6
  test('that of an upload', async () => {
    const { member, prId } = estate
    for (const fileName of hostile) {
      const clip = await beginUpload(member, prId, 10, { fileName, name: fileName })
      await putChunk(clip.location, 0, makeBytes(10))
      await member.uploads.closeUpload({ prId, id: clip.id, body: {} })
    }
    const outside = listFiles().filter(
      path =>
        !/^(?:media(?:\/(?:blobs|staging|cache)(?:\/[\w.-]+)*|\/service-id)?|secret|first-password|running\.json)$/.test(
          path,
        ),
    )
    assert.deepEqual(outside, [])
    assert.deepEqual(
      listFiles().filter(path => /escape|passwd$|system32|con$|-rf/.test(path) && path !== 'first-password'),
      [],
    )
  })

  // files-4
  test('that of a small file, of a clip, of a collection', async () => {
    const { member, prId, moId } = estate
    const before = listFiles().length
    for (const filename of hostile) {
      await member.files.createFile({ prId, body: { filename, content: 'YQ==' } }).catch(() => undefined)
      await member.collections.createCollection({ prId, body: { title: filename } })
      await member.media.patchMediaObject({ prId, id: moId, body: [{ op: 'add', path: '/name', value: filename }] })
    }
    assert.deepEqual(
      listFiles().filter(path => /escape|passwd$|system32|con$|-rf/.test(path) && path !== 'first-password'),
      [],
    )
    assert.ok(listFiles().length - before <= hostile.length * 2)
  })

  test('those in the address of a file', async () => {
    const { pathname, search } = new URL(await getLink(Number(estate.ids['moi/moiId'])))
    const id = pathname.split('/')[2]
    for (const name of ['..%2f..%2fsecret', '%2e%2e', '..%5c..%5csecret', '%00', '/secret']) {
      const { status } = await fetch(`${kit.url}/media/${id}/${name}${search}`)
      // The name says nothing: the bytes are those that the link was made for.
      assert.ok(status === 200 || status === 404 || status === 400, `${name}: ${status}`)
      const subtitle = await fetch(`${kit.url}/data/subtitle/..%2f..%2f/${name}${search}`)
      assert.ok(subtitle.status >= 400 && subtitle.status < 500, `${name}: ${subtitle.status}`)
    }
    const raw = await fetch(`${kit.url}/assets/..%2f..%2f..%2fpackage.json`)
    assert.equal(raw.status, 404)
  })
})

describe(item(27), () => {
  const breaking = [
    'a"b.mov',
    'a\r\nset-cookie: x=1\r\n\r\n<b>.mov',
    'a;b=c.mov',
    'Köln 🎬.mov',
    "a'b%0d%0a.mov",
    'a\\".mov',
  ]

  // media-21
  test('that of a download', async () => {
    for (const fileName of breaking) {
      const { id } = await addFile(kit, estate.prId, estate.moId, Buffer.from('x'), { fileName })
      const response = await fetch(await getLink(id))
      assert.equal(response.status, 200, fileName)
      assert.equal(response.headers.get('set-cookie'), null)
      const header = response.headers.get('content-disposition')!
      const encoded = /^(?:inline|attachment); filename="[^"\\]*"; filename\*=UTF-8''([\w.!~%-]*)$/.exec(header)?.[1]
      assert.ok(encoded, header)
      assert.equal(decodeURIComponent(encoded), fileName)
      assert.equal(await response.text(), 'x')
    }
  })

  // subtitles-60
  test('that of an export', async () => {
    const { member, prId } = estate
    for (const title of breaking) {
      const { id } = await member.collections.createCollection({ prId, body: { title } })
      const response = await member.review.exportCommentsOfCollection({ prId, id })
      assert.equal(response.headers.get('set-cookie'), null)
      const header = response.headers.get('content-disposition')
      if (header !== null) assert.match(header, /^attachment; filename="[^"\\]*"(?:; filename\*=UTF-8''[\w.!~%-]*)?$/)
    }
  })
})

describe(item(28), () => {
  const script = '<script>alert(1)</script>'

  // media-22
  test('what was uploaded', async () => {
    for (const [mimeType, fileName] of [
      ['image/svg+xml', 'a.svg'],
      ['text/html', 'a.html'],
      ['application/xhtml+xml', 'a.xhtml'],
      ['text/xml', 'a.xml'],
      ['application/pdf', 'a.pdf'],
      ['application/javascript', 'a.js'],
      ['video/mp4', 'a.html'],
    ] as const) {
      const { id } = await addFile(kit, estate.prId, estate.moId, Buffer.from(script), { mimeType, fileName })
      const { headers } = await fetch(await getLink(id))
      assert.match(headers.get('content-type')!, /^(?:application\/octet-stream|video\/mp4)$/, mimeType)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy')!, /default-src 'none'.*sandbox$/)
      if (mimeType !== 'video/mp4') assert.match(headers.get('content-disposition')!, /^attachment/)
    }
  })

  test('small files', async () => {
    const { member, prId } = estate
    const content = Buffer.from(`<html>${script}</html>`).toString('base64')
    const { id } = await member.files.createFile({ prId, body: { filename: 'a.html', content } })
    const { headers } = await member.files.readFile({ prId, id })
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-disposition')!, /^attachment/)
    assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
  })

  test('what was written', async () => {
    const { member, prId, moId } = estate
    const body = { funnel: 'ReviewComment' as const, description: script, start: 0, end: 1 }
    await member.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    await member.collections.createCollection({ prId, body: { title: script, description: script } })
    let seen = 0
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { headers, text } = await call(kit.url, endpoint, { token: member.options.token, ids: estate.ids })
      if (!text.includes(script)) continue
      seen++
      const type = headers.get('content-type') ?? ''
      assert.doesNotMatch(type, /html|svg|xhtml|javascript/, endpoint.id)
      assert.match(type, /^(?:application|text)\//, endpoint.id)
    }
    assert.ok(seen > 3, String(seen))
  })
})
